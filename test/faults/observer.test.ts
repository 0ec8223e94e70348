import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';

const PATIENCE = { timeout: 60_000 };
let app: TestApp;
/** Set while the place that log lines go to is full. */
let logFails = false;

beforeAll(async () => {
  const write = (): void => {
    if (logFails) throw new Error('ENOSPC: no space left on device');
  };
  app = await startApp({ logTo: { write }, env: { LOG_LEVEL: 'debug' } });
});
afterAll(() => app?.close());

const track = () => ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body: makeEvent(app) });

describe('what observes the answers fails', () => {
  it('ends no process', async () => {
    const seconds = app.app.metrics.registry.getSingleMetric('dai_http_request_duration_seconds') as unknown as {
      labels(): unknown;
    };
    const labels = vi.spyOn(seconds, 'labels').mockImplementation(() => {
      throw new Error('a label is not known');
    });
    for (let call = 0; call < 2; call += 1) expect((await ask(`${app.url}/healthz`)).status).toBe(200);
    expect(labels).toHaveBeenCalled();
    labels.mockRestore();
  });
});

describe('what observes the flush fails', () => {
  it('stops no flush: neither a metric nor a log that throws', async () => {
    const seconds = app.app.metrics.registry.getSingleMetric('dai_flush_duration_seconds') as unknown as {
      observe(): void;
    };
    const observe = vi.spyOn(seconds, 'observe').mockImplementation(() => {
      throw new Error('a label is not known');
    });
    logFails = true;
    for (let event = 0; event < 3; event += 1)
      expect(await track()).toMatchObject({ status: 200, body: { tracked: true } });
    expect(observe).toHaveBeenCalledTimes(3);
    logFails = false;
    observe.mockRestore();
  });
});

describe('what observes the verdict log and the last uses fails', () => {
  it('goes on writing both once they can be written again', async () => {
    const dropped = app.app.metrics.registry.getSingleMetric('dai_verdicts_dropped_total') as unknown as {
      inc(): void;
    };
    const inc = vi.spyOn(dropped, 'inc').mockImplementation(() => {
      throw new Error('a label is not known');
    });
    const { verdicts, credentialUses } = app.app.parts;
    await query(app.databaseUrl, 'alter table tracking_verdict rename to tracking_verdict_away');
    await query(app.databaseUrl, 'alter table credential_use rename to credential_use_away');
    logFails = true;
    expect((await track()).status).toBe(200);
    await Promise.allSettled([verdicts.flush(), credentialUses.flush()]);
    expect(inc).toHaveBeenCalled();
    await query(app.databaseUrl, 'alter table tracking_verdict_away rename to tracking_verdict');
    await query(app.databaseUrl, 'alter table credential_use_away rename to credential_use');
    logFails = false;
    inc.mockRestore();
    const written = async () =>
      (await query(app.databaseUrl, "select from tracking_verdict where status = 'tracked'")).length;
    const before = await written();
    expect((await track()).status).toBe(200);
    await expect.poll(written, PATIENCE).toBe(before + 1);
    await credentialUses.flush();
    expect((await query(app.databaseUrl, 'select from credential_use')).length).toBeGreaterThan(0);
  });
});
