import { ownerOf } from '../../accounts/index.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import type { SavedPlan } from './plan.entity.js';
import { noSuchPlan, readPlan, readPlans } from './plan.query.js';
import type { PlanList, SavedPlanArgs } from './plan.types.js';

/** The caller's saved plans, newest first. */
export const listSavedPlans = operation(
  {
    name: 'savedPlans',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async (ctx, { limit, cursor }: PageArgs): Promise<PlanList> => {
    const userId = publicId('usr', ownerOf(ctx));
    const plans = await readPlans(ctx.em, userId, (of) =>
      of
        .where('id', '<', idBefore(cursor))
        .orderBy('id', 'desc')
        .limit(limit + 1),
    );
    return pageOf(plans, limit, ({ id }) => uuidOf('pln', id) ?? '');
  },
);

/** One saved plan of the person who is signed in. */
export const readSavedPlan = operation(
  { name: 'savedPlan', who: ['session'], limit: 'workflow' },
  async (ctx, { planId }: SavedPlanArgs): Promise<SavedPlan> => {
    const plan = await readPlan(ctx.em, publicId('usr', ownerOf(ctx)), planId);
    if (!plan) throw noSuchPlan();
    return plan;
  },
);
