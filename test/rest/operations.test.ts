import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Running, serve } from '../../server/app/serve.js';
import { readConfig } from '../../server/platform/config.js';
import { openLog } from '../../server/platform/log.js';
import { BUILD, VERSION } from '../../server/platform/version.js';
import { asGateway, freshDatabase, query } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { sendRaw } from '../setup/raw.js';
import { stopServing } from '../setup/serve.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A process of one role as `npm start` runs it, on a database of its own. */
async function start(env: Record<string, string>): Promise<Running & { databaseUrl: string }> {
  const database = await freshDatabase();
  closers.push(() => database.drop());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dai-ops-'));
  closers.push(() => rmSync(dataDir, { recursive: true }));
  const given = { PORT: '0', OPS_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', SESSION_SECRET };
  const addresses = { DATABASE_URL: asGateway(database.url), DATABASE_DIRECT_URL: database.url };
  const running = await serve(readConfig({ ...given, ...addresses, ...env }), openLog('silent'));
  closers.push(() => stopServing(running));
  return { ...running, databaseUrl: database.url };
}

const READY = {
  status: 'ready',
  checks: { database: 'reachable', migrations: 'current', draining: false },
  warnings: [],
};

describe('the operations port', () => {
  for (const role of ['all', 'gateway', 'worker'])
    it(`answers health, readiness and metrics of the role ${role}, without a token`, async () => {
      const { opsUrl } = await start({ ROLE: role, METRICS_TOKEN: 'a-token-for-the-public-port' });
      expect(await (await fetch(`${opsUrl}/healthz`)).json()).toEqual({
        status: 'ok',
        version: VERSION,
        build: BUILD,
      });
      expect(await (await fetch(`${opsUrl}/readyz`)).json()).toEqual(READY);
      const metrics = await fetch(`${opsUrl}/metrics`);
      expect(metrics.headers.get('content-type')).toContain('text/plain');
      expect(await metrics.text()).toContain('dai_nodejs_eventloop_lag_seconds');
    });

  it('refuses a request of HTTP/1.1 without Host in a few words', async () => {
    const reply = await sendRaw((await start({})).opsUrl ?? '', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([reply.status, JSON.parse(reply.text)]).toEqual([400, { status: 400, code: 'VALIDATION_FAILED' }]);
  });

  it('tells of OUTBOUND_ALLOW in production, with the remedy, and is ready all the same', async () => {
    const { opsUrl, config, warnings } = await start({ NODE_ENV: 'production', OUTBOUND_ALLOW: '127.0.0.1:9' });
    const warning = expect.objectContaining({ code: 'outbound_allow', remedy: expect.stringContaining('Unset') });
    for (const url of [opsUrl, config.baseUrl]) {
      const reply = await fetch(`${url}/readyz`);
      expect([reply.status, await reply.json()]).toEqual([200, { ...READY, warnings: [warning] }]);
    }
    expect(warnings, 'and the start says it').toEqual([warning]);
  });

  it('warns of jobs that no worker takes, and of a queue that does not answer, and is ready all the same', async () => {
    const { opsUrl, databaseUrl } = await start({ ROLE: 'gateway' });
    await query(databaseUrl, `select enqueue_job('send_letter', '{}', 'late', now() - interval '6 minutes')`);
    const codes = async () => {
      const reply = await fetch(`${opsUrl}/readyz`);
      const { warnings } = (await reply.json()) as { warnings: { code: string }[] };
      return [reply.status, ...warnings.map(({ code }) => code)];
    };
    expect(await codes()).toEqual([200, 'jobs_late']);
    await query(databaseUrl, 'alter function count_jobs rename to gone');
    expect(await codes()).toEqual([200, 'queue_away']);
  });

  it('serves nothing else, and no other port serves what it does without the token', async () => {
    const { opsUrl, config } = await start({ METRICS_TOKEN: 'a-token-for-the-public-port' });
    for (const address of ['/', '/graphql', '/admin', '/api/usage/track', '/docs'])
      expect((await fetch(opsUrl + address, { method: 'POST' })).status, address).toBe(404);
    expect((await fetch(`${config.baseUrl}/metrics`)).status).toBe(404);
  });

  it('is not there where it is not asked for', async () => {
    expect((await start({ OPS_PORT: '' })).opsUrl).toBeNull();
  });

  it('says so when a migration of this build has not run', async () => {
    const { opsUrl, databaseUrl } = await start({ ROLE: 'worker' });
    await query(databaseUrl, 'delete from schema_migration where id = (select max(id) from schema_migration)');
    const reply = await fetch(`${opsUrl}/readyz`);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ checks: { migrations: 'behind' } });
  });

  it('stays ready, and says so, when a newer build migrates the database under it', async () => {
    const { opsUrl, databaseUrl } = await start({ ROLE: 'gateway' });
    await query(databaseUrl, `insert into schema_migration (name, executed_at) values ('9999-of-tomorrow', now())`);
    const reply = await fetch(`${opsUrl}/readyz`);
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { ...READY, checks: { ...READY.checks, migrations: 'ahead' } },
    ]);
  });

  it('names version and build in a metric', async () => {
    const { opsUrl } = await start({ ROLE: 'gateway' });
    const text = await (await fetch(`${opsUrl}/metrics`)).text();
    expect(text).toContain(`dai_build_info{version="${VERSION}",build="${BUILD}"} 1`);
  });

  it('a taken port is named', async () => {
    const other = createServer();
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    closers.push(() => new Promise((ended) => other.close(ended)));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(start({ OPS_PORT: String(port) })).rejects.toThrow(`OPS_PORT ${port} is taken on 127.0.0.1`);
    expect(() => readConfig({ PORT: '4000', OPS_PORT: '4000' })).toThrow('OPS_PORT must be another port than PORT');
  });

  it.each([
    [{ OPS_HOST: '203.0.113.7' }, 'OPS_HOST 203.0.113.7 is no address of this machine'],
    [{ OPS_HOST: 'no-such-host.invalid' }, 'OPS_HOST no-such-host.invalid is no address of this machine'],
    [{ HOST: '203.0.113.7', PORT: '0' }, 'HOST 203.0.113.7 is no address of this machine'],
  ])('an address that is not of this machine is named: %j', (env, message) =>
    expect(start(env)).rejects.toThrow(message),
  );
});
