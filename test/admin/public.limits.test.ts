import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPageBundle } from '../../server/public/page.bundle.js';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { submissionOf } from '../setup/intake.js';

if (!(await loadPageBundle())) throw new Error('build the public pages first: npm run build:admin');

/** A twentieth of the budgets of decisions §2: six public reads a minute. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_SCALE: '0.05', TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

let addresses = 0;
/** A caller of its own for each test, as a browser that sends the workspace's forms. */
const newCaller = () => {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.100.${addresses}`, origin: app.url, accept: 'text/html' };
};
type Send = { path: string; fields?: Record<string, string>; type?: string };

const send = async ({ path, fields, type }: Send, headers: Record<string, string>) => {
  const reply = await fetch(app.url + path, {
    redirect: 'manual',
    headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
    ...(fields ? { method: 'POST', body: type ? JSON.stringify(fields) : new URLSearchParams(fields) } : {}),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

describe('a public page', () => {
  const pages: readonly (readonly [string, number, Send])[] = [
    ['a form with a row more', 200, { path: '/submit/tracked_links', fields: { more: '/fields/links' } }],
    ['a form of another type', 415, { path: '/submit/tracked_links', fields: { more: '' }, type: 'application/json' }],
    ['a form of no kind', 404, { path: '/submit/nothing', fields: { more: '/fields/links' } }],
    ['a form that is wrong', 400, { path: '/submissions', fields: { receipt: 'none' } }],
    ['an empty form', 200, { path: '/submit/tracked_links' }],
    ['a submission that is not there', 404, { path: `/submissions/sub_x.${'A'.repeat(32)}` }],
    ['a page with a long question', 200, { path: `/directory?q=${'a'.repeat(900)}` }],
    ['a tool that is not there', 404, { path: '/tools/nothing-of-this-name' }],
    ['an address that leads nowhere', 404, { path: '/no/such/page' }],
  ];

  it.each(pages)('is counted before it is drawn: %s', async (_what, status, one) => {
    const caller = newCaller();
    for (let left = 5; left >= 0; left -= 1) {
      const reply = await send(one, caller);
      const limit = reply.headers.get('ratelimit');
      expect([reply.status, limit], reply.text.slice(0, 200)).toEqual([
        status,
        expect.stringContaining(`"public-read"; r=${left};`),
      ]);
    }
    const spent = await send(one, caller);
    expect([spent.status, Number(spent.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(spent.text).toContain('Too many requests');
    expect(spent.text).not.toContain('<form method="post"');
    expect((await send(one, newCaller())).status, 'another address').toBe(status);
  });

  it('of a refusal names its own request', async () => {
    const caller = newCaller();
    for (let call = 0; call < 3; call += 1) {
      const reply = await send({ path: '/no/such/page' }, caller);
      expect(reply.text).toContain(reply.headers.get('x-request-id'));
    }
  });
});

describe('a form that asks for more than its contract takes', () => {
  it('is refused for its 21st row, with no more rows than that', async () => {
    const { contact, organization } = submissionOf('tracked_links');
    const rows = Array.from({ length: 900 }, (_one, row) => [`/fields/links/${row}/title`, `row-${row}-title`]);
    const fields = {
      '/contact/name': contact.name,
      '/contact/email': contact.email,
      '/organization/name': organization.name,
      '/organization/domain': organization.domain,
      ...Object.fromEntries(rows),
    };
    const reply = await send({ path: '/submit/tracked_links', fields }, newCaller());
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('row-19-title');
    expect(reply.text).not.toContain('row-21-title');
    expect(await query(app.databaseUrl, 'select 1 from intake_submission where kind = $1', ['tracked_links'])).toEqual(
      [],
    );
  });
});
