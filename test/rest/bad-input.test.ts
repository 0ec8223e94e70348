import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shims } from '../../rest-shims/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { sendRaw } from '../setup/raw.js';
import { expectRefusal, MARK } from '../setup/refusal.js';
import { countRows } from '../setup/rows.js';
import { hostileBodies } from './bad-input.bodies.js';

/** What was refused shows in the company's own view for a week; everything else stays as it was. */
const VIEW = ['public.tracking_verdict', 'public.credential_use'];
let app: TestApp;
let before: Record<string, number>;
beforeAll(async () => {
  app = await startApp();
  before = await countRows(app, VIEW);
});
afterAll(() => app.close());

const writing = [
  ...shims.filter(({ body }) => body).map(({ path }) => path),
  '/graphql',
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/auth/change-password',
];
const reading = shims.filter(({ method }) => method === 'get').map(({ path }) => path);

describe.each(writing)('POST %s', (path) => {
  it.each(hostileBodies)('refuses $name', async ({ name, body, headers }) => {
    const token = path.startsWith('/api/usage') ? { token: app.credentials.trackingKey } : {};
    const reply = await ask(app.url + path, {
      method: 'POST',
      body,
      ...token,
      headers: { origin: app.url, ...headers, ...(token.token ? { origin: '' } : {}) },
    });
    expectRefusal(reply, `${path} ${name}`);
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
  const asked = path.includes('{')
    ? segments.map((one) => path.replace(/\{\w+\}/, one))
    : queries.map((one) => path + one);
  it.each(asked.map((one) => [one.slice(0, 80), one]))('refuses %s', async (name, url) => {
    const reply = await sendRaw(
      app.url,
      `GET ${url} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${app.credentials.trackingKey}\r\nConnection: close\r\n\r\n`,
    );
    expectRefusal(reply, name);
  });
});

describe('bytes that are hardly HTTP', () => {
  const key = () => `Authorization: Bearer ${app.credentials.trackingKey}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  it.each([
    ['a query string of 20 KB', () => `GET /api/usage/events?x=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a header of 20 KB', () => `GET /api/usage/events HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['3,000 headers', () => `GET /api/usage/events HTTP/1.1\r\nHost: a\r\n${'X-Many: a\r\n'.repeat(3_000)}\r\n`],
    [
      '500 headers',
      () => `GET /api/usage/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${'X-Many: a\r\n'.repeat(500)}\r\n`,
    ],
    ['NUL in the path', () => 'GET /api/\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a space in the path', () => 'GET /api/a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['NUL in a header', () => 'GET /api/x HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n'],
    ['no method', () => '/api/x HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown method', () => 'STEAL /api/usage/track HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['TRACE', () => 'TRACE /api/usage/track HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    [
      'an absolute path elsewhere',
      () => `GET http://elsewhere.example/api/usage/events HTTP/1.1\r\nHost: a\r\n${key()}Connection: close\r\n\r\n`,
    ],
    ['a path of two slashes', () => `GET //api/usage/events HTTP/1.1\r\nHost: a\r\n${key()}Connection: close\r\n\r\n`],
    [
      'a body shorter than said',
      () => `POST /api/usage/track HTTP/1.1\r\nHost: a\r\n${key()}${json}Content-Length: 500\r\n\r\n{"a"`,
    ],
    [
      'a broken chunk',
      () =>
        `POST /api/usage/track HTTP/1.1\r\nHost: a\r\n${key()}${json}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'two lengths',
      () =>
        `POST /api/usage/track HTTP/1.1\r\nHost: a\r\n${key()}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    ],
    [
      'a length and chunks',
      () =>
        `POST /api/usage/track HTTP/1.1\r\nHost: a\r\n${key()}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a strange expectation',
      () => `GET /api/usage/events HTTP/1.1\r\nHost: a\r\nExpect: ${MARK}\r\nConnection: close\r\n\r\n`,
    ],
    [
      'an upgrade',
      () => 'GET /api/usage/events HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    ],
    [
      'two credentials',
      () =>
        `GET /api/usage/events?idempotencyKey=a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${MARK}\r\n${key()}Connection: close\r\n\r\n`,
    ],
    [
      'a credential of 10 KB',
      () =>
        `GET /api/usage/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer dtk_${'a'.repeat(10_000)}\r\nConnection: close\r\n\r\n`,
    ],
    [
      'a credential of strange bytes',
      () =>
        Buffer.from(
          `GET /api/usage/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \xff\xfe\r\nConnection: close\r\n\r\n`,
          'latin1',
        ),
    ],
    [
      'a cookie of strange bytes',
      () =>
        Buffer.from(
          `GET /api/usage/events HTTP/1.1\r\nHost: a\r\nCookie: dai.session_token=%E0%A4%A\xff;;;==\r\nConnection: close\r\n\r\n`,
          'latin1',
        ),
    ],
  ])('%s are refused like everything else', async (name, bytes) => {
    expectRefusal(await sendRaw(app.url, bytes(), { hangUp: name === 'a body shorter than said' }), name);
  });
});

describe('after all of that', () => {
  it('nothing is stored, and the process answers as before', async () => {
    expect(await countRows(app, VIEW)).toEqual(before);
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
  });
});
