import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shims } from '../../rest-shims/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import { hostileBodies } from '../setup/hostile.bodies.js';
import { sendRaw } from '../setup/raw.js';
import { expectRefusal, MARK } from '../setup/refusal.js';
import { countRows } from '../setup/rows.js';

/** Refused events show in the company's own view for a week; everything else stays as it was. */
const VIEW = ['public.tracking_verdict', 'public.credential_use'];
let app: TestApp;
let owner: string;
let before: Record<string, number>;
beforeAll(async () => {
  app = await startApp();
  owner = await signIn(app, app.credentials.users.owner);
  before = await countRows(app, VIEW);
});
afterAll(() => app.close());

/** Whom a path is for, so that it is the input that is refused and not the caller. */
function callerOf(path: string): { token?: string; cookie?: string } {
  if (path.startsWith('/api/usage')) return { token: app.credentials.trackingKey };
  if (path === '/api/workflow/mcp-config') return { cookie: owner };
  return path.startsWith('/api/workflow') ? { token: app.credentials.workflowToken } : {};
}

const writing = [
  ...shims.filter(({ body }) => body).map(({ method, path }) => ({ method: method.toUpperCase(), path })),
  ...['/graphql', '/api/auth/sign-in/email', '/api/auth/sign-up/email', '/api/auth/change-password'].map((path) => ({
    method: 'POST',
    path,
  })),
];
const reading = shims.filter(({ method }) => method === 'get').map(({ path }) => path);
/** Reads that answer a call without any parameter. */
const answersAll = new Set(
  shims.filter(({ query }) => !Object.values(query ?? {}).some(({ required }) => required)).map(({ path }) => path),
);

describe.each(writing)('$method $path', ({ method, path }) => {
  it.each(hostileBodies)('refuses $name', async ({ name, body, headers }) => {
    const caller = callerOf(path);
    const origin = path.startsWith('/api/usage') ? '' : app.url;
    const reply = await ask(app.url + path, { method, body, ...caller, headers: { origin, ...headers } });
    expectRefusal(reply, `${method} ${path} ${name}`);
  });
});

const queries = [
  '',
  '?',
  '?x=1',
  `?idempotencyKey=${'k'.repeat(5_000)}`,
  '?idempotencyKey=%00',
  '?idempotencyKey=%ED%A0%80',
  '?idempotencyKey[a]=1',
  '?idempotencyKey=a&idempotencyKey=b',
  `?${Array.from({ length: 1_500 }, (_one, index) => `p${index}=${MARK}`).join('&')}`,
];
const segments = [
  'x',
  '%',
  '%zz',
  '%00',
  '%E0%A4%A',
  '..',
  '..%2f..%2fetc',
  '%2e%2e',
  "x'%20or%201=1",
  `evt_${'0'.repeat(5_000)}`,
  'evt_00000000-0000-7000-8000-00000000000g',
  '%ED%A0%80',
  '%F0%9F%92%A9',
  '<script>',
  '__proto__',
  'evt_00000000-0000-7000-8000-000000000000%00',
];

describe.each(reading)('GET %s', (path) => {
  const requested = path.includes('{')
    ? segments.map((one) => path.replace(/\{\w+\}/, one))
    : queries.filter((one) => one.length > 1 || !answersAll.has(path)).map((one) => path + one);
  it.each(requested.map((one) => [one.slice(0, 80), one]))('refuses %s', async (name, url) => {
    const { token = app.credentials.trackingKey } = callerOf(path);
    const reply = await sendRaw(
      app.url,
      `GET ${url} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    expectRefusal(reply, name);
  });
});

describe('after all of that', () => {
  it('nothing is stored, and the process answers as before', async () => {
    expect(await countRows(app, VIEW)).toEqual(before);
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
  });
});
