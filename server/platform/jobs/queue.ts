import type { EntityManager } from '@mikro-orm/postgresql';
import { type JobHelpers, Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type { Platform } from '../context.js';
import { openQuietPool } from '../database/client.js';
import type { Log } from '../log.js';
import type { Metrics } from '../telemetry/metrics.js';
import { type Loop, startLoop } from './loop.js';

/** Jobs that one process runs at once, and the connections that it has for them: one more listens. */
const CONCURRENCY = 4;
const CONNECTIONS_MAX = CONCURRENCY + 2;
/** How long after the queue's workers gave up, as they do when the database is away, others begin. */
const RESTART_PAUSE_MS = 5_000;
/** How long a caller waits for a queue that others hold before it counts as one that takes nothing; each holds a connection meanwhile. */
const PATIENCE = '300ms';
/** A time of a job's schedule that no worker saw is made up for at the next start, where it is no longer ago than this. */
const MISSED_MS_MAX = 3_600_000;

/** The services that a job may use. */
export type Work = Pick<Platform, 'config' | 'clock' | 'log' | 'em'>;

/** A kind of background work. */
export interface Job {
  /** The name of its task in the queue and in the metrics. Jobs of an older build may wait under it. */
  readonly name: string;
  /** When the queue adds it by itself: five fields of a crontab, in UTC. Of several workers one adds it. */
  readonly cron?: string;
  /**
   * Does one round and answers whether more waits, which asks for the next round at once. One that throws is run again by the queue.
   * A round may run twice, also at the same time, and must then do no more than one.
   */
  run(work: Work, payload: unknown): Promise<boolean>;
}

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

export interface QueueParts {
  readonly work: Work;
  readonly jobs: readonly Job[];
  readonly metrics: Pick<Metrics, 'watchRound'>;
}

/** Runs these jobs in this process until it is stopped; one that is in work then is waited for. `directUrl` is never pooled. */
export function startQueue({ directUrl, ...parts }: QueueParts & { readonly directUrl: string }): Loop {
  const { work, jobs } = parts;
  const taskList = taskListOf(parts);
  const parsedCronItems = parseCronItems([...cronItemsOf(jobs), ...cronItemsOf([CLEAN_UP])]);
  let runner: Runner | null = null;
  let stopped = false;
  // The library gives up when the database is away; this begins again.
  const loop = startLoop('queue', RESTART_PAUSE_MS, work.log, async () => {
    // Closed before the stop goes on: the library's own pool closes after its runner has ended and hears no errors meanwhile.
    const pool = openQuietPool(directUrl, CONNECTIONS_MAX);
    try {
      runner = await run({
        pgPool: pool,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        parsedCronItems,
        logger: loggerTo(work.log),
        taskList,
      });
      if (stopped) await runner.stop();
      await runner.promise;
    } finally {
      await pool.end();
    }
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

/** Follows a round that left more by another under the same key, unless a newer job took the key and goes on instead. */
const REPEAT = `select graphile_worker.add_job($1, payload, job_key := key)
  from graphile_worker._private_jobs where id = $2 and key is not null`;

/**
 * Deletes what a newer job under the same key replaced while it ran, and that then failed or lost its worker: the library keeps it as a dead one.
 * Every job is added under a key, so one without a key was replaced.
 */
const CLEAN_UP = {
  name: 'delete_replaced_jobs',
  cron: '17 * * * *',
  statement: `delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts`,
};

/** The tasks that the library runs for these jobs. */
export function taskListOf({ work, jobs, metrics }: QueueParts): TaskList {
  const tasks = jobs.map((job) => {
    const round = metrics.watchRound(job.name, (payload: unknown) => job.run(work, payload));
    return [job.name, runnerOf(job.name, work.log, round)] as const;
  });
  const cleanUp = async (_payload: unknown, { query }: JobHelpers): Promise<void> => {
    await query(CLEAN_UP.statement);
  };
  return { ...Object.fromEntries(tasks), [CLEAN_UP.name]: cleanUp };
}

function runnerOf(name: string, log: Log, round: (payload: unknown) => Promise<boolean>): TaskList[string] {
  return async (payload, { job, query }) => {
    try {
      if (await round(payload)) await query(REPEAT, [name, job.id]);
    } catch (error) {
      log.warn({ err: error, task: name }, 'a background job failed and will be tried again');
      throw error;
    }
  };
}

/** One job of a schedule waits at most, however often its time has come. */
const cronItemsOf = (jobs: readonly Pick<Job, 'name' | 'cron'>[]): Parameters<typeof parseCronItems>[0] =>
  jobs.flatMap(({ name, cron }) =>
    cron === undefined
      ? []
      : [
          {
            task: name,
            match: cron,
            identifier: name,
            options: { backfillPeriod: MISSED_MS_MAX, jobKey: name, jobKeyMode: 'preserve_run_at' as const },
          },
        ],
  );

/** Writes the library's messages to our log: chatter, and what we have logged already, only at the level debug; never a job's payload. */
const loggerTo = (log: Log): Logger =>
  new Logger((scope) => (level, message, meta) => {
    const method = level === 'warning' ? 'warn' : level === 'info' || meta?.failure === true ? 'debug' : level;
    log[method]({ queue: scope.label, task: scope.taskIdentifier, job: scope.jobId }, message);
  });
