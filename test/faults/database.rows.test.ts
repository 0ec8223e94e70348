import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, type Reply } from '../setup/ask.js';
import { freshDatabase, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type DatabaseProxy, openDatabaseProxy } from './database.proxy.js';

const PATIENCE = { timeout: 60_000 };
let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: DatabaseProxy;
let app: TestApp;
let blocker: pg.Client;

beforeAll(async () => {
  database = await freshDatabase('template_demo');
  proxy = await openDatabaseProxy(database.url);
  app = await startApp({ databaseUrl: proxy.url });
  blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
});
afterAll(async () => {
  await blocker?.end();
  await app?.close();
  await proxy?.close();
  await database?.drop();
});

const call = (endpoint: 'track' | 'track/batch', body: unknown, token = app.credentials.trackingKey) =>
  ask(`${app.url}/api/usage/${endpoint}`, { token, body });
const flushesSent = () => proxy.takeStatements().filter((text) => text.includes('insert into tracking_event'));
const inserting = async () =>
  (
    await query(
      database.url,
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'insert into tracking_event'",
    )
  ).length;
const waiting = () => app.app.parts.events.waitingRows;

/** Keeps every flush from inserting until `act` has ended, so that what is sent meanwhile waits in the queue. */
async function whileInsertsWait(act: () => Promise<void>): Promise<void> {
  await blocker.query('begin');
  try {
    await blocker.query('lock table tracking_event in share mode');
    await act();
  } finally {
    await blocker.query('rollback');
  }
}

const storedIds = async (keys: unknown[]): Promise<Map<string, string>> => {
  const rows = await query<{ key: string; id: string }>(
    database.url,
    "select idempotency_key as key, 'evt_' || id as id from tracking_event where idempotency_key = any($1)",
    [keys],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
};

describe('a row that the database refuses', () => {
  const GROUP = 64;

  it('does not fail the others of its group, and is found by halving it', async () => {
    await query(database.url, "alter table tracking_event add constraint curse check (developer_id <> 'cursed')");
    const first = makeEvent(app);
    const group = Array.from({ length: GROUP }, (_item, index) =>
      makeEvent(app, index === 13 ? { developer_id: 'cursed' } : {}),
    );
    const replies: Promise<Reply>[] = [];
    await whileInsertsWait(async () => {
      replies.push(call('track', first));
      await expect.poll(inserting, PATIENCE).toBe(1);
      flushesSent();
      replies.push(...group.map((event) => call('track', event)));
      await expect.poll(waiting, PATIENCE).toBe(group.length);
    });
    const answered = await Promise.all(replies);
    expect(flushesSent().length).toBeLessThanOrEqual(2 * Math.log2(GROUP) + 2);
    const stored = await storedIds([first, ...group].map(({ idempotencyKey }) => idempotencyKey));
    const [cursed] = answered.splice(14, 1);
    expect(cursed).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answered.map(({ body }) => [body.tracked, body.duplicate])).toEqual(answered.map(() => [true, false]));
    expect(answered.map(({ body }) => body.eventId).sort()).toEqual([...stored.values()].sort());
  });
});

describe('an event that waits', () => {
  it('is refused with 503 after ten seconds, by the first attempt and before the database says anything', async () => {
    const inFlight = makeEvent(app);
    const waits = makeEvent(app);
    await whileInsertsWait(async () => {
      flushesSent();
      const replies = [call('track', inFlight)];
      await expect.poll(inserting, PATIENCE).toBe(1);
      replies.push(call('track', waits));
      await expect.poll(waiting, PATIENCE).toBe(1);
      app.clock.move(10_000);
      for (const reply of await Promise.all(replies)) {
        expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', retryable: true } });
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(flushesSent()).toHaveLength(1);
      expect(waiting()).toBe(0);
    });
    expect((await call('track', waits)).body).toMatchObject({ tracked: true, duplicate: false });
    expect((await call('track', inFlight)).body).toMatchObject({ tracked: true });
    expect((await storedIds([inFlight, waits].map(({ idempotencyKey }) => idempotencyKey))).size).toBe(2);
  });
});

describe('one organization sends more than its share', () => {
  const BATCH = 50;
  const makeOwn = () => makeEvent(app, { idempotencyKey: `burst-${randomUUID()}` });

  it('is refused alone, and the event of another is in the next group', async () => {
    const { otherTenant } = app.credentials;
    let refused = false;
    const burst: Promise<Reply>[] = [];
    const others = makeEvent(app, { product: { id: otherTenant.productId, name: 'Other API', type: 'api' } });
    let reply: Promise<Reply> | undefined;
    await whileInsertsWait(async () => {
      burst.push(call('track', makeOwn()));
      await expect.poll(inserting, PATIENCE).toBe(1);
      while (!refused) {
        const sent = Array.from({ length: 20 }, () =>
          call('track/batch', { events: Array.from({ length: BATCH }, makeOwn) }),
        );
        burst.push(...sent);
        const before = waiting();
        void Promise.race(sent).then(() => (refused = true));
        await expect.poll(() => refused || waiting() >= before + 20 * BATCH, PATIENCE).toBe(true);
      }
      const before = waiting();
      reply = call('track', others, otherTenant.trackingKey);
      await expect.poll(waiting, PATIENCE).toBeGreaterThan(before);
    });
    expect(await reply).toMatchObject({ status: 200, body: { tracked: true } });
    for (const { status, body } of await Promise.all(burst))
      if (status !== 200) expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
    const [groups] = await query<{ before: number }>(
      database.url,
      `select count(distinct e.xmin::text)::int as before from tracking_event e, tracking_event o
       where o.idempotency_key = $1 and e.idempotency_key ~ '^burst' and e.xmin::text::bigint < o.xmin::text::bigint`,
      [others.idempotencyKey],
    );
    expect(groups?.before).toBeLessThanOrEqual(2);
  });
});

describe('more events than the queue holds', () => {
  const BATCH = 50;

  it.each([
    ['rows', 420, {}, 1_000],
    ['bytes', 95, { text: 'x'.repeat(16_000) }, 100],
  ])(
    'are refused with 503 and Retry-After when there are too many %s, and what was taken is stored',
    async (_what, batches, metadata, takenMin) =>
      // The clock stands: on a busy machine events would be refused for having waited ten seconds.
      app.clock.at(app.clock.now(), async () => {
        let refused: Reply | undefined;
        const sent: { keys: unknown[]; reply: Promise<Reply> }[] = [];
        await whileInsertsWait(async () => {
          for (let batch = 0; batch < batches; batch += 1) {
            const events = Array.from({ length: BATCH }, () => makeEvent(app, { metadata }));
            const reply = call('track/batch', { events });
            sent.push({ keys: events.map(({ idempotencyKey }) => idempotencyKey), reply });
            void reply.then((answer) => {
              refused ??= answer;
            });
          }
          await expect.poll(() => refused, PATIENCE).toBeDefined();
        });
        expect(refused).toMatchObject({
          status: 503,
          body: { code: 'UNAVAILABLE', detail: expect.stringContaining('Too many'), retryable: true },
        });
        expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
        const answered = await Promise.all(
          sent.map(async ({ keys, reply }) => ({ keys, status: (await reply).status })),
        );
        const taken = answered.filter(({ status }) => status === 200).flatMap(({ keys }) => keys);
        expect(taken.length).toBeGreaterThan(takenMin);
        expect((await storedIds(taken)).size).toBe(taken.length);
        expect((await call('track', makeEvent(app, { metadata }))).body).toMatchObject({ tracked: true }); // the queue is empty again
      }),
  );
});
