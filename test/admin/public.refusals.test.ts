import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPageBundle } from '../../server/public/page.bundle.js';
import { startApp, type TestApp } from '../setup/app.js';

if (!(await loadPageBundle())) throw new Error('build the public pages first: npm run build:admin');

let app: TestApp;
beforeAll(async () => {
  // A twentieth of 120 a minute: six pages of an address.
  app = await startApp({ env: { TRUST_PROXY: '1', RATE_LIMIT_SCALE: '0.05' } });
});
afterAll(() => app.close());

const FORM = 'application/x-www-form-urlencoded';
let addresses = 0;

/** The statuses of seven requests from one new address. */
async function answersTo(path: string, init: RequestInit): Promise<number[]> {
  addresses += 1;
  const headers = { accept: 'text/html', ...init.headers, 'x-forwarded-for': `203.0.113.${addresses}` };
  const statuses: number[] = [];
  for (let call = 0; call < 7; call += 1) {
    const answer = await fetch(app.url + path, { redirect: 'manual', ...init, headers });
    if (init.method !== 'HEAD') expect(await answer.text()).toContain('<html');
    statuses.push(answer.status);
  }
  return statuses;
}

describe('a page that says no', () => {
  it.each<[string, string, RequestInit, number]>([
    ['a page that is not there', '/nothing-here', {}, 404],
    ['its HEAD', '/nothing-here', { method: 'HEAD' }, 404],
    ['a method that a form does not take', '/submissions/sub_1.x', { method: 'POST', body: '' }, 405],
    ['a page that is asked for where only a form is sent', '/submissions/links', {}, 405],
    ['a method that a contact’s page does not take', '/submissions/confirm/x', { method: 'DELETE' }, 405],
    ['the options of a contact’s page', '/submissions/confirm/x', { method: 'OPTIONS' }, 405],
    [
      'a form of another site',
      '/submissions',
      { method: 'POST', body: 'receipt=x', headers: { origin: 'https://elsewhere.example', 'content-type': FORM } },
      403,
    ],
  ])('is counted before it is drawn: %s', async (_what, path, init, status) => {
    expect(await answersTo(path, init)).toEqual([...Array(6).fill(status), 429]);
  });

  it('is counted once with its page: six of one address, whatever becomes of them', async () => {
    addresses += 1;
    const headers = { accept: 'text/html', 'x-forwarded-for': `203.0.113.${addresses}` };
    const paths = ['/', '/nothing', '/tools/no-tool', '/submit', '/tools/no-such-tool', '/offers', '/'];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await fetch(app.url + path, { headers })).status);
    expect(statuses).toEqual([200, 404, 404, 200, 404, 200, 429]);
  });
});
