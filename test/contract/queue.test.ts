import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { enqueueJob, type Job, startQueue } from '../../server/platform/jobs/queue.js';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { runDueJobs, workOf } from '../setup/jobs.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());
beforeEach(() => query(app.databaseUrl, 'delete from graphile_worker._private_jobs'));

const HOUR_MS = 3_600_000;
const add = (task: string): Promise<boolean> =>
  enqueueJob(app.app.platform.em(), app.app.platform.log, { task, payload: {}, key: task });
const jobs = () =>
  query<{ key: string | null; attempts: number }>(
    app.databaseUrl,
    'select key, attempts from graphile_worker._private_jobs',
  );
const figures = () =>
  query<{ ready: string; scheduled: string; running: string; dead: string }>(
    app.databaseUrl,
    'select ready, scheduled, running, dead from count_jobs()',
  );
const start = (jobs: readonly Job[]) =>
  startQueue({ directUrl: app.databaseUrl, work: workOf(app), jobs, metrics: app.app.metrics });

describe('a job', () => {
  it('whose round left more is followed by another round at once', async () => {
    let rounds = 0;
    const run = async () => {
      rounds += 1;
      return rounds < 4;
    };
    await add('many_rounds');
    await runDueJobs(app, [{ name: 'many_rounds', run }]);
    expect(rounds).toBe(4);
    expect(await jobs()).toEqual([]);
  });

  it('that fails is run again by the queue, and counted as failed', async () => {
    let rounds = 0;
    const run = async () => {
      rounds += 1;
      if (rounds === 1) throw new Error('not this time');
      return false;
    };
    await add('second_try');
    await runDueJobs(app, [{ name: 'second_try', run }]);
    expect(await jobs()).toMatchObject([{ key: 'second_try', attempts: 1 }]);
    expect(await figures()).toMatchObject([{ scheduled: '1', dead: '0' }]);
    await query(app.databaseUrl, 'update graphile_worker._private_jobs set run_at = now()');
    await runDueJobs(app, [{ name: 'second_try', run }]);
    expect(await jobs()).toEqual([]);
    const text = await app.app.metrics.registry.metrics();
    for (const outcome of ['done', 'failed'])
      expect(text).toContain(`dai_background_rounds_total{task="second_try",outcome="${outcome}"} 1`);
  });

  it('that a newer one replaced while it ran, and that then fails, is no dead job and is deleted', async () => {
    let rounds = 0;
    const run = async () => {
      rounds += 1;
      if (rounds > 1) return false;
      await add('replaced');
      throw new Error('too late');
    };
    await add('replaced');
    await runDueJobs(app, [{ name: 'replaced', run }]);
    expect(rounds).toBe(2);
    expect(await jobs()).toMatchObject([{ key: null }]);
    expect(await figures()).toMatchObject([{ ready: '0', scheduled: '0', running: '0', dead: '0' }]);
    await add('delete_replaced_jobs');
    await runDueJobs(app, []);
    expect(await jobs()).toEqual([]);
  });
});

describe('a job with a schedule', () => {
  /** A job each hour at the minute of so long ago, and how often it ran. */
  const hourly = (name: string, agoMs: number): { job: Job; runs(): number } => {
    let runs = 0;
    const minute = new Date(Date.now() - agoMs).getUTCMinutes();
    const run = async () => {
      runs += 1;
      return false;
    };
    return { job: { name, cron: `${minute} * * * *`, run }, runs: () => runs };
  };
  /** Has the queue know that these ran last so long ago. */
  const noteLastRun = (names: readonly string[], agoMs: number) =>
    query(
      app.databaseUrl,
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       select name, $2, $2 from unnest($1::text[]) name`,
      [names, new Date(Date.now() - agoMs)],
    );

  it('runs once for all workers, also for a time that none of them saw', async () => {
    const missed = hourly('missed', HOUR_MS / 3);
    const later = hourly('later', HOUR_MS / 6); // its time comes after the other's: when it ran, the other's was looked at
    await noteLastRun(['missed', 'later'], HOUR_MS / 2);
    const first = start([missed.job]);
    await vi.waitFor(() => expect(missed.runs()).toBe(1), 10_000);
    const second = start([missed.job, later.job]);
    await vi.waitFor(() => expect(later.runs()).toBe(1), 10_000);
    await Promise.all([first.stop(), second.stop()]);
    expect([missed.runs(), later.runs()]).toEqual([1, 1]);
  });
});

it('a queue that stops waits for the job that runs', async () => {
  let end = (): void => undefined;
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const steps: string[] = [];
  const run = async () => {
    steps.push('begun');
    await mayEnd;
    steps.push('ended');
    return false;
  };
  await add('slow');
  const queue = start([{ name: 'slow', run }]);
  await vi.waitFor(() => expect(steps).toEqual(['begun']), 10_000);
  const stopped = queue.stop().then(() => steps.push('stopped'));
  end();
  await stopped;
  expect(steps).toEqual(['begun', 'ended', 'stopped']);
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), 10_000); // the library does not wait for the note that it is done
});
