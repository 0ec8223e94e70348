import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { freshDatabase, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { makePerson } from '../setup/people.js';
import { type DatabaseProxy, openDatabaseProxy } from './database.proxy.js';
import { buildIfStale, endAll, startGateway, startWorker } from './gateway.process.js';
import { openCaller } from './load.client.js';

/** A process that hangs never comes so far, or never ends: the times bound the tests and measure nothing. */
const PATIENCE = { timeout: 60_000 };

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: DatabaseProxy;
let demo: TestApp;
/** Takes connections and never says a word. */
const silent = net.createServer((socket) => {
  taken.push(socket.on('error', () => undefined));
});
const taken: net.Socket[] = [];

beforeAll(async () => {
  await buildIfStale();
  database = await freshDatabase();
  proxy = await openDatabaseProxy(database.url);
  demo = await startApp({ databaseUrl: database.url });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  await endAll();
  for (const socket of taken) socket.destroy();
  silent.close();
  await demo?.close();
  await proxy?.close();
  await database?.drop();
});

const silentAddress = () => `127.0.0.1:${(silent.address() as net.AddressInfo).port}`;
const start = (env: Record<string, string> = {}) =>
  startGateway({ DATABASE_URL: proxy.url, SESSION_SECRET: 'fault-test-fault-test-fault-test', ...env });

describe('SIGTERM while something answers nothing', () => {
  it('ends, and tells every event that waits for the silent database that it was not stored', async () => {
    const gateway = await start();
    const caller = openCaller(demo.credentials.trackingKey);
    expect(await caller.post(gateway.url, makeEvent(demo))).toMatchObject({ status: 200 });
    proxy.goSilent();
    const events = Array.from({ length: 20 }, () => makeEvent(demo));
    const outcomes = events.map((event) => caller.post(gateway.url, event));
    await ask(`${gateway.url}/healthz`); // what was sent before on other connections has arrived
    gateway.kill('SIGTERM');
    for (const outcome of await Promise.all(outcomes))
      expect(outcome).toMatchObject({ kind: 'answer', status: 503, body: { code: 'UNAVAILABLE' } });
    caller.close();
    expect(await gateway.ended).toMatchObject({ code: 0, signal: null });
    await proxy.comeBack();
    const stored = await query(database.url, 'select from tracking_event where idempotency_key = any($1)', [
      events.map(({ idempotencyKey }) => idempotencyKey),
    ]);
    expect(stored).toHaveLength(0);
  });

  it('ends while a letter is on its way to a silent mail server', async () => {
    await makePerson(demo); // signs up, which sends a letter
    const gateway = await start({ SMTP_URL: `smtp://${silentAddress()}` });
    await expect.poll(() => taken.length, PATIENCE).toBeGreaterThan(0);
    gateway.kill('SIGTERM');
    expect(await gateway.ended).toMatchObject({ code: 0, signal: null });
  });

  it('ends in order where it comes while a worker still starts, whose first letter is on its way', async () => {
    const before = taken.length;
    await makePerson(demo);
    const worker = startWorker({
      DATABASE_URL: database.url,
      SESSION_SECRET: 'fault-test-fault-test-fault-test',
      SMTP_URL: `smtp://${silentAddress()}`,
    });
    await expect.poll(() => taken.length, PATIENCE).toBeGreaterThan(before);
    worker.kill('SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 0, signal: null });
  });
});
