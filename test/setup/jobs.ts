import { Logger, runOnce } from 'graphile-worker';
import { vi } from 'vitest';
import { type Job, taskListOf, type Work } from '../../server/platform/jobs/queue.js';
import { openLog } from '../../server/platform/log.js';
import type { TestApp } from './app.js';
import { query } from './database.js';

/** The services that a job of a worker beside this application uses. */
export const workOf = ({ app, clock }: Pick<TestApp, 'app' | 'clock'>): Work => ({
  ...app.platform,
  clock,
  log: openLog('silent'),
});

/** Runs everything of these jobs that is due in the queue, and what it adds, as a worker does. */
export async function runDueJobs(app: TestApp, jobs: readonly Job[]): Promise<void> {
  await runOnce({
    connectionString: app.databaseUrl,
    noHandleSignals: true,
    taskList: taskListOf({ work: workOf(app), jobs, metrics: app.app.metrics }),
    logger: new Logger(() => () => undefined),
  });
  // The library tells the database that a job is done without waiting for it.
  await vi.waitFor(async () => {
    const taken = `select 1 from graphile_worker._private_jobs where locked_by like 'otpool-%'`;
    if ((await query(app.databaseUrl, taken)).length) throw new Error('a job that ran is still taken');
  }, 10_000);
}

/** Takes the queue away, or gives it back. */
export const setQueueAway = ({ databaseUrl }: Pick<TestApp, 'databaseUrl'>, away: boolean) =>
  query(databaseUrl, `alter function graphile_worker.${away ? 'add_job rename to gone' : 'gone rename to add_job'}`);
