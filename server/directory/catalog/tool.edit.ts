import { isDeepStrictEqual } from 'node:util';
import { reviewerOf } from '../../accounts/index.js';
import { invalid } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { CatalogTool } from '../tool.entity.js';
import type { FactSource, ToolFacts } from '../tool.types.js';
import { auditTool, findTool, findToolAt } from './catalog-tool.query.js';
import { compareColumns } from './column.compare.js';
import { factsOf, rowOf, verificationOf } from './tool.query.js';
import { parseToolFacts } from './tool.schema.js';
import { storeTools } from './tool.store.js';
import type { EditToolInput } from './tool-edit.types.js';

/** Sources that a record keeps; the oldest go first. */
const SOURCES_MAX = 30;

/**
 * Corrects what the catalog says of a tool: a reviewer names the revision that was read, the source and the reason. From then on imports
 * leave the record alone. The audit entry has every changed fact as it was and as it is.
 */
export const editTool = operation(
  { name: 'editTool', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx: DirectoryRequestContext, input: EditToolInput): Promise<CatalogTool> => {
    reviewerOf(ctx);
    const at = ctx.platform.clock.now();
    const tool = await ctx.em.transactional(async (em) => {
      const stored = await findToolAt(em, input.slug, input.revision);
      const corrected = correctedFacts(stored, input);
      if (corrected === null) return stored;
      const { facts, changes } = corrected;
      const record = {
        facts,
        origin: stored.origin,
        originKey: stored.originKey ?? '',
        verification: verificationOf(stored),
        mcpServer: stored.mcpServer,
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
      await auditTool(ctx, em, { action: 'tool.edit', id: stored.id, revision, reason: input.reason, changes });
      return findTool(em, stored.slug);
    });
    ctx.parts.catalog.changed();
    return tool;
  },
);

type Changes = Record<string, [unknown, unknown]>;

/** The facts after the correction and what differs, or null when nothing does; wrong values are refused with their pointers. */
function correctedFacts(stored: CatalogTool, input: EditToolInput): { facts: ToolFacts; changes: Changes } | null {
  const before = factsOf(stored);
  const { slug: _slug, revision: _revision, reason: _reason, source, ...rest } = input;
  const given = JSON.parse(JSON.stringify(rest)) as Partial<ToolFacts>; // what was left out is gone, a null stays
  const correction = (facts: readonly string[]): FactSource => ({ url: source.url, readAt: source.readAt, facts });
  const parsed = parseToolFacts({
    ...before,
    ...given,
    pricing: { ...before.pricing, ...given.pricing },
    docs: { ...before.docs, ...given.docs },
    vendor: given.vendor === undefined ? before.vendor : vendorOf(given.vendor),
    sources: withCorrection(before.sources, correction(['name'])),
  });
  if ('problems' in parsed)
    throw invalid(
      parsed.problems.map((problem) => ({
        ...problem,
        pointer: problem.pointer.replace(/^\/sources\/\d+/, '/source'),
      })),
    );
  const changes = changesOf(before, parsed.facts);
  const named = Object.keys(changes);
  if (named.length === 0) return null;
  return { facts: { ...parsed.facts, sources: withCorrection(before.sources, correction(named)) }, changes };
}

/** A vendor replaces the vendor: what is left out of it is unknown. */
const vendorOf = (vendor: Partial<NonNullable<ToolFacts['vendor']>> | null): ToolFacts['vendor'] =>
  vendor && { name: vendor.name ?? null, domain: vendor.domain ?? null };

/** Facts that differ, by the names that sources use: `summary`, `pricing.model`. */
function changesOf(before: ToolFacts, after: ToolFacts): Changes {
  const [old, now] = [flat(before), flat(after)];
  const names = Object.keys(now).filter((name) => name !== 'sources' && !isDeepStrictEqual(old[name], now[name]));
  return Object.fromEntries(names.map((name) => [name, [old[name] ?? null, now[name] ?? null]]));
}

const flat = (facts: ToolFacts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      (name === 'pricing' || name === 'docs') && typeof value === 'object' && value !== null
        ? Object.entries(value).map(([part, one]): [string, unknown] => [`${name}.${part}`, one])
        : [[name, value] as [string, unknown]],
    ),
  );

/** What was corrected has the correction as its source, and no other. */
function withCorrection(sources: readonly FactSource[], correction: FactSource): FactSource[] {
  const others = sources.flatMap((source) => {
    const facts = source.facts.filter((fact) => !correction.facts.includes(fact));
    return facts.length ? [{ ...source, facts }] : [];
  });
  return [...others.slice(1 - SOURCES_MAX), correction];
}
