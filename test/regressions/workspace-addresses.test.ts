import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const open = (path: string, accept = 'text/html') => fetch(app.url + path, { headers: { accept }, redirect: 'manual' });

describe('an address of the workspace without its #', () => {
  it.each([
    ['/admin/me/profile', '/admin/#/me/profile'],
    ['/admin/me/usage-receipts?state=failed&q=a%20b', '/admin/#/me/usage-receipts?state=failed&q=a%20b'],
    [
      '/admin/workbench/plans/pln_01890a5d-ac96-774b-bcce-b302099a8057/',
      '/admin/#/workbench/plans/pln_01890a5d-ac96-774b-bcce-b302099a8057',
    ],
  ])('%s leads to the same page', async (path, to) => {
    const reply = await open(path);
    expect([reply.status, reply.headers.get('location')]).toEqual([302, to]);
  });

  it('leads nowhere else: not to another host, and not for a client that wants JSON', async () => {
    for (const path of [
      '/admin//elsewhere.example',
      '/admin/%2F%2Felsewhere.example',
      '/admin/..%2Fme',
      '/admin/a%0Ab',
    ])
      expect((await open(path)).headers.get('location'), path).toBeNull();
    expect((await open('/admin/me/profile', 'application/json')).status).toBe(404);
  });
});
