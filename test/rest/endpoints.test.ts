import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shims } from '../../rest-shims/index.js';
import { BUILD, VERSION } from '../../server/platform/version.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

const METRICS_TOKEN = 'a-token-for-metrics';
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN } });
});
afterAll(() => app.close());

interface Problem {
  code: string;
  status: number;
  requestId: string;
}
const at = (path: string, options: Parameters<typeof ask>[1] = {}) => ask<Problem>(app.url + path, options);

describe('a path that is not there', () => {
  it.each([
    '/api',
    '/api/',
    '/api/usage',
    '/api/usage/track/',
    '/API/usage/track',
    '/api/v9/x',
    '/api/..%2fx',
    '/nothing',
    '/problems/NO_SUCH_CODE',
    '/problems/toString',
    '/contracts/other.json',
    '/docs/other',
    '/api/usage/events/%',
    '/api/usage/events/%A',
    '/admin/assets/%00',
  ])('%s is JSON 404, whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH']) {
      if (method !== 'GET' && /^\/(problems|api\/usage\/events|docs)/.test(path)) continue; // known paths of one method: 405
      const reply = await at(path, { method });
      expect([reply.status, reply.body.code, reply.body.status]).toEqual([404, 'NOT_FOUND', 404]);
      expect(reply.headers.get('content-type')).toContain('application/problem+json');
    }
  });
});

/** The methods that a path of the table takes, in the table's order. */
const methodsOf = (path: string): string =>
  shims
    .filter((shim) => shim.path === path)
    .map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()))
    .join(', ');

describe('a method that a path does not take', () => {
  const allowed = new Map<string, string>([
    ...shims.map(({ path }) => [path.replaceAll(/\{\w+\}/g, 'x'), methodsOf(path)] as const),
    ['/graphql', 'GET, HEAD, POST'],
    ['/healthz', 'GET, HEAD'],
    ['/readyz', 'GET, HEAD'],
    ['/openapi.json', 'GET, HEAD'],
    ['/contracts/service-usage-receipt-v1.json', 'GET, HEAD'],
    ['/problems/NOT_FOUND', 'GET, HEAD'],
  ]);
  it.each([...allowed].map(([path, methods]) => ({ path, methods })))(
    '$path is 405 with Allow: $methods',
    async ({ path, methods }) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (one) => !methods.split(', ').includes(one),
      )) {
        const reply = await at(path, { method });
        const { code, errors } = reply.body as { code?: string; errors?: { extensions: { code: string } }[] };
        expect([reply.status, code ?? errors?.[0]?.extensions.code, reply.headers.get('allow')]).toEqual([
          405,
          'METHOD_NOT_ALLOWED',
          methods,
        ]);
      }
    },
  );
});

describe('every answer', () => {
  const paths = [
    '/healthz',
    '/openapi.json',
    '/problems/NOT_FOUND',
    '/api/usage/events?idempotencyKey=x',
    '/nothing',
    '/api/auth/get-session',
    '/graphql?query={viewer{kind}}',
  ];

  it.each(paths)('%s carries a request id: a well-formed incoming one is kept, another is replaced', async (path) => {
    const stored = await at(path, { headers: { 'x-request-id': 'run-7.step_2' } });
    expect(stored.headers.get('x-request-id')).toBe('run-7.step_2');
    for (const given of ['two words', 'x'.repeat(129), '<script>', 'ü']) {
      const made = (await at(path, { headers: { 'x-request-id': encodeURIComponent(given) } })).headers.get(
        'x-request-id',
      );
      expect(made).toMatch(/^[0-9a-f-]{36}$|^[A-Za-z0-9._-]{1,128}$/);
      if (encodeURIComponent(given).includes('%') || given.length > 128) expect(made).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it.each(paths)('%s: HEAD follows GET', async (path) => {
    const headers = { 'apollo-require-preflight': '1' };
    const [get, head] = [await at(path, { headers }), await at(path, { method: 'HEAD', headers })];
    expect([head.status, head.headers.get('content-type'), head.text]).toEqual([
      get.status,
      get.headers.get('content-type'),
      '',
    ]);
  });

  it('carries the same id in a problem and in GraphQL errors', async () => {
    const headers = { 'x-request-id': 'look-here' };
    expect((await at('/nothing', { headers })).body.requestId).toBe('look-here');
    const reply = await ask<{ errors: { extensions: Problem }[] }>(`${app.url}/graphql`, {
      body: { query: '{ nothing }' },
      headers,
    });
    expect(reply.body.errors[0]?.extensions.requestId).toBe('look-here');
  });
});

describe('operations', () => {
  it('/healthz says that the process lives, /readyz that database and migrations stand', async () => {
    expect((await ask(`${app.url}/healthz`)).body).toEqual({ status: 'ok', version: VERSION, build: BUILD });
    expect((await ask(`${app.url}/readyz`)).body).toEqual({
      status: 'ready',
      checks: { database: 'reachable', migrations: 'current', draining: false },
      warnings: [],
    });
  });

  it('/metrics is 404 without its token, and names no id and no address with it', async () => {
    await at('/api/usage/events/evt_00000000-0000-7000-8000-000000000000');
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: METRICS_TOKEN }] as Record<
      string,
      string
    >[])
      expect((await at('/metrics', { headers })).status).toBe(404);
    const reply = await ask(`${app.url}/metrics`, { token: METRICS_TOKEN });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('dai_http_request_duration_seconds_bucket');
    const ofNodes = /^dai_database_node_up.*$/gm; // they name the nodes of a cluster
    expect(reply.text.replaceAll(ofNodes, '')).not.toMatch(/evt_|127\.0\.0\.1/);
  });

  it('/metrics is 404 where no token is configured', async () => {
    const closed = await startApp();
    expect((await ask(`${closed.url}/metrics`, { headers: { authorization: 'Bearer undefined' } })).status).toBe(404);
    await closed.close();
  });
});
