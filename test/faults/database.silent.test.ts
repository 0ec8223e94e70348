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
});
