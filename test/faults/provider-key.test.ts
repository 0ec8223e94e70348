import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askGraphql } from '../setup/ask.js';
import {
  BALANCE,
  CREDITS,
  MONEY,
  providersAt,
  SEARCH_KEY,
  serveJson,
  syncSearch,
  syncWebData,
  USAGE,
  WEB_DATA_KEY,
} from '../setup/balances.js';
import { query } from '../setup/database.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { addressOf, buildIfStale, credentialsOf, endAll, makeDataDir, startGateway } from './gateway.process.js';

let outside: Outside;
beforeAll(async () => {
  await buildIfStale();
  outside = await startOutside();
});
afterAll(async () => {
  await endAll();
  await outside.close();
});

/** The files below a folder that hold a text, whatever they are. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
    .filter((file) => existsSync(file) && readFileSync(file).includes(text));

describe('a provider’s key', () => {
  it('is in no file of the database or its journal and in no dump of the heap, and a call that died is spent', async () => {
    const dataDir = makeDataDir();
    const dumps = makeDataDir();
    const env = {
      ...providersAt(outside),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${dumps}`,
    };
    const first = await startGateway(env);
    const { workflowToken: token } = credentialsOf(dataDir);
    serveJson(outside, USAGE, CREDITS);
    serveJson(outside, BALANCE, MONEY, { status: 500 });
    const replies = [await syncSearch(first, token), await syncWebData(first, token), await syncSearch(first, token)];
    expect(replies.map(({ status }) => status)).toEqual([200, 502, 200]);
    const document = 'mutation ($input: SyncWebDataInput!) { syncWebData(input: $input) { updated } }';
    const reply = await askGraphql(first, document, { input: { apiKey: WEB_DATA_KEY } }, { token });
    expect(reply.errors[0]?.extensions.code).toBe('PROVIDER_FAILED');

    const written = `mutation { syncWebData(input: { apiKey: "${WEB_DATA_KEY}" }) { updated } }`;
    expect((await askGraphql(first, written, {}, { token })).errors[0]?.extensions.code).toBe('PROVIDER_FAILED');

    first.kill('SIGUSR2');
    await vi.waitFor(() => expect(readdirSync(dumps)).toHaveLength(1), { timeout: 120_000, interval: 50 });
    await syncSearch(first, token); // answered once the dump that was begun is written: nothing else runs until then
    expect(filesWith(dumps, '"strings":')).toHaveLength(1);
    for (const key of [SEARCH_KEY, WEB_DATA_KEY]) expect(filesWith(dumps, key), key).toEqual([]);
    expect(filesWith(dumps, '/api/me/usage/providers/search_api')).toHaveLength(1);

    serveJson(outside, BALANCE, MONEY, { wait: new Promise(() => undefined) });
    const requested = outside.hits(BALANCE);
    const died = syncWebData(first, token).catch(() => 'died');
    await outside.reached(BALANCE, requested + 1);
    first.kill('SIGKILL');
    expect(await died).toBe('died');
    await first.ended;

    const second = await startGateway(env);
    const rows = await query(addressOf(dataDir), 'select provider, outcome from provider_attempt order by at');
    expect(rows).toEqual([
      { provider: 'search_api', outcome: 'succeeded' },
      { provider: 'web_data_api', outcome: 'failed' },
      { provider: 'web_data_api', outcome: 'failed' },
      { provider: 'web_data_api', outcome: 'failed' },
      { provider: 'web_data_api', outcome: null },
    ]);
    serveJson(outside, BALANCE, MONEY);
    const next = await syncWebData(second, token);
    expect([next.status, next.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringContaining('"provider-sync"; r=2'),
    ]);
    await query(addressOf(dataDir, 'superuser'), 'checkpoint');
    second.kill('SIGTERM');
    const { errors } = await second.ended;
    for (const key of [SEARCH_KEY, WEB_DATA_KEY]) {
      expect(filesWith(dataDir, key), key).toEqual([]);
      expect(errors + (await first.ended).errors).not.toContain(key);
    }
    expect(errors).toContain('/api/me/usage/providers/web_data_api');
    expect(filesWith(dataDir, 'Bootstrap').length).toBeGreaterThan(0);
  });
});
