import type { EntityManager } from '@mikro-orm/postgresql';
import type { DirectoryParts } from '../directory/index.js';
import type { Platform, RequestContext } from '../platform/context.js';
import type { PlanSummary } from './plan.entity.js';
import { readPlan, readPlans } from './plan.query.js';

/** What planning answers other domains. */
export interface PlanningParts {
  readonly plans: ReturnType<typeof openOwnPlans>;
}

export type PlanningContext = RequestContext<DirectoryParts>;

export const openPlanning = ({ em }: Pick<Platform, 'em'>): PlanningParts => ({ plans: openOwnPlans(em) });

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
