import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, personOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { findPlan, noSuchPlan, type PlanRow, planOf } from './plan.query.js';
import type { DeletePlanInput, RenamePlanInput, SavedPlan } from './plan.types.js';

/** Gives a plan another title; names the revision that was read, so that no one overwrites what they have not seen. */
export const renamePlan = operation(
  { name: 'renamePlan', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { planId, title, revision }: RenamePlanInput): Promise<SavedPlan> =>
    ctx.em.transactional(async (em) => {
      const row = await lockPlan(ctx, em, planId, revision);
      const named = title.trim();
      if (named === row.title) return planOf(row);
      const now = ctx.platform.clock.now();
      const changed = { ...row, title: named, revision: revision + 1, updated_at: now.toISOString() };
      await em.execute('update saved_plan set title = ?, revision = ?, updated_at = ? where id = ?', [
        named,
        changed.revision,
        now,
        row.id,
      ]);
      await auditPlan(ctx, em, 'plan.rename', changed, { title: [row.title, named] });
      return planOf(changed);
    }),
);

/** Deletes a plan for good; its packet is gone with it. Answers true. */
export const deletePlan = operation(
  { name: 'deletePlan', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { planId, revision }: DeletePlanInput): Promise<boolean> =>
    ctx.em.transactional(async (em) => {
      const row = await lockPlan(ctx, em, planId, revision);
      await em.execute('delete from saved_plan where id = ?', [row.id]);
      await auditPlan(ctx, em, 'plan.delete', row, { title: [row.title, null], digest: [row.digest, null] });
      return true;
    }),
);

async function lockPlan(ctx: RequestContext, em: EntityManager, planId: string, revision: number): Promise<PlanRow> {
  const row = await findPlan(em, ownerOf(ctx), uuidOf('pln', planId) ?? '', { lock: true });
  if (!row) throw noSuchPlan();
  if (row.revision !== revision)
    throw new Fault('STALE_REVISION', {
      say: `The plan has revision ${row.revision} by now.`,
      members: { revision: row.revision },
    });
  return row;
}

/** Records in the platform's audit chain what a person did with a plan; must be called in the transaction of the change. */
export const auditPlan = (
  ctx: RequestContext,
  em: EntityManager,
  action: string,
  { id, revision }: { readonly id: string; readonly revision: number },
  changes: Record<string, [unknown, unknown]>,
): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: personChain(ownerOf(ctx)),
    actor: personOf(ctx),
    action,
    resource: 'plan',
    resourceId: publicId('pln', id),
    revision,
    changes,
    requestId: ctx.requestId,
  });
