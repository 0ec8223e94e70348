import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';
import { openStoreProxy, type StoreProxy } from '../setup/store.proxy.js';

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);
if (!program)
  console.warn('SKIPPED: limits shared by two replicas: neither redis-server nor valkey-server is on this machine');

/** A twentieth of the budgets: dry-run 6 a minute, auth-failure 3, rejected 15, sign-in 1. */
const RATE_LIMIT_SCALE = '0.05';

/** Longer than a count takes on a machine that is busy; a store that hangs is given up after it. */
const PATIENT_MS = 5_000;

const freePort = async (): Promise<number> => {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};
const isAway = ({ app }: TestApp) => app.platform.limits.isStoreAway();
const dryRun = (app: TestApp, token: string, headers: Record<string, string> = {}) =>
  ask(`${app.url}/api/usage/track/dry-run`, { token, body: {}, headers });

describe('a limit store that is not there', () => {
  it('when the gateway starts does not keep it from being ready and counting by itself', async () => {
    const port = await freePort();
    const app = await startApp({ env: { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT_SCALE } });
    expect((await ask(`${app.url}/healthz`)).status).toBe(200);
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
    expect(isAway(app)).toBe(true);
    for (let call = 0; call < 6; call += 1) expect((await dryRun(app, app.credentials.trackingKey)).status).toBe(400);
    expect((await dryRun(app, app.credentials.trackingKey)).status, 'the whole budget, and no more').toBe(429);
    await app.close();
  });

  it('and takes connections without ever answering is asked by no one who waits', async () => {
    const requested: net.Socket[] = [];
    const mute = net.createServer((socket) => void requested.push(socket.on('error', () => undefined)));
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as net.AddressInfo;
    const app = await startApp({ env: { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT_SCALE } });
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
    expect((await dryRun(app, app.credentials.trackingKey)).status).toBe(400);
    expect(isAway(app)).toBe(true);
    await app.close();
    for (const socket of requested) socket.destroy();
    mute.close();
  });
});

describe.skipIf(!program)('two replicas on one limit store', () => {
  let store: ChildProcess;
  let port: number;
  let proxy: StoreProxy;
  let one: TestApp;
  let two: TestApp;
  let addresses = 0;

  const startStore = async (): Promise<void> => {
    store = spawn(program ?? '', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise<void>((ready) =>
      store.stdout?.on('data', (text: Buffer) => text.includes('Ready to accept connections') && ready()),
    );
  };
  const stopStore = async (): Promise<void> => {
    if (store.exitCode !== null || store.signalCode !== null) return;
    store.kill('SIGKILL');
    await once(store, 'exit');
  };
  const shared = () => expect.poll(() => [isAway(one), isAway(two)], { timeout: 20_000 }).toEqual([false, false]);
  /** A new address for each test, so that one test's refusals block no other. */
  const newAddress = () => {
    addresses += 1;
    return { 'x-forwarded-for': `203.0.113.${addresses}` };
  };
  /** Sends twelve calls over both replicas in turn and answers how many passed. */
  const passed = async (token: string): Promise<number> => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_item, index) => dryRun(index % 2 ? one : two, token)),
    );
    return replies.filter(({ status }) => status !== 429).length;
  };

  beforeAll(async () => {
    port = await freePort();
    await startStore();
    proxy = await openStoreProxy(port);
    const env = { REDIS_URL: `redis://127.0.0.1:${proxy.port}`, RATE_LIMIT_SCALE, TRUST_PROXY: '1' };
    one = await startApp({ env, countWithinMs: PATIENT_MS });
    two = await startApp({ env, countWithinMs: PATIENT_MS, databaseUrl: one.databaseUrl });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
    await proxy.close();
    await stopStore();
  });

  it('count together: six of twelve calls over both pass', async () => {
    await shared();
    expect(await passed(two.credentials.trackingKey)).toBe(6);
  });

  it('count refused credentials and refused work together', async () => {
    const [first, second] = [newAddress(), newAddress()];
    for (const app of [one, two, one]) expect((await dryRun(app, 'dtk_wrong', first)).status).toBe(401);
    expect((await dryRun(two, 'dtk_wrong', first)).status).toBe(429);
    for (let call = 0; call < 15; call += 1)
      expect((await ask(`${one.url}/graphql`, { body: '{', headers: second })).status).toBe(400);
    expect((await ask(`${two.url}/api/directory/context`, { headers: second })).status).toBe(429);
  });

  it('go on while it hangs, each with whole budgets of its own; one call alone waits; and count together after', async () => {
    const { trackingKey } = two.credentials.ignored;
    proxy.hang();
    const track = { token: two.credentials.otherTenant.trackingKey, body: makeEvent(two) };
    const waiting = [ask(`${one.url}/api/usage/track`, track), dryRun(two, two.credentials.otherTenant.trackingKey)];
    expect((await Promise.all(waiting))[0]?.status).not.toBe(429);
    expect([isAway(one), isAway(two)]).toEqual([true, true]);
    const before = proxy.countsLost();
    expect(await passed(trackingKey)).toBe(12);
    expect((await dryRun(one, trackingKey)).status, 'the budget of this process is spent').toBe(429);
    expect(proxy.countsLost(), 'none of these calls asked the store').toBe(before);
    proxy.recover();
    await shared();
    expect(await passed(trackingKey)).toBe(6);
  });

  it('let sign-in be tried while it is away, and count again when it is back without the scripts it knew', async () => {
    await stopStore();
    await expect.poll(() => [isAway(one), isAway(two)], { timeout: 20_000 }).toEqual([true, true]);
    const from = newAddress();
    const signIn = (app: TestApp) =>
      ask(`${app.url}/api/auth/sign-in/email`, {
        body: { email: 'somebody@nobody.example', password: 'wrong-password' },
        headers: { origin: app.url, ...from },
      });
    expect([(await signIn(one)).status, (await signIn(two)).status]).toEqual([401, 401]);
    expect((await signIn(one)).status).toBe(429);
    await startStore();
    await shared();
    expect(await passed(two.credentials.trackingKey), 'a store that lost its memory').toBe(6);
  });
});
