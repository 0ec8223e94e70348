import { get } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { asGateway, freshDatabase, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { buildIfStale, endAll, type Gateway, startGateway } from './gateway.process.js';
import { type Outcome, openCaller } from './load.client.js';

const PATIENCE = { timeout: 60_000 };
const CONNECTIONS = 64;
const ACKNOWLEDGED_BEFORE = 500;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let demo: TestApp;

beforeAll(async () => {
  await buildIfStale();
  database = await freshDatabase();
  demo = await startApp({ databaseUrl: database.url }); // makes the keys; the gateway that is stopped is another process
});
afterAll(async () => {
  await endAll();
  await demo?.close();
  await database?.drop();
});

interface Drained {
  readonly acknowledged: Map<string, string>;
  /** Requests that got no answer, refused connections aside. */
  readonly lost: Extract<Outcome, { kind: 'lost' }>[];
  readonly otherAnswers: Outcome[];
}

/** Loads the gateway until it takes no connection any more; `enough` is called once so many events are acknowledged. */
async function loadUntilGone(gateway: Gateway, enough: () => void): Promise<Drained> {
  const caller = openCaller(demo.credentials.trackingKey, CONNECTIONS);
  const drained: Drained = { acknowledged: new Map(), lost: [], otherAnswers: [] };
  const work = async (): Promise<void> => {
    for (;;) {
      const event = makeEvent(demo);
      const outcome = await caller.post(gateway.url, event);
      if (outcome.kind === 'lost' && outcome.code === 'ECONNREFUSED') return;
      if (outcome.kind === 'lost') drained.lost.push(outcome);
      else if (outcome.status !== 200) drained.otherAnswers.push(outcome);
      else if (
        drained.acknowledged.set(String(event.idempotencyKey), String(outcome.body.eventId)).size ===
        ACKNOWLEDGED_BEFORE
      )
        enough();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  caller.close();
  return drained;
}

/** Asks for readiness on a new connection each time, as a balancer does, until there is no answer; tells what was answered. */
async function watchReadiness(gateway: Gateway): Promise<string[]> {
  const answers: string[] = [];
  for (;;) {
    const answer = await new Promise<string | null>((resolve) => {
      get(`${gateway.url}/readyz`, { agent: false }, (res) => {
        let text = '';
        res.on('data', (part: Buffer) => {
          text += part.toString();
        });
        res.on('end', () => resolve(`${res.statusCode} ${text}`));
      }).on('error', () => resolve(null));
    });
    if (answer === null) return answers;
    answers.push(answer);
  }
}

const start = () =>
  startGateway({
    DATABASE_URL: asGateway(database.url),
    DATABASE_DIRECT_URL: database.url,
    SESSION_SECRET: 'fault-test-fault-test-fault-test',
  });

describe('SIGTERM under load', () => {
  it('says not ready, answers what was sent, keeps all that it acknowledged, and ends with 0', async () => {
    const gateway = await start();
    const readiness = watchReadiness(gateway);
    const drained = await loadUntilGone(gateway, () => gateway.kill('SIGTERM'));
    expect(await gateway.ended).toMatchObject({ code: 0, signal: null, errors: '' });

    const answers = await readiness;
    expect(answers[0]).toMatch(/^200 /);
    expect(answers.at(-1)).toMatch(/^503 .*"draining":true/);

    expect(drained.otherAnswers).toEqual([]);
    expect(drained.lost.filter(({ reusedConnection }) => reusedConnection)).toEqual([]);
    const rows = await query<{ key: string; id: string }>(
      database.url,
      "select idempotency_key as key, 'evt_' || id as id from tracking_event",
    );
    const stored = new Map(rows.map(({ key, id }) => [key, id]));
    expect(drained.acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE);
    expect([...drained.acknowledged].filter(([key, id]) => stored.get(key) !== id)).toEqual([]);
  });

  it('lets clients move on although no one asks whether it is ready', async () => {
    const gateway = await start();
    const drained = await loadUntilGone(gateway, () => gateway.kill('SIGTERM'));
    expect(await gateway.ended).toMatchObject({ code: 0, signal: null, errors: '' });
    expect(drained.lost.filter(({ reusedConnection }) => reusedConnection)).toEqual([]);
  });

  it('stores and answers what is still in work when it takes no connection any more', async () => {
    const gateway = await start();
    const caller = openCaller(demo.credentials.trackingKey);
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table tracking_event in share mode'); // no insert gets through
    const events = Array.from({ length: 20 }, () => makeEvent(demo));
    const outcomes = events.map((event) => caller.post(gateway.url, event));
    const inserts = () =>
      query(
        database.url,
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
    await expect.poll(inserts, PATIENCE).toHaveLength(1);
    gateway.kill('SIGTERM');
    await expect
      .poll(
        () =>
          fetch(`${gateway.url}/healthz`).then(
            () => true,
            () => false,
          ),
        PATIENCE,
      )
      .toBe(false);
    await blocker.query('rollback');
    await blocker.end();
    for (const outcome of await Promise.all(outcomes))
      expect(outcome).toMatchObject({ kind: 'answer', status: 200, body: { tracked: true, duplicate: false } });
    caller.close();
    expect(await gateway.ended).toMatchObject({ code: 0, signal: null, errors: '' });
  });
});
