import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { asGateway, freshDatabase, query } from '../setup/database.js';
import { buildIfStale, endAll, type Gateway, makeDataDir, startGateway } from './gateway.process.js';
import { startLoad } from './load.client.js';
import { freePort, hasNginx, type Nginx, startNginx } from './nginx.process.js';

const present = hasNginx();
if (!present) console.warn('SKIPPED: two gateways behind nginx: there is no nginx on this machine');

const ACKNOWLEDGED_BETWEEN = 500;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let demo: TestApp;
let proxy: Nginx | undefined;
const ports: number[] = [];

const start = (port: number): Promise<Gateway> =>
  startGateway({
    PORT: String(port),
    TRUST_PROXY: '1',
    DATABASE_URL: asGateway(database.url),
    DATABASE_DIRECT_URL: database.url,
    SESSION_SECRET: 'fault-test-fault-test-fault-test',
  });

beforeAll(async () => {
  if (!present) return;
  await buildIfStale();
  database = await freshDatabase();
  demo = await startApp({ databaseUrl: database.url });
});
afterAll(async () => {
  await proxy?.stop();
  await endAll();
  await demo?.close();
  await database?.drop();
});

describe.skipIf(!present)('two gateways behind nginx', () => {
  it('are restarted one after another under load without a 502, and without an event lost or doubled', async () => {
    const [one, two] = [await freePort(), await freePort()];
    ports.push(one, two);
    const gateways = new Map([
      [one, await start(one)],
      [two, await start(two)],
    ]);
    proxy = await startNginx(makeDataDir(), [one, two]);
    const { url } = proxy;
    const load = startLoad(() => Promise.resolve({ url }), demo.credentials.trackingKey, demo.credentials.productId);
    for (const port of ports) {
      await load.after(ACKNOWLEDGED_BETWEEN, () => undefined);
      await proxy.setOut(port);
      const gateway = gateways.get(port);
      gateway?.kill('SIGTERM');
      expect(await gateway?.ended).toMatchObject({ code: 0, signal: null, errors: '' });
      await load.after(ACKNOWLEDGED_BETWEEN, () => undefined); // the other one serves alone
      gateways.set(port, await start(port));
      await proxy.setOut(null);
    }
    await load.after(ACKNOWLEDGED_BETWEEN, () => undefined);
    await load.finish();
    expect(load.contradictions).toEqual([]);
    expect(proxy.statuses().filter((status) => status !== 200)).toEqual([]);
    const rows = await query<{ key: string; id: string }>(
      database.url,
      "select idempotency_key as key, 'evt_' || id as id from tracking_event",
    );
    const stored = new Map(rows.map(({ key, id }) => [key, id]));
    expect(rows).toHaveLength(load.acknowledged.size);
    expect([...load.acknowledged].filter(([key, id]) => stored.get(key) !== id)).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED_BETWEEN * 5);
  });
});
