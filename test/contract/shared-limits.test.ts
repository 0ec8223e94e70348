import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);
if (!program)
  console.warn('SKIPPED: limits shared by two replicas: neither redis-server nor valkey-server is on this machine');

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

describe.skipIf(!program)('two replicas on one limit store', () => {
  let store: ChildProcess;
  let port: number;
  let one: TestApp;
  let two: TestApp;

  const startStore = async (): Promise<void> => {
    store = spawn(program ?? '', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise<void>((ready) =>
      store.stdout?.on('data', (text: Buffer) => text.includes('Ready to accept connections') && ready()),
    );
  };
  const stopStore = (): Promise<void> =>
    new Promise((ended) => {
      store.once('exit', () => ended());
      store.kill('SIGKILL');
    });

  beforeAll(async () => {
    port = await freePort();
    await startStore();
    const env = { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT_SCALE: '0.05' }; // dry-run: 6 a minute, sign-in: 1
    one = await startApp({ env });
    two = await startApp({ env, databaseUrl: one.databaseUrl });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
    await stopStore();
  });

  const dryRun = (app: TestApp) =>
    ask(`${app.url}/api/usage/track/dry-run`, { token: two.credentials.trackingKey, body: makeEvent(two) });
  const signIn = (app: TestApp) =>
    ask(`${app.url}/api/auth/sign-in/email`, {
      body: { email: `${crypto.randomUUID()}@nobody.example`, password: 'wrong-password' },
      headers: { origin: app.url },
    });

  it('count together: six of twelve calls over both pass', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, (_item, index) => dryRun(index % 2 ? one : two)));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(6);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  it('let tracking pass and refuse sign-in while the store is away, and count again when it is back', async () => {
    await stopStore();
    expect(
      (await ask(`${one.url}/api/usage/track`, { token: two.credentials.trackingKey, body: makeEvent(two) })).status,
    ).toBe(200);
    const refused = await signIn(one);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBeTruthy();
    await startStore();
    await expect.poll(async () => (await signIn(one)).status, { timeout: 20_000 }).toBe(401);
  });
});
