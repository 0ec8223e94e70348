import { sql } from 'kysely';
import { ownerOf } from '../../accounts/index.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { SavedPlan } from './plan.entity.js';
import { noSuchPlan, readPlan, readPlans } from './plan.query.js';
import { type PlanList, planSorts, type SavedPlanArgs, type SavedPlansArgs } from './plan.types.js';

const LIST: SortedListOf<typeof planSorts> = {
  name: 'savedPlans',
  sorts: planSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: {
    created: null,
    updated: { by: sql`t.updated_at`, type: 'time' },
    title: { by: sql`lower(t.title)`, type: 'text' },
  },
  naming: [
    sql`t.title`,
    sql`t.intent`,
    sql`(select string_agg(one.value #>> '{tool,name}', ' ') from jsonb_array_elements(t.brief -> 'stack') as one(value))`,
  ],
  time: sql`t.updated_at`,
};

/** The caller's saved plans, newest first if no order is asked for. */
export const listSavedPlans = operation(
  {
    name: 'savedPlans',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function savedPlans(ctx, args: SavedPlansArgs): Promise<PlanList> {
    const page = sortedPage(LIST, args);
    return page.cut(await readPlans(ctx.em, publicId('usr', ownerOf(ctx)), (of) => page.narrow(of)));
  },
);

/** One saved plan of the person who is signed in. */
export const readSavedPlan = operation(
  { name: 'savedPlan', who: ['session'], limit: 'workflow' },
  async function savedPlan(ctx, { planId }: SavedPlanArgs): Promise<SavedPlan> {
    const plan = await readPlan(ctx.em, publicId('usr', ownerOf(ctx)), planId);
    if (!plan) throw noSuchPlan();
    return plan;
  },
);
