import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { sendRaw } from '../setup/raw.js';
import { expectRefusal, MARK } from '../setup/refusal.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
let before: Record<string, number>;
beforeAll(async () => {
  app = await startApp();
  before = await countRows(app);
});
afterAll(() => app.close());

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
    expect(await countRows(app)).toEqual(before);
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
  });
});
