import { ownerOf } from '../../accounts/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/page.args.js';
import { idBefore, pageOf } from '../../platform/page.js';
import { findPlan, noSuchPlan, PLAN_COLUMNS, type PlanRow, planOf, summaryOf } from './plan.query.js';
import type { PlanList, SavedPlan, SavedPlanArgs } from './plan.types.js';

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
    const before = idBefore(cursor);
    const rows = await ctx.em.execute<PlanRow[]>(
      `select ${PLAN_COLUMNS} from saved_plan where user_id = ? and id < ? order by id desc limit ?`,
      [ownerOf(ctx), before, limit + 1],
    );
    const page = pageOf(rows, limit, ({ id }) => id);
    return { items: page.items.map(summaryOf), nextCursor: page.nextCursor };
  },
);

/** One saved plan of the person who is signed in. */
export const readSavedPlan = operation(
  { name: 'savedPlan', who: ['session'], limit: 'workflow' },
  async (ctx, { planId }: SavedPlanArgs): Promise<SavedPlan> => {
    const row = await findPlan(ctx.em, ownerOf(ctx), uuidOf('pln', planId) ?? '');
    if (!row) throw noSuchPlan();
    return planOf(row);
  },
);
