import type { EntityManager } from '@mikro-orm/postgresql';
import { reviewerOf } from '../../accounts/index.js';
import { PLATFORM_CHAIN, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { CatalogTool } from '../tool.entity.js';
import { lockCatalog, nextCatalogVersion, recordCatalogChanges } from './change.record.js';
import type { CatalogToolArgs, SetToolListedInput } from './tool-review.types.js';

/** The record with this slug, listed or not, as it is stored now; 404 when there is none. */
export async function findTool(em: EntityManager, slug: string): Promise<CatalogTool> {
  const tool = await em.findOne(CatalogTool, { slug }, { refresh: true });
  if (!tool) throw new Fault('NOT_FOUND', { say: 'There is no such tool.' });
  return tool;
}

/** The record for a change in the caller's transaction, with the catalog locked; another revision than the one that was read is stale. */
export async function findToolAt(em: EntityManager, slug: string, revision: number): Promise<CatalogTool> {
  await lockCatalog(em);
  const tool = await findTool(em, slug);
  if (tool.version !== revision)
    throw new Fault('STALE_REVISION', {
      say: `The tool has revision ${tool.version} by now.`,
      members: { revision: tool.version },
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
    resourceId: act.id,
    revision: act.revision,
    changes: act.changes,
    reason: act.reason,
    requestId: ctx.requestId,
  });

/** A record of the catalog for reviewers, with the revision that a correction has to name. */
export const readCatalogTool = operation(
  { name: 'catalogTool', who: ['session'], limit: 'workflow' },
  async function catalogTool(ctx: DirectoryRequestContext, { slug }: CatalogToolArgs): Promise<CatalogTool> {
    reviewerOf(ctx);
    return findTool(ctx.em, slug);
  },
);

/**
 * Takes a tool out of the directory or puts it back; imports leave the record alone from then on. Nothing is deleted: links, offers and
 * what was counted stay.
 */
export const setToolListed = operation(
  { name: 'setToolListed', who: ['session'], writes: true, limit: 'workflow' },
  async function setToolListed(
    ctx: DirectoryRequestContext,
    { slug, revision, listed, reason }: SetToolListedInput,
  ): Promise<CatalogTool> {
    reviewerOf(ctx);
    const at = ctx.platform.clock.now();
    const changed = await ctx.em.transactional(async (em) => {
      const tool = await findToolAt(em, slug, revision);
      const { listed: before } = tool;
      if (before === listed) return tool;
      const version = await nextCatalogVersion(em, at);
      Object.assign(tool, { listed, editedAt: at, version, updatedAt: at });
      await em.flush();
      const change = listed ? 'created' : 'removed';
      const id = uuidOf('tol', tool.id) ?? '';
      await recordCatalogChanges(em, at, version, [{ resource: 'tool', id, slug, change, fields: ['listed'] }]);
      const changes: Record<string, [unknown, unknown]> = { listed: [before, listed] };
      await auditTool(ctx, em, { action: 'tool.list', id: tool.id, revision: version, reason, changes });
      return tool;
    });
    ctx.parts.catalog.changed();
    return changed;
  },
);
