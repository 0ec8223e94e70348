import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await startApp();
  cookie = await signIn(app, app.credentials.users.owner);
});
afterAll(() => app.close());

const origin = 'https://elsewhere.example';
const allowed = (headers: Headers) => headers.get('access-control-allow-origin');
const at = (path: string, options: Parameters<typeof ask>[1] = {}) =>
  ask(app.url + path, { ...options, headers: { origin, ...options.headers } });

const OPEN = [
  '/api/directory/context?q=database',
  '/api/directory/changes',
  '/api/directory/compare?tool=stripe&tool=paddle',
  '/api/directory/explain?q=payments&tool=stripe',
  '/api/build/search?intent=a%20database%20for%20events',
  '/api/v1/adoption',
  '/api/v1/agent-rank',
  '/v0.1/servers',
  '/contracts/service-usage-receipt-v1.json',
  '/contracts/agent-rank-v1.json',
  '/problems/NOT_FOUND',
  '/openapi.json',
  '/badges/stripe.svg',
];
const CLOSED = [
  '/graphql?query=%7Bviewer%7Bkind%7D%7D',
  '/api/workflow/tokens',
  '/api/usage/events?idempotencyKey=x',
  '/api/me/usage',
  '/api/auth/get-session',
  '/api/exports/adoption',
  '/api/exports/audit',
  '/api/exports/events',
];

describe('a page of another origin', () => {
  it.each(OPEN)('may read %s without a credential', async (path) => {
    const reply = await at(path);
    expect([200, 404]).toContain(reply.status);
    expect(allowed(reply.headers)).toBe('*');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(reply.headers.get('vary')).toMatch(/Authorization, Cookie/);
  });

  it.each(OPEN)('gets nothing of %s with a credential, valid or not', async (path) => {
    const credentials: Parameters<typeof ask>[1][] = [
      { token: app.credentials.workflowToken },
      { token: 'dai_wrong' },
      { cookie },
    ];
    for (const credential of credentials) expect(allowed((await at(path, credential)).headers)).toBeNull();
  });

  it.each(OPEN)('asks for %s first, and may send no Authorization', async (path) => {
    const preflight = await at(path, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    expect([preflight.status, preflight.text, allowed(preflight.headers)]).toEqual([204, '', '*']);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('GET, HEAD');
    expect(preflight.headers.get('access-control-allow-headers')).not.toMatch(/authorization|cookie|\*/i);
  });

  it('may search by POST, and reads why it was refused', async () => {
    const preflight = await at('/api/build/search', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type');
    const refused = await at('/api/directory/context?limit=0');
    expect([refused.status, allowed(refused.headers)]).toEqual([400, '*']);
    expect((await at('/problems/NO_SUCH_CODE')).status).toBe(404);
  });

  it('with a password for a proxy in front of us carries no credential of ours', async () => {
    const reply = await at('/api/directory/context', { headers: { authorization: 'Basic c3RhZ2luZzpwYXNz' } });
    expect([reply.status, allowed(reply.headers)]).toEqual([200, '*']);
  });

  it.each(CLOSED)('may not read %s, whatever it sends', async (path) => {
    for (const credential of [{}, { cookie }]) expect(allowed((await at(path, credential)).headers)).toBeNull();
    const preflight = await at(path, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } });
    expect([preflight.status, allowed(preflight.headers)]).toEqual([preflight.status === 404 ? 404 : 405, null]);
  });
});

describe('the page of a problem', () => {
  /** Every code of decisions §2. */
  const CODES =
    `MALFORMED_JSON VALIDATION_FAILED BATCH_REFUSED PRIVATE_CONTENT IDEMPOTENCY_KEY_REQUIRED PROVIDER_KEY_REJECTED
    PROVIDER_PERMISSION_MISSING UNAUTHENTICATED WRONG_CREDENTIAL INSUFFICIENT_SCOPE PROJECT_SCOPED_TOKEN SESSION_REQUIRED CROSS_ORIGIN
    NOT_A_MEMBER APPROVAL_REQUIRED PLAN_REQUIRED SECOND_FACTOR_REQUIRED NOT_FOUND METHOD_NOT_ALLOWED GONE IDEMPOTENCY_CONFLICT
    IDEMPOTENCY_IN_PROGRESS STATE_CONFLICT STALE_REVISION SOURCE_CHANGED PLAN_NOT_SAVED ENTRY_LIMIT PAYLOAD_TOO_LARGE
    UNSUPPORTED_MEDIA_TYPE URI_TOO_LONG HEADERS_TOO_LARGE RATE_LIMITED PROVIDER_FAILED PROVIDER_TIMEOUT UNAVAILABLE`.split(
      /\s+/,
    );

  it.each(CODES)('is there for %s, with the headers of a page', async (code) => {
    const page = await at(`/problems/${code}`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`<h1>${code}</h1>`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const described = await at(`/problems/${code}`);
    expect(described.body).toMatchObject({ code, status: expect.any(Number), remedy: expect.stringMatching(/\w/) });
  });
});
