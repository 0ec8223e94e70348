import type { EntityManager } from '@mikro-orm/postgresql';
import type { PlanSummary } from './plan.entity.js';
import { readPlan, readPlans } from './plan.query.js';

/** Answers other domains' questions about one person's saved plans (`usr_…`, `pln_…`): the newest, or one by its id and null if it is not theirs. */
export function openOwnPlans(em: () => EntityManager) {
  return {
    newest(userId: string, limit: number): Promise<PlanSummary[]> {
      return readPlans(em(), userId, (of) => of.orderBy('id', 'desc').limit(limit));
    },
    find(userId: string, planId: string): Promise<PlanSummary | null> {
      return readPlan(em(), userId, planId);
    },
  };
}
