import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { freshDatabase } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type DatabaseProxy, openDatabaseProxy } from './database.proxy.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: DatabaseProxy;
let app: TestApp;

beforeAll(async () => {
  database = await freshDatabase('template_demo');
  proxy = await openDatabaseProxy(database.url);
  app = await startApp({ databaseUrl: proxy.url });
});
afterEach(() => proxy.comeBack());
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await database?.drop();
});

const BATCHES = 44;
/** The first group's three further attempts, and the connections of what is not the queue. */
const CONNECTIONS_MAX = 3 + 3;

describe('a database that answers nothing and ends no connection', () => {
  it('is 503 to all that wait after the attempts of one group, and everything is stored when it is back', async () => {
    const token = app.credentials.trackingKey;
    const track = (event: Record<string, unknown>) => ask(`${app.url}/api/usage/track`, { token, body: event });
    const send = (events: unknown[]) => ask(`${app.url}/api/usage/track/batch`, { token, body: { events } });
    expect((await track(makeEvent(app))).status).toBe(200); // the key is remembered, and the connection is open
    proxy.goSilent();
    const opened = proxy.connectionsOpened;
    const batches = Array.from({ length: BATCHES }, () => Array.from({ length: 50 }, () => makeEvent(app)));
    const replies = await Promise.all(batches.map(send)); // several groups
    expect(proxy.connectionsOpened - opened).toBeLessThanOrEqual(CONNECTIONS_MAX);
    for (const { status, headers, body } of replies) {
      expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await proxy.comeBack();
    for (const { status, body } of await Promise.all(batches.map(send)))
      expect([status, body.summary]).toMatchObject([200, { received: 50, tracked: 50, duplicate: 0 }]);
  });

  it('is 503 to callers who wait for anything else, and takes no connection for good', async () => {
    const { users, workflowToken } = app.credentials;
    const change = () => app.app.platform.em().transactional((em) => em.execute('select 1'));
    await Promise.all(Array.from({ length: 6 }, change));
    proxy.goSilent();
    const changes = Promise.allSettled(Array.from({ length: 12 }, change)); // more than the pool has connections
    const [signedIn, viewer] = await Promise.all([
      ask(`${app.url}/api/auth/sign-in/email`, { body: users.owner, headers: { origin: app.url } }),
      ask(`${app.url}/graphql`, { token: workflowToken, body: { query: '{ viewer { kind } }' } }),
    ]);
    expect([signedIn.status, signedIn.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(signedIn.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(viewer.text).toContain('UNAVAILABLE');
    expect(new Set((await changes).map(({ status }) => status))).toEqual(new Set(['rejected']));
    await proxy.comeBack();
    expect(await Promise.all(Array.from({ length: 12 }, change))).toHaveLength(12);
  });

  it('holds no read of what is in memory: the catalog and the published numbers go on', async () => {
    const paths = ['/api/directory/context?q=stripe', '/api/build/search?intent=payments', '/api/v1/adoption'];
    const statuses = () =>
      Promise.all(
        paths.map(
          async (path) => (await ask(`${app.url}${path}`, { headers: { 'cache-control': 'no-cache' } })).status,
        ),
      );
    const before = await statuses();
    expect(new Set(before)).toEqual(new Set([200]));
    proxy.goSilent();
    app.clock.move(60_000);
    // Statements of a silent database are given up after ten seconds; who answers from memory must not have waited for one.
    const waiting = app.app.platform
      .em()
      .execute('select 1')
      .then(
        () => 'answered',
        () => 'given up',
      );
    expect(await Promise.race([waiting, statuses()])).toEqual(before);
    expect(await Promise.race([waiting, statuses()]), 'once it is known to be away').toEqual(before);
    await proxy.comeBack();
  });

  it('is asked one question at a time for readiness, however many probes come', async () => {
    // A connection that fell silent before fails the first question that it is given, and the next one goes to another: each of the pool is used first.
    const each = () => Promise.allSettled(Array.from({ length: 12 }, () => app.app.platform.em().execute('select 1')));
    await expect.poll(async () => (await each()).every(({ status }) => status === 'fulfilled')).toBe(true);
    await expect.poll(async () => (await ask(`${app.url}/readyz`)).status).toBe(200);
    proxy.goSilent();
    proxy.takeStatements();
    const probes = await Promise.all(Array.from({ length: 12 }, () => ask(`${app.url}/readyz`)));
    expect(probes.map(({ status }) => status)).toEqual(Array(12).fill(503));
    // The next probe may ask anew: on a slow machine the first question has been given up by then.
    const requested = proxy.takeStatements().filter((text) => text.includes('schema_migration'));
    expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(2); // one for readiness, and one for what an operator should mend
    expect((await ask(`${app.url}/readyz`)).status).toBe(503);
  });
});
