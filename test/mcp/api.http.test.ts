import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHttpApi } from '../../mcp/api.http.js';
import type { TokenReading } from '../../mcp/options.js';
import { type Outside, type OutsidePage, startOutside } from '../setup/outside.js';

const TOKEN = `dai_${'a1B2c3'.repeat(6)}`;
const JSON_TYPE = { 'content-type': 'application/json' };
const NEVER = new Promise(() => undefined);
const UNAUTHENTICATED = {
  type: 'http://127.0.0.1/problems/UNAUTHENTICATED',
  title: 'Missing or invalid credential',
  status: 401,
  code: 'UNAUTHENTICATED',
  detail: 'A workflow token is needed.',
  requestId: 'r-1',
  retryable: false,
  errors: [{ pointer: '', code: 'missing', detail: 'no credential' }],
};

let outside: Outside;
beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside?.close());
beforeEach(() => outside.reset());

/** Asks an API that answers so, with this token. */
async function requested(
  page: OutsidePage,
  { token = { kind: 'token', token: TOKEN } as TokenReading, timeoutMs = 20_000, signal = AbortSignal.any([]) } = {},
) {
  outside.serve('/graphql', page);
  return openHttpApi(`http://${outside.host}`, token, signal, timeoutMs).ask('query { reply: x }', {});
}

const json = (body: unknown): OutsidePage => ({ headers: JSON_TYPE, content: JSON.stringify(body) });
const refusedBy = (problem: unknown): OutsidePage => json({ errors: [{ message: 'x', extensions: problem }] });
const unavailable = (detail: string) => ({
  problem: {
    code: 'UNAVAILABLE',
    status: 503,
    retryable: true,
    type: `http://${outside.host}/problems/UNAVAILABLE`,
    detail: expect.stringContaining(detail),
  },
});

describe('an API over HTTP', () => {
  it('answers with what the operation answered, be it null', async () => {
    expect(await requested(json({ data: { reply: { a: 1 } } }))).toEqual({ reply: { a: 1 } });
    expect(await requested(json({ data: { reply: null } }))).toEqual({ reply: null });
  });

  it('is sent the token in its header alone, with an id of the request', async () => {
    await requested(json({ data: { reply: 1 } }));
    expect(outside.requested).toMatchObject([{ path: '/graphql', headers: { authorization: `Bearer ${TOKEN}` } }]);
    expect(outside.requested[0]?.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    { kind: 'none' } as const,
    { kind: 'refused', code: 'invalid', detail: 'x' } as const,
    { kind: 'refused', code: 'placeholder_not_expanded', detail: 'x' } as const,
  ])('is sent no credential where there is none to send: %j', async (token) => {
    await requested(json({ data: { reply: 1 } }), { token });
    expect(outside.requested[0]?.headers).not.toHaveProperty('authorization');
  });

  it('passes a refusal on with all of its members, from GraphQL and from what stands before it', async () => {
    const conflict = { ...UNAUTHENTICATED, status: 409, code: 'PLAN_NOT_SAVED', saveUrl: 'http://127.0.0.1/save' };
    expect(await requested(refusedBy(conflict))).toEqual({ problem: conflict });
    expect(await requested({ ...json(conflict), status: 409 })).toEqual({ problem: conflict });
  });

  it.each(['placeholder_not_expanded', 'invalid'] as const)(
    'that misses a credential is told why none was sent: %s',
    async (code) => {
      const answered = await requested(refusedBy(UNAUTHENTICATED), { token: { kind: 'refused', code, detail: 'why' } });
      const errors = [{ pointer: '', code, detail: 'why' }];
      expect(answered).toEqual({ problem: { ...UNAUTHENTICATED, detail: 'why', errors } });
    },
  );

  it('keeps every other refusal as it is, also when no credential could be sent', async () => {
    const other = { ...UNAUTHENTICATED, status: 429, code: 'RATE_LIMITED', retryable: true };
    const token = { kind: 'refused', code: 'invalid', detail: 'why' } as const;
    expect(await requested(refusedBy(other), { token })).toEqual({ problem: other });
  });

  it.each([
    ['an HTML page', { status: 500, content: '<html>Internal Server Error at /srv/app.js:1</html>' }],
    ['HTML with 200', { content: '<html>ok</html>' }],
    ['broken JSON', { headers: JSON_TYPE, content: '{"data":{"reply":' }],
    ['nothing', { content: '' }],
    ['other JSON', json({ hello: 'world' })],
    ['a list', json([1, 2])],
    ['an error without a problem', json({ errors: [{ message: 'boom' }] })],
    ['a problem without its members', refusedBy({ code: 'NOT_FOUND' })],
    ['404', { status: 404, content: 'nothing here' }],
  ])('that answers with %s is not DAI, and its text is not passed on', async (_what, page) => {
    const answered = await requested(page);
    expect(answered).toMatchObject(unavailable('does not answer as DAI does'));
    expect(JSON.stringify(answered)).not.toMatch(/html|boom|world|srv/);
  });

  it.each([301, 302, 303, 307, 308])(
    'that redirects with %i is not followed, so that the token stays',
    async (status) => {
      outside.serve('/elsewhere', json({ data: { reply: 1 } }));
      const answered = await requested({ status, headers: { location: '/elsewhere' } });
      expect(answered).toMatchObject(unavailable('redirects'));
      expect(outside.hits()).toBe(1);
    },
  );

  it('that sends more than 2 MiB is not read to its end', async () => {
    const page = json({ data: { reply: 'x'.repeat(2 * 1024 * 1024) } });
    expect(await requested(page)).toMatchObject(unavailable('longer than any of DAI'));
    const fits = await requested(json({ data: { reply: 'x'.repeat(2 * 1024 * 1024 - 30) } }));
    expect(fits).toHaveProperty('reply');
  });

  it('that does not answer in time is given up', async () => {
    expect(await requested({ wait: NEVER }, { timeoutMs: 50 })).toMatchObject(unavailable('within 0.05 s'));
  });

  it('is given up at once when the process ends', async () => {
    const stop = new AbortController();
    const answered = requested({ wait: NEVER }, { signal: stop.signal });
    await outside.reached('/graphql');
    stop.abort();
    expect(await answered).toMatchObject(unavailable('cannot be reached'));
  });

  it('that no one serves cannot be reached', async () => {
    const api = openHttpApi('http://127.0.0.1:9', { kind: 'none' }, AbortSignal.any([]));
    expect(await api.ask('query { reply: x }', {})).toMatchObject({
      problem: { code: 'UNAVAILABLE', detail: expect.stringContaining('cannot be reached') },
    });
  });

  it.each([
    ['in an answer', json({ data: { reply: { echo: `you sent ${TOKEN}` } } })],
    ['in a refusal', refusedBy({ ...UNAUTHENTICATED, detail: `Bearer ${TOKEN} is wrong` })],
    ['as a name', json({ data: { reply: { [TOKEN]: 1 } } })],
    ['escaped', { headers: JSON_TYPE, content: `{"data":{"reply":"\\u0064${TOKEN.slice(1)}"}}` }],
  ])('that repeats the token %s is not listened to', async (_where, page) => {
    const answered = await requested(page);
    expect(answered).toMatchObject(unavailable('repeats the credential'));
    expect(JSON.stringify(answered)).not.toContain(TOKEN);
  });
});
