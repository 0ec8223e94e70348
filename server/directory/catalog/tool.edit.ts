import { isDeepStrictEqual } from 'node:util';
import { reviewerOf } from '../../accounts/index.js';
import { invalid } from '../../platform/fault.js';
import { factNamesOf, nullsIn, unknownIn } from '../../platform/form.rules.js';
import { uuidOf } from '../../platform/ids.js';
import { isRecord } from '../../platform/json.rules.js';
import { operation } from '../../platform/operation.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { withoutFacts } from '../statement.rules.js';
import { CatalogTool } from '../tool.entity.js';
import { parseToolFacts, toolMembers } from '../tool.schema.js';
import type { FactSource, ToolFacts } from '../tool.types.js';
import { auditTool, findTool, findToolAt } from './catalog-tool.query.js';
import { compareColumns } from './column.compare.js';
import { factsOf, rowOf, verificationOf } from './tool.query.js';
import { storeTools } from './tool.store.js';
import { correctedMembers, type EditToolInput } from './tool-edit.types.js';

/** Sources that a record keeps; the oldest go first. */
const SOURCES_MAX = 30;

/**
 * Corrects what the catalog says of a tool: a reviewer names the revision that was read, the source and the reason. From then on imports
 * leave the record alone. The audit entry has every changed fact as it was and as it is.
 */
export const editTool = operation(
  { name: 'editTool', who: ['session'], writes: true, limit: 'workflow' },
  async function editTool(ctx: DirectoryRequestContext, input: EditToolInput): Promise<CatalogTool> {
    reviewerOf(ctx);
    const at = ctx.platform.clock.now();
    const tool = await ctx.em.transactional(async (em) => {
      const stored = await findToolAt(em, input.slug, input.revision);
      const corrected = correctedFacts(stored, input);
      if (corrected === null) return stored;
      const { facts, changes, confirmed } = corrected;
      const record = {
        facts,
        origin: stored.origin,
        originKey: stored.originKey ?? '',
        verification: verificationOf(stored),
        mcpServer: stored.mcpServer,
        mcpOfficial: stored.mcpOfficial,
        statements: withoutFacts(stored.statements, [...Object.keys(changes), ...confirmed]),
      };
      const row = { ...rowOf(record), listed: stored.listed, editedAt: at };
      const fields = compareColumns(
        em,
        CatalogTool,
        { ...row, originKey: stored.originKey, editedAt: stored.editedAt },
        stored,
      );
      const id = uuidOf('tol', stored.id) ?? '';
      const names = fields.map(({ column }) => column);
      const revision = await storeTools(em, at, [{ id, row, record, change: 'updated', fields: names }]);
      await auditTool(ctx, em, {
        action: 'tool.edit',
        id: stored.id,
        revision,
        reason: input.reason,
        changes: confirmed.length ? { ...changes, confirmed: [null, confirmed] } : changes,
      });
      return findTool(em, stored.slug);
    });
    ctx.parts.catalog.changed();
    return tool;
  },
);

type Changes = Record<string, [unknown, unknown]>;

interface Corrected {
  readonly facts: ToolFacts;
  readonly changes: Changes;
  /** Facts of a vendor's statement that were read as they stand. */
  readonly confirmed: readonly string[];
}

/** The facts after the correction and what differs, or null when nothing does; wrong values are refused with their pointers. */
function correctedFacts(stored: CatalogTool, input: EditToolInput): Corrected | null {
  const before = factsOf(stored);
  const { source } = input;
  const nulls = nullsIn(correctedMembers, givenMembers(input));
  const correction = (facts: readonly string[]): FactSource => ({ url: source.url, readAt: source.readAt, facts });
  const parsed = parseToolFacts({
    ...before,
    ...givenIn(input, before),
    sources: withCorrection(before.sources, correction(['name'])),
  });
  if (nulls.length > 0 || 'problems' in parsed)
    throw invalid([
      ...nulls,
      ...('problems' in parsed ? parsed.problems : [])
        .filter(({ pointer }) => !nulls.some((one) => one.pointer === pointer))
        .map((problem) => ({ ...problem, pointer: problem.pointer.replace(/^\/sources\/\d+/, '/source') })),
    ]);
  const changes = changesOf(before, parsed.facts);
  const given = givenMembers(input);
  const confirmed = stored.statements
    .flatMap(({ facts }) => facts)
    .filter((fact) => !(fact in changes) && memberAt(given, fact) !== undefined);
  const named = [...Object.keys(changes), ...confirmed];
  if (named.length === 0) return null;
  const sources = withCorrection(before.sources, correction(named));
  return { facts: { ...parsed.facts, sources }, changes, confirmed };
}

/** What was left out is gone, a null stays. */
const givenMembers = (input: EditToolInput): Record<string, unknown> => JSON.parse(JSON.stringify(input));

/** The facts that a correction states: a group that is always there is completed by what is stored, of one that may be missing the rest is unknown. */
function givenIn(input: EditToolInput, before: ToolFacts): Record<string, unknown> {
  const given = givenMembers(input);
  const stored: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    correctedMembers.flatMap(({ name, nullable, members }) => {
      const value = given[name];
      if (value === undefined) return [];
      if (!isRecord(value)) return [[name, value]];
      const rest = nullable ? unknownIn(members) : stored[name];
      return [[name, { ...(isRecord(rest) ? rest : {}), ...value }]];
    }),
  );
}

/** Facts that differ, by the names that sources use: `summary`, `pricing.model`. */
function changesOf(before: ToolFacts, after: ToolFacts): Changes {
  const names = factNamesOf(toolMembers).filter((name) => name !== 'sources');
  const pairs = names.map((name): [string, [unknown, unknown]] => [name, [factAt(before, name), factAt(after, name)]]);
  return Object.fromEntries(pairs.filter(([, [old, now]]) => !isDeepStrictEqual(old, now)));
}

const memberAt = (record: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((value, step) => (isRecord(value) ? value[step] : undefined), record);

const factAt = (facts: ToolFacts, name: string): unknown => memberAt(facts, name) ?? null;

/** What was corrected has the correction as its source, and no other. */
function withCorrection(sources: readonly FactSource[], correction: FactSource): FactSource[] {
  return [...withoutFacts(sources, correction.facts).slice(1 - SOURCES_MAX), correction];
}
