import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { sendRaw } from '../setup/raw.js';
import { expectRefusal, MARK } from '../setup/refusal.js';
import { countRows } from '../setup/rows.js';

/** Needs that found no tool are counted, without their questions. */
const COUNTED = ['public.gap_count'];

let app: TestApp;
let before: Record<string, number>;
beforeAll(async () => {
  app = await startApp();
  before = await countRows(app, COUNTED);
});
afterAll(() => app.close());

describe('bytes that are hardly HTTP', () => {
  const key = () => `Authorization: Bearer ${app.credentials.trackingKey}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  it.each([
    [
      'a query string of 20 KB',
      () => `GET /api/usage/events?x=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    ],
    [
      'a header of 20 KB',
      () => `GET /api/usage/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      '3,000 headers',
      () => `GET /api/usage/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${'X-Many: a\r\n'.repeat(3_000)}\r\n`,
    ],
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

describe('a head beyond its bounds', () => {
  /** At /graphql the problem's members are those of a GraphQL error. */
  const problemIn = ({ text }: { text: string }) => {
    const body = JSON.parse(text);
    return body.errors?.[0]?.extensions ?? body;
  };
  const get = (target: string, headers = '') =>
    sendRaw(app.url, Buffer.from(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`, 'latin1'));

  it.each([
    ['an address of 17 KB', '/api/directory/context?q=', 17_000],
    ['an address of 40 KB', '/graphql?query=', 40_000],
    ['an address of 200 KB', '/admin/', 200_000],
  ])('%s is 414', async (_name, path, length) => {
    const reply = await get(path + 'a'.repeat(length));
    expect([reply.status, problemIn(reply).code]).toEqual([414, 'URI_TOO_LONG']);
    expectRefusal(reply, path);
  });

  it.each([
    ['one header of 17 KB', `X-Long: ${'a'.repeat(17_000)}\r\n`],
    ['one header of 200 KB', `X-Long: ${'a'.repeat(200_000)}\r\n`],
    ['5,000 short headers', 'A:b\r\n'.repeat(5_000)],
  ])('%s is 431', async (name, headers) => {
    const reply = await get('/api/directory/context', headers);
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([431, 'HEADERS_TOO_LARGE']);
    expectRefusal(reply, name);
  });

  it.each([
    ['without Host', 'GET /api/directory/context HTTP/1.1\r\n'],
    ['without Host on a path that there is not', 'GET /nothing HTTP/1.1\r\n'],
    ['with two Hosts', 'GET /api/directory/context HTTP/1.1\r\nHost: a\r\nhost: b\r\n'],
  ])('of HTTP/1.1 %s is 400 with a problem body', async (name, head) => {
    const reply = await sendRaw(app.url, `${head}Connection: close\r\n\r\n`);
    expect(JSON.parse(reply.text)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      requestId: reply.headers['x-request-id'],
      errors: [{ pointer: '', code: 'malformed_request', detail: expect.stringContaining('Host') }],
    });
    expectRefusal(reply, name);
  });

  it('of HTTP/1.0 needs no Host', async () => {
    expect((await sendRaw(app.url, 'GET /api/directory/context HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('is refused with a valid credential, too, and what fits both is not', async () => {
    const fits = await get(`/api/directory/context?q=a&x=${'a'.repeat(16_000)}`, `X-Long: ${'a'.repeat(16_000)}\r\n`);
    expect(fits.status, 'an unknown parameter').toBe(400);
  });

  it.each([
    '/api/directory/context?q=%FF',
    '/api/directory/context?q=caf%E9',
    '/api/directory/context?q=%C3%28',
    '/api/directory/context?q=%ED%A0%80',
    '/api/directory/context?%ff=a',
    '/api/usage/events/%C0%AF',
    '/graphql?query=%7B__typename%7D%FE',
    '/go/%80',
  ])('bytes that are no UTF-8 are 400: %s', async (target) => {
    const reply = await get(target);
    expect([reply.status, problemIn(reply).errors]).toEqual([400, [expect.objectContaining({ code: 'not_utf8' })]]);
    expectRefusal(reply, target);
  });

  it.each([
    '/api/directory/context?q=caf%C3%A9',
    '/api/directory/context?q=100%',
    '/api/directory/context?q=%F0%9F%8E%89',
  ])('and text is taken: %s', async (target) => {
    expect((await get(target)).status).toBe(200);
  });
});

describe('after all of that', () => {
  it('nothing is stored, and the process answers as before', async () => {
    expect(await countRows(app, COUNTED)).toEqual(before);
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
  });
});
