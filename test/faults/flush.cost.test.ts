import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await database?.drop();
});

const BATCH = 50;
/** The statements of one request: what is written beside it each second (verdicts, last uses) is not its own. */
const takeOwn = () => proxy.takeStatements().filter((text) => !/tracking_verdict|credential_use/.test(text));

describe('a batch of events that name another product', () => {
  const ofOtherProduct = (idempotencyKey: unknown) => {
    const { product, ...event } = makeEvent(app, { idempotencyKey });
    return { ...event, product: { ...(product as object), id: 'another' } };
  };
  const send = (events: unknown[]) =>
    ask(`${app.url}/api/usage/track/batch`, { token: app.credentials.trackingKey, body: { events } });
  const statementsOf = async (events: unknown[]): Promise<number> => {
    takeOwn();
    expect((await send(events)).status).toBe(207);
    return takeOwn().length;
  };

  it('costs as many statements as a batch with one of them, stored ones included', async () => {
    const stored = Array.from({ length: BATCH / 2 }, () => makeEvent(app));
    expect((await send(stored)).status).toBe(200);
    const one = await statementsOf([makeEvent(app), ofOtherProduct(stored[0]?.idempotencyKey), ofOtherProduct('new')]);
    const many = await statementsOf([
      makeEvent(app),
      ...stored.map(({ idempotencyKey }) => ofOtherProduct(idempotencyKey)),
      ...Array.from({ length: BATCH / 2 - 1 }, (_item, index) => ofOtherProduct(`new-${index}`)),
    ]);
    expect(many).toBe(one);
  });
});
