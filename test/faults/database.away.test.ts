import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { freshDatabase, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type DatabaseProxy, openDatabaseProxy } from './database.proxy.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: DatabaseProxy;
let app: TestApp;

beforeAll(async () => {
  database = await freshDatabase();
  proxy = await openDatabaseProxy(database.url);
  app = await startApp({ databaseUrl: proxy.url });
});
afterEach(() => proxy.comeBack());
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await database?.drop();
});

const track = (event: Record<string, unknown>, token = app.credentials.trackingKey) =>
  ask(`${app.url}/api/usage/track`, { token, body: event });
const storedIds = async ({ idempotencyKey }: Record<string, unknown>) =>
  (
    await query<{ id: string }>(
      database.url,
      "select 'evt_' || id as id from tracking_event where idempotency_key = $1",
      [idempotencyKey],
    )
  ).map(({ id }) => id);
const ready = async () => (await ask(`${app.url}/readyz`)).status;

describe('the database is away', () => {
  it('is 503 with Retry-After at every transport, and everything works again when it is back', async () => {
    const { trackingKey, otherTenant, users, workflowToken } = app.credentials;
    const event = makeEvent(app);
    const cookie = await signIn(app, users.owner);
    await track(makeEvent(app)); // the key is remembered now; the other tenant's is not
    proxy.goAway();
    const replies = await Promise.all([
      track(event),
      track(event, otherTenant.trackingKey),
      ask(`${app.url}/api/usage/track/batch`, { token: trackingKey, body: { events: [makeEvent(app)] } }),
      ask(`${app.url}/api/usage/track/dry-run`, { token: trackingKey, body: event }),
      ask(`${app.url}/api/usage/events?idempotencyKey=k`, { token: trackingKey }),
      ask(`${app.url}/api/auth/get-session`, { cookie }),
      ask(`${app.url}/api/auth/sign-in/email`, { body: users.owner, headers: { origin: app.url } }),
    ]);
    for (const { status, headers, body } of replies) {
      expect([status, body.code, body.retryable]).toEqual([503, 'UNAVAILABLE', true]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const caller of [{ cookie }, { token: workflowToken }]) {
      const { errors } = await askGraphql(app, '{ viewer { kind } }', {}, caller);
      expect(errors[0]?.extensions).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    }
    expect(await ready()).toBe(503);
    expect((await ask(`${app.url}/healthz`)).status).toBe(200);
    await proxy.comeBack();
    expect((await track(event)).body).toMatchObject({ tracked: true, duplicate: false });
    expect(await ready()).toBe(200);
  });
});

describe('no one knows whether the commit took place', () => {
  it('is a first answer with the stored id when the gateway finds its own event on the second attempt', async () => {
    const event = makeEvent(app);
    const lost = proxy.loseNextCommit();
    const reply = await track(event);
    await lost;
    expect(reply.body).toMatchObject({ tracked: true, duplicate: false });
    expect(await storedIds(event)).toEqual([reply.body.eventId]);
  });

  it('is 503 when the database stays away, and the retry answers the id that was stored', async () => {
    const event = makeEvent(app);
    const lost = proxy.loseNextCommit({ andGoAway: true });
    const unknown = await track(event);
    await lost;
    expect([unknown.status, unknown.body.code]).toEqual([503, 'UNAVAILABLE']);
    await proxy.comeBack();
    const ids = await storedIds(event);
    expect(ids).toHaveLength(1);
    expect((await track(event)).body).toMatchObject({ tracked: true, duplicate: true, eventId: ids[0] });
  });
});

describe('a writer that stops in the middle', () => {
  it.each(['after the begin', 'half way', 'before the commit'] as const)(
    '%s is ended by the database before folding passes it by, and its event is stored on the next attempt',
    async (point) => {
      await track(makeEvent(app)); // the connection is open and knows the statement
      const event = makeEvent(app);
      proxy.stallNextFlush(point);
      const reply = track(event);
      const stalled = () =>
        query(
          database.url,
          "select from pg_stat_activity where datname = current_database() and xact_start is not null and wait_event = 'ClientRead'",
        );
      await expect.poll(stalled, { timeout: 10_000 }).toHaveLength(1);
      await expect.poll(stalled, { timeout: 7_000 }).toHaveLength(0);
      const { body } = await reply;
      expect(body).toMatchObject({ tracked: true, duplicate: false });
      expect(await storedIds(event)).toEqual([body.eventId]);
    },
  );
});
