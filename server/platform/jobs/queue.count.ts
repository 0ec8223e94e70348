import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../database/bare-statement.js';
import type { DatabaseFigures } from '../telemetry/metrics.figures.js';

export const JOBS = new BareStatement(
  { ready: 'bigint', scheduled: 'bigint', running: 'bigint', dead: 'bigint', oldest: 'numeric' },
  'select ready, scheduled, running, dead, oldest from count_jobs()',
);

/** Counts the queue's jobs by state, and how long the oldest one that is due has waited (seconds). */
export async function countJobs(em: EntityManager): Promise<Pick<DatabaseFigures, 'jobs' | 'oldestReadyJobSeconds'>> {
  const [row] = await em.execute<RowOf<typeof JOBS>[]>(JOBS.text);
  const { ready, scheduled, running, dead, oldest } = row ?? { ready: 0, scheduled: 0, running: 0, dead: 0, oldest: 0 };
  return {
    jobs: { ready: Number(ready), scheduled: Number(scheduled), running: Number(running), dead: Number(dead) },
    oldestReadyJobSeconds: Number(oldest),
  };
}
