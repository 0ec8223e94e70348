import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger, type Runner, run } from 'graphile-worker';
import type { Log } from '../log.js';
import { type Loop, startLoop } from './loop.js';

/** Jobs that one process runs at once, and the connections that it has for them: one more listens. */
const CONCURRENCY = 4;
const CONNECTIONS_MAX = CONCURRENCY + 2;
/** How long after the queue's workers gave up, as they do when the database is away, others begin. */
const RESTART_PAUSE_MS = 5_000;
/** How long a caller waits for a queue that others hold before it counts as one that takes nothing; each holds a connection meanwhile. */
const PATIENCE = '300ms';

/** A piece of work by its name. Running it twice must do no more than running it once: after a crash it is run again. */
export type Tasks = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export interface NewJob {
  readonly task: string;
  readonly payload: Readonly<Record<string, string>>;
  /** A job that waits under the same key keeps its place and takes this payload; one that runs is followed by another. */
  readonly key: string;
  /** At once when absent. */
  readonly runAt?: Date;
}

/**
 * Adds a job inside the caller's transaction: both are committed or neither is. Under a savepoint, so that a queue that fails takes nothing
 * of the caller's with it. Answers whether the queue took the job.
 */
export async function enqueueJob(em: EntityManager, log: Log, { task, payload, key, runAt }: NewJob): Promise<boolean> {
  try {
    await em.transactional(async (inner) => {
      await inner.execute(`set local lock_timeout = '${PATIENCE}'`);
      await inner.execute('select enqueue_job(?, ?::json, ?, ?)', [task, JSON.stringify(payload), key, runAt ?? null]);
      await inner.execute(`set local lock_timeout to default`);
    });
    return true;
  } catch (error) {
    log.warn({ err: error, task }, 'the queue did not take a job');
    return false;
  }
}

/** Runs the jobs of these tasks in this process until it is stopped; a job that is in work then is waited for. `directUrl` is never pooled. */
export function startQueue({ directUrl, log, tasks }: { directUrl: string; log: Log; tasks: Tasks }): Loop {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [name, (payload: unknown) => work(payload)]),
  );
  let runner: Runner | null = null;
  let stopped = false;
  const loop = startLoop('queue', RESTART_PAUSE_MS, log, async () => {
    runner = await run({
      connectionString: directUrl,
      maxPoolSize: CONNECTIONS_MAX,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      crontab: '',
      logger: loggerTo(log),
      taskList,
    });
    if (stopped) await runner.stop();
    await runner.promise;
    return false;
  });
  return {
    async stop() {
      stopped = true;
      await runner?.stop().catch(() => undefined); // it has ended by itself: there is nothing to wait for
      await loop.stop();
    },
  };
}

/** What the library says, in our log: its chatter only where everything is wanted, and never what a job carries. */
const loggerTo = (log: Log): Logger =>
  new Logger((scope) => (level, message) => {
    const method = level === 'warning' ? 'warn' : level === 'info' ? 'debug' : level;
    log[method]({ queue: scope.label, task: scope.taskIdentifier, job: scope.jobId }, message);
  });
