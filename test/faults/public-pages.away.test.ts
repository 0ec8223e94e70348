import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { freshDatabase } from '../setup/database.js';
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

const get = async (path: string) => {
  const reply = await fetch(app.url + path);
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    retryAfter: reply.headers.get('retry-after'),
    caches: reply.headers.get('cache-control'),
    text: await reply.text(),
  };
};

it('the pages of the catalog go on from memory while the database is away, and the others say so as pages', async () => {
  const before = await get('/tools/stripe');
  expect(before.status).toBe(200);
  proxy.goAway();
  expect(await get('/tools/stripe')).toEqual(before);
  expect([(await get('/directory?q=email')).status, (await get('/')).status]).toEqual([200, 200]);
  for (const path of ['/p/anything', '/s/skl_019a0000-0000-7000-8000-000000000000']) {
    const page = await get(path);
    expect([page.status, page.type, page.retryAfter, page.caches]).toEqual([
      503,
      'text/html; charset=utf-8',
      '2',
      'private, no-store',
    ]);
    expect(page.text).toContain('<h1>Temporarily unavailable</h1>');
    expect(page.text).not.toMatch(/ECONN|postgres/i);
  }
  await proxy.comeBack();
  expect((await get('/p/anything')).status).toBe(404);
});
