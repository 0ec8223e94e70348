import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, personOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { SavedPlan } from './plan.entity.js';
import { noSuchPlan } from './plan.query.js';
import type { DeletePlanInput, RenamePlanInput } from './plan.types.js';

/** Gives a plan another title; names the revision that was read, so that no one overwrites what they have not seen. */
export const renamePlan = operation(
  { name: 'renamePlan', who: ['session'], writes: true, limit: 'workflow' },
  async function renamePlan(ctx, { planId, title, revision }: RenamePlanInput): Promise<SavedPlan> {
    return ctx.em.transactional(async (em) => {
      const plan = await lockPlan(ctx, em, planId, revision);
      const before = plan.title;
      const named = title.trim();
      if (named === before) return plan;
      em.assign(plan, { title: named, revision: revision + 1, updatedAt: ctx.platform.clock.now() });
      await em.flush();
      await auditPlan(ctx, em, 'plan.rename', plan, { title: [before, named] });
      return plan;
    });
  },
);

/** Deletes a plan for good; its packet is gone with it. Answers true. */
export const deletePlan = operation(
  { name: 'deletePlan', who: ['session'], writes: true, limit: 'workflow' },
  async function deletePlan(ctx, { planId, revision }: DeletePlanInput): Promise<boolean> {
    return ctx.em.transactional(async (em) => {
      const plan = await lockPlan(ctx, em, planId, revision);
      em.remove(plan);
      await em.flush();
      await auditPlan(ctx, em, 'plan.delete', plan, { title: [plan.title, null], digest: [plan.digest, null] });
      return true;
    });
  },
);

/** The caller's plan at this revision, locked until the transaction ends. */
async function lockPlan(ctx: RequestContext, em: EntityManager, planId: string, revision: number): Promise<SavedPlan> {
  const mine = { id: planId, userId: publicId('usr', ownerOf(ctx)) };
  const plan = await em.findOne(SavedPlan, mine, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!plan) throw noSuchPlan();
  if (plan.revision !== revision)
    throw new Fault('STALE_REVISION', {
      say: `The plan is now at revision ${plan.revision}.`,
      members: { revision: plan.revision },
    });
  return plan;
}

/** Records in the platform's audit chain what a person did with a plan; must be called in the transaction of the change. */
export const auditPlan = (
  ctx: RequestContext,
  em: EntityManager,
  action: string,
  { id, revision }: Pick<SavedPlan, 'id' | 'revision'>,
  changes: Record<string, [unknown, unknown]>,
): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: personChain(ownerOf(ctx)),
    actor: personOf(ctx),
    action,
    resource: 'plan',
    resourceId: id,
    revision,
    changes,
    requestId: ctx.requestId,
  });
