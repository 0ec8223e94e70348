import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidOf } from '../../platform/ids.js';
import { findPlan, PLAN_COLUMNS, type PlanRow, summaryOf } from './plan.query.js';
import type { PlanSummary } from './plan.types.js';

/** Answers other domains' questions about one person's saved plans (`usr_…`, `pln_…`): the newest, or one by its id and null if it is not theirs. */
export function openOwnPlans(em: () => EntityManager) {
  return {
    async newest(userId: string, limit: number): Promise<PlanSummary[]> {
      const rows = await em().execute<PlanRow[]>(
        `select ${PLAN_COLUMNS} from saved_plan where user_id = ? order by id desc limit ?`,
        [uuidOf('usr', userId), limit],
      );
      return rows.map(summaryOf);
    },
    async find(userId: string, planId: string): Promise<PlanSummary | null> {
      const row = await findPlan(em(), uuidOf('usr', userId) ?? '', uuidOf('pln', planId) ?? '');
      return row && summaryOf(row);
    },
  };
}
