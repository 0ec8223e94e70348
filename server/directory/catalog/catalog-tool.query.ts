import type { EntityManager } from '@mikro-orm/postgresql';
import { reviewerOf } from '../../accounts/index.js';
import { PLATFORM_CHAIN, recordAudit } from '../../platform/audit.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { lockCatalog, nextCatalogVersion, recordCatalogChanges } from './change.record.js';
import { factsOf, type ToolRow } from './tool.query.js';
import type { CatalogTool, CatalogToolArgs, SetToolListedInput } from './tool-review.types.js';

/** A tool as the table holds it; raw statements answer times and large numbers as text. */
export interface StoredTool extends Omit<ToolRow, 'origin_key'> {
  readonly id: string;
  readonly origin_key: string | null;
  readonly version: string;
  readonly edited_at: string | null;
  readonly updated_at: string;
}

/** The record with this slug, listed or not; 404 when there is none. */
export async function findTool(em: EntityManager, slug: string): Promise<StoredTool> {
  const rows = await em.execute<StoredTool[]>('select * from tool where slug = ?', [slug]);
  if (!rows[0]) throw new Fault('NOT_FOUND', { say: 'There is no such tool.' });
  return rows[0];
}

/** The record for a change in the caller's transaction, with the catalog locked; another revision than the one that was read is stale. */
export async function findToolAt(em: EntityManager, slug: string, revision: number): Promise<StoredTool> {
  await lockCatalog(em);
  const tool = await findTool(em, slug);
  if (Number(tool.version) !== revision)
    throw new Fault('STALE_REVISION', {
      say: `The tool has revision ${tool.version} by now.`,
      members: { revision: Number(tool.version) },
    });
  return tool;
}

/** Records in the platform's audit chain what a reviewer did with a tool; must be called in the transaction of the change. */
export const auditTool = (
  ctx: DirectoryRequestContext,
  em: EntityManager,
  act: { action: string; id: string; revision: number; reason: string; changes: Record<string, [unknown, unknown]> },
): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: PLATFORM_CHAIN,
    actor: reviewerOf(ctx),
    action: act.action,
    resource: 'tool',
    resourceId: publicId('tol', act.id),
    revision: act.revision,
    changes: act.changes,
    reason: act.reason,
    requestId: ctx.requestId,
  });

/** A record of the catalog for reviewers, with the revision that a correction has to name. */
export const readCatalogTool = operation(
  { name: 'catalogTool', who: ['session'], limit: 'workflow' },
  async (ctx: DirectoryRequestContext, { slug }: CatalogToolArgs): Promise<CatalogTool> => {
    reviewerOf(ctx);
    return catalogToolOf(await findTool(ctx.em, slug));
  },
);

/**
 * Takes a tool out of the directory or puts it back; imports leave the record alone from then on. Nothing is deleted: links, offers and
 * what was counted stay.
 */
export const setToolListed = operation(
  { name: 'setToolListed', who: ['session'], writes: true, limit: 'workflow' },
  async (
    ctx: DirectoryRequestContext,
    { slug, revision, listed, reason }: SetToolListedInput,
  ): Promise<CatalogTool> => {
    reviewerOf(ctx);
    const at = ctx.platform.clock.now();
    const tool = await ctx.em.transactional(async (em) => {
      const { id, listed: before } = await findToolAt(em, slug, revision);
      if (before === listed) return findTool(em, slug);
      const version = await nextCatalogVersion(em, at);
      await em.execute('update tool set listed = ?, edited_at = ?, version = ?, updated_at = ? where id = ?', [
        listed,
        at,
        version,
        at,
        id,
      ]);
      const change = listed ? 'created' : 'removed';
      await recordCatalogChanges(em, at, version, [{ resource: 'tool', id, slug, change, fields: ['listed'] }]);
      const changes: Record<string, [unknown, unknown]> = { listed: [before, listed] };
      await auditTool(ctx, em, { action: 'tool.list', id, revision: version, reason, changes });
      return findTool(em, slug);
    });
    ctx.parts.catalog.changed();
    return catalogToolOf(tool);
  },
);

/** A stored tool as reviewers see it. */
export function catalogToolOf(row: StoredTool): CatalogTool {
  const facts = factsOf({ ...row, origin_key: row.origin_key ?? '' });
  return {
    ...facts,
    id: publicId('tol', row.id),
    revision: Number(row.version),
    listed: row.listed,
    origin: row.origin,
    originKey: row.origin_key,
    editedAt: row.edited_at === null ? null : new Date(row.edited_at),
    updatedAt: new Date(row.updated_at),
    aliases: [...facts.aliases],
    vendor: facts.vendor ?? { name: null, domain: null },
    categories: [...facts.categories],
    capabilities: [...facts.capabilities],
    interfaces: [...facts.interfaces],
    install: facts.install ?? { kind: null, command: null },
    packages: [...facts.packages],
    environment: [...facts.environment],
    sources: facts.sources.map((source) => ({ ...source, via: source.via ?? null, facts: [...source.facts] })),
  };
}
