import type { DirectoryParts } from '../directory/index.js';
import type { Platform, RequestContext } from '../platform/context.js';
import { planSummary, readPlan, selectPlans } from './plan.query.js';
import type { PlanSummary } from './plan.types.js';

/** The answers of planning to other domains: the saved plans of one person. */
export interface PlanningParts {
  readonly plans: {
    /** The newest ones, at most `limit`. */
    newest(userId: string, limit: number): Promise<PlanSummary[]>;
    /** One by its id, or null when it is not theirs. */
    find(userId: string, planId: string): Promise<PlanSummary | null>;
  };
}

export type PlanningContext = RequestContext<DirectoryParts>;

export const openPlanning = ({ em }: Pick<Platform, 'em'>): PlanningParts => ({
  plans: {
    async newest(userId, limit) {
      const plans = await selectPlans(em(), userId).orderBy('t.id', 'desc').limit(limit).execute();
      return plans.map(planSummary);
    },
    async find(userId, planId) {
      const plan = await readPlan(em(), userId, planId);
      return plan && planSummary(plan);
    },
  },
});
