import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, type Reply } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';

const PATIENCE = { timeout: 15_000 };
let app: TestApp;
let blocker: pg.Client;

beforeAll(async () => {
  app = await startApp();
  blocker = new pg.Client({ connectionString: app.databaseUrl });
  await blocker.connect();
});
afterAll(async () => {
  await blocker?.end();
  await app?.close();
});

const call = (door: 'track' | 'track/batch', body: unknown) =>
  ask(`${app.url}/api/usage/${door}`, { token: app.credentials.trackingKey, body });
const waiting = () => app.app.platform.services.events.waitingRows;

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
    app.databaseUrl,
    "select idempotency_key as key, 'evt_' || id as id from tracking_event where idempotency_key = any($1)",
    [keys],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
};

describe('a row that the database refuses', () => {
  it('does not fail the others of its group', async () => {
    await query(app.databaseUrl, "alter table tracking_event add constraint curse check (developer_id <> 'cursed')");
    const first = makeEvent(app);
    const group = Array.from({ length: 30 }, (_item, index) =>
      makeEvent(app, index === 13 ? { developer_id: 'cursed' } : {}),
    );
    const replies: Promise<Reply>[] = [];
    await whileInsertsWait(async () => {
      replies.push(call('track', first));
      await expect.poll(inserting, PATIENCE).toBe(1);
      replies.push(...group.map((event) => call('track', event)));
      await expect.poll(waiting, PATIENCE).toBe(group.length);
    });
    const answered = await Promise.all(replies);
    const stored = await storedIds([first, ...group].map(({ idempotencyKey }) => idempotencyKey));
    const [cursed] = answered.splice(14, 1);
    expect(cursed).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answered.map(({ body }) => [body.tracked, body.duplicate])).toEqual(answered.map(() => [true, false]));
    expect(answered.map(({ body }) => body.eventId).sort()).toEqual([...stored.values()].sort());
  });

  const inserting = async () =>
    (
      await query(
        app.databaseUrl,
        "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'insert into tracking_event'",
      )
    ).length;
});

describe('more events than the queue holds', () => {
  const BATCH = 50;

  it.each([
    ['rows', 420, {}],
    ['bytes', 95, { text: 'x'.repeat(16_000) }],
  ])(
    'are refused with 503 and Retry-After when there are too many %s, and what was taken is stored',
    async (_what, batches, metadata) => {
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
      const answered = await Promise.all(sent.map(async ({ keys, reply }) => ({ keys, status: (await reply).status })));
      const taken = answered.filter(({ status }) => status === 200).flatMap(({ keys }) => keys);
      expect(taken.length).toBeGreaterThan(1_000);
      expect((await storedIds(taken)).size).toBe(taken.length);
      expect((await call('track', makeEvent(app, { metadata }))).body).toMatchObject({ tracked: true }); // the queue is empty again
    },
  );
});
