import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, InputType } from 'type-graphql';
import { reviewerOf } from '../../accounts/index.js';
import { invalid } from '../../platform/fault.js';
import { factNamesOf, nullsIn, unknownIn } from '../../platform/form.rules.js';
import { addFormFields } from '../../platform/graphql/form.input.js';
import { isRecord } from '../../platform/json.rules.js';
import { operation } from '../../platform/operation.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { withoutFacts } from '../statement.rules.js';
import { CatalogTool } from '../tool.entity.js';
import { parseToolFacts, toolMembers } from '../tool.schema.js';
import type { FactSource, ToolFacts } from '../tool.types.js';
import { lockCatalog } from './catalog.query.js';
import { compareColumns, storeTools } from './record.query.js';
import { type CatalogToolAnswer, catalogToolAnswer } from './reviewed-tool.types.js';
import { auditTool, findToolAt, ReviewOfTool } from './tool.operations.js';
import { factsOf, findTool, rowOf, verificationOf } from './tool.query.js';

@InputType({ description: 'Where a correction was read, so that anyone can look it up.' })
export class CorrectionSource {
  @Field(() => String, { description: 'Page that shows the corrected facts.' })
  url: string;

  @Field(() => String, { description: 'A day, YYYY-MM-DD.' })
  readAt: string;
}

@InputType({ description: 'A correction. What is left out stays; null takes away what may be unknown.' })
export class EditToolInput extends ReviewOfTool {
  @Field(() => CorrectionSource, { description: 'Page that shows the corrected facts.' })
  source: CorrectionSource;
}

/** A correction may not touch the slug, which addresses hold, packages, by which figures find the tool, and sources, which it adds to. */
const FIXED: readonly (keyof ToolFacts)[] = ['slug', 'packages', 'sources'];

/** The members that a correction may state. */
const correctedMembers = toolMembers.filter(({ name }) => !FIXED.some((one) => one === name));
addFormFields(EditToolInput, correctedMembers);

/** Sources that a record keeps; the oldest go first. */
const SOURCES_MAX = 30;

/**
 * Corrects the facts of a tool in the catalog: a reviewer names the revision that was read, the source and the reason. From then on imports
 * leave the record alone. The audit entry has every changed fact as it was and as it is.
 */
export const editTool = operation(
  { name: 'editTool', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function editTool(ctx: DirectoryRequestContext, input: EditToolInput): Promise<CatalogToolAnswer> {
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
      const { id } = stored;
      const names = fields.map(({ column }) => column);
      const revision = await storeTools(em, at, [{ id, row, record, change: 'updated', fields: names }]);
      await auditTool(ctx, em, {
        action: 'tool.edit',
        id,
        revision,
        reason: input.reason,
        changes: confirmed.length ? { ...changes, confirmed: [null, confirmed] } : changes,
      });
      return findTool(em, stored.slug);
    });
    ctx.parts.catalog.changed();
    return catalogToolAnswer(tool);
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

/** Members that were left out are gone, a null stays. */
const givenMembers = (input: EditToolInput): Record<string, unknown> => JSON.parse(JSON.stringify(input));

/** The facts that a correction states. A group that is always there is completed from the stored facts; in a group that may be missing the rest is unknown. */
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

/** Corrected facts have the correction as their source, and no other. */
function withCorrection(sources: readonly FactSource[], correction: FactSource): FactSource[] {
  return [...withoutFacts(sources, correction.facts).slice(1 - SOURCES_MAX), correction];
}

/** The addresses of a tool's links; null is unknown. */
export interface ToolLinkAddresses {
  readonly docsUrl: string | null;
  readonly signupUrl: string | null;
  readonly pricingUrl: string | null;
}

/**
 * Stores other addresses for a tool's documentation, sign-up and prices, with its tracked links, in the caller's transaction: a person
 * approved them as the vendor's statement, so imports leave the record alone from then on, and the pages where they were read before are no
 * longer sources of them. Answers the tool's id and the catalog's version.
 */
export async function updateToolLinks(
  em: EntityManager,
  at: Date,
  slug: string,
  { docsUrl, signupUrl, pricingUrl }: ToolLinkAddresses,
): Promise<{ id: string; version: number }> {
  await lockCatalog(em);
  const stored = await findTool(em, slug);
  const before = factsOf(stored);
  const pairs = [
    ['docs.url', before.docs.url, docsUrl],
    ['signupUrl', before.signupUrl, signupUrl],
    ['pricing.url', before.pricing.url, pricingUrl],
  ] as const;
  const stated = pairs.filter(([, old, now]) => now !== old);
  const names = stated.map(([fact]) => fact);
  const statements = stated.flatMap(([fact, , url]) =>
    url === null ? [] : [{ url, approvedOn: at.toISOString().slice(0, 10), facts: [fact] }],
  );
  const facts = {
    ...before,
    signupUrl,
    pricing: { ...before.pricing, url: pricingUrl },
    docs: { ...before.docs, url: docsUrl },
    sources: withoutFacts(before.sources, names),
  };
  const record = {
    facts,
    origin: stored.origin,
    originKey: stored.originKey ?? '',
    verification: verificationOf(stored),
    mcpServer: stored.mcpServer,
    mcpOfficial: stored.mcpOfficial,
    statements: [...withoutFacts(stored.statements, names), ...statements],
  };
  const row = { ...rowOf(record), originKey: stored.originKey, listed: stored.listed, editedAt: at };
  const changed = compareColumns(em, CatalogTool, { ...row, editedAt: stored.editedAt }, stored);
  const write = {
    id: stored.id,
    row,
    record,
    change: 'updated' as const,
    fields: changed.map(({ column }) => column),
  };
  return { id: stored.id, version: await storeTools(em, at, [write]) };
}
