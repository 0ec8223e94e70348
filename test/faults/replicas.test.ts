import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { asGateway, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type DatabaseProxy, openDatabaseProxy } from './database.proxy.js';
import { type StandbyPair, startPair } from './standby.pair.js';

const TOKEN = 'a-token-of-this-test';
let pair: StandbyPair;
let proxy: DatabaseProxy;
let app: TestApp;

beforeAll(async () => {
  pair = await startPair();
  proxy = await openDatabaseProxy(pair.standbyUrl);
  app = await startApp({
    databaseUrl: pair.primaryUrl,
    env: { DATABASE_URL: asGateway(pair.primaryUrl), DATABASE_REPLICA_URLS: proxy.url, METRICS_TOKEN: TOKEN },
  });
  await vi.waitFor(async () => expect(await leftOut()).toEqual([]), { timeout: 60_000, interval: 200 });
});
afterEach(() => proxy.comeBack());
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await pair?.stop();
});

interface Probe {
  readonly warnings: readonly { readonly code: string; readonly detail: string }[];
}
const leftOut = async (): Promise<string[]> =>
  (await ask<Probe>(`${app.url}/readyz`)).body.warnings
    .filter(({ code }) => code === 'replica_left_out')
    .map(({ detail }) => detail);
const metric = async (name: string): Promise<number | null> => {
  const found = (await ask(`${app.url}/metrics`, { token: TOKEN })).text.match(
    new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm'),
  );
  return found ? Number(found[1]) : null;
};
const served = () => expect.poll(leftOut).toEqual([]);

/** The tables that the standby was asked about since this was last called. */
const tablesAsked = (): string[] => {
  const found = proxy
    .takeStatements()
    .flatMap((text) => [...text.matchAll(/\b(?:from|join) "?([a-z_]+)"?/gi)].map(([, table = '']) => table));
  return [...new Set(found)].filter((table) => table !== 'pg_control_system');
};
const commitCatalog = () => query(pair.primaryUrl, 'update catalog_head set version = version + 1');
const searched = async () => (await ask(`${app.url}/api/directory/context?q=stripe`)).status;
/** A report of the demo's company, whose figures are read for each question. */
const report = () =>
  askGraphql<{ enterpriseReport: { asOf: string } | null }>(
    app,
    'query ($productId: String!) { enterpriseReport(productId: $productId, periodDays: 30) { asOf } }',
    { productId: app.credentials.productId },
    { token: app.credentials.enterpriseKey },
  );

describe('a standby that keeps up', () => {
  it('answers the catalog, public adoption and reports, and sees no credential, event or membership', async () => {
    proxy.takeStatements();
    await commitCatalog();
    await expect.poll(async () => [await searched(), tablesAsked()][1]).toContain('catalog_head');
    expect((await ask(`${app.url}/api/v1/adoption?day=2001-01-01`)).status).toBe(404);
    expect(tablesAsked()).toContain('adoption_snapshot');
    const { data } = await report();
    expect(data?.enterpriseReport?.asOf).toBeTruthy();
    const tables = tablesAsked();
    expect(tables).toContain('adoption_count');
    for (const table of [
      'tracking_key',
      'workflow_token',
      'enterprise_key',
      'session',
      'user',
      'member',
      'audit_entry',
      'audit_receipt',
    ])
      expect(tables).not.toContain(table);

    const { trackingKey, workflowToken } = app.credentials;
    const event = makeEvent(app);
    expect((await ask(`${app.url}/api/usage/track`, { token: trackingKey, body: event })).status).toBe(200);
    expect(
      (await ask(`${app.url}/api/usage/events?idempotencyKey=${event.idempotencyKey}`, { token: trackingKey })).status,
    ).toBe(200);
    expect((await ask(`${app.url}/api/workflow/context`, { token: workflowToken })).status).toBe(200);
    expect((await ask(`${app.url}/api/usage/track/dry-run`, { token: trackingKey, body: event })).status).toBe(202);
    expect(tablesAsked()).toEqual([]);
    expect(await metric('dai_replica_up')).toBe(1);
    expect(await metric('dai_replica_lag_seconds')).toBeLessThan(10);
  });
});

describe('a standby that lags', () => {
  it('shows no catalog that is older than the newest, is left out, and serves again once it has caught up', async () => {
    await pair.onStandby('select pg_wal_replay_pause()');
    const { catalog } = app.app.parts;
    const [row] = await query<{ version: string }>(
      pair.primaryUrl,
      'update catalog_head set version = version + 1 returning version',
    );
    catalog.changed();
    expect((await catalog.read()).version).toBe(Number(row?.version));
    await expect.poll(leftOut).toEqual([expect.stringContaining('more than ten seconds behind')]);
    expect(await metric('dai_replica_up')).toBe(0);
    expect(await metric('dai_replica_lag_seconds')).toBeGreaterThan(10);
    proxy.takeStatements();
    expect((await report()).errors).toEqual([]);
    expect(tablesAsked()).toEqual([]);
    await pair.onStandby('select pg_wal_replay_resume()');
    await served();
    await report();
    expect(tablesAsked()).toContain('adoption_count');
  });
});

describe('a standby that is away', () => {
  it.each(['away', 'silent'] as const)('is left out while it is %s: no reader hears of it', async (how) => {
    proxy[how === 'away' ? 'goAway' : 'goSilent']();
    for (const _ of [1, 2, 3]) expect((await report()).errors).toEqual([]);
    await expect.poll(leftOut).toEqual([expect.stringContaining('does not answer')]);
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
    expect(await searched()).toBe(200);
    await proxy.comeBack();
    await served();
    proxy.takeStatements();
    await report();
    expect(tablesAsked()).toContain('adoption_count');
  });
});

describe('a standby that was promoted', () => {
  it('is left out, since it takes writes of its own', async () => {
    await pair.onStandby('select pg_promote()');
    await expect.poll(leftOut).toEqual([expect.stringContaining('is no standby')]);
    expect((await report()).errors).toEqual([]);
  });
});

it('keeps no gateway from starting while it is away', async () => {
  proxy.goAway();
  const other = await startApp({
    databaseUrl: pair.primaryUrl,
    env: { DATABASE_URL: asGateway(pair.primaryUrl), DATABASE_REPLICA_URLS: proxy.url },
  });
  expect((await ask(`${other.url}/api/directory/context?q=stripe`)).status).toBe(200);
  await other.close();
});
