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

interface Problem {
  readonly code: string;
  readonly status: number;
  readonly requestId: string;
  readonly errors?: { readonly code: string; readonly pointer: string }[];
}
interface Answer {
  readonly data?: unknown;
  readonly errors?: { readonly message: string; readonly extensions: Problem }[];
}
type Options = Parameters<typeof ask>[1];

const at = (options: Options, path = '/graphql') => ask<Answer>(`${app.url}${path}`, options);
const query = '{ viewer { kind } }';

describe('a request that /graphql refuses before it looks at the document', () => {
  const refused: readonly (readonly [string, number, string, Options])[] = [
    ['half a body', 400, 'MALFORMED_JSON', { body: '{"query":' }],
    ['an empty body', 400, 'MALFORMED_JSON', { body: '' }],
    ['a body without a query', 400, 'VALIDATION_FAILED', { body: {} }],
    ['another type', 415, 'UNSUPPORTED_MEDIA_TYPE', { body: query, headers: { 'content-type': 'text/plain' } }],
    [
      'a form',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { body: '--x\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
    ['a body of 2 MiB and a byte', 413, 'PAYLOAD_TOO_LARGE', { body: ' '.repeat(2_097_153) }],
    ['another method', 405, 'METHOD_NOT_ALLOWED', { method: 'PUT', body: { query } }],
    ['a foreign page', 403, 'CROSS_ORIGIN', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['headers of 16 KiB', 431, 'HEADERS_TOO_LARGE', { body: { query }, headers: { 'x-long': 'a'.repeat(16_384) } }],
  ];

  it.each(refused)('%s is told in the form of GraphQL, with its own status', async (_what, status, code, options) => {
    for (const accept of ['*/*', 'application/json', 'application/graphql-response+json']) {
      const reply = await at({ ...options, headers: { ...options?.headers, accept } });
      const [error] = reply.body.errors ?? [];
      expect([reply.status, error?.extensions.status, error?.extensions.code], accept).toEqual([status, status, code]);
      expect(error?.message).toMatch(/\w/);
      expect(error?.extensions.requestId).toBe(reply.headers.get('x-request-id'));
      expect(Object.keys(reply.body)).toEqual(['errors']);
      const type = accept === '*/*' ? 'application/json' : accept;
      expect(reply.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    }
  });

  it('is a problem body for a client that asks for one', async () => {
    const reply = await ask<Problem>(`${app.url}/graphql`, {
      body: '{"query":',
      headers: { accept: 'application/problem+json' },
    });
    expect([reply.status, reply.body.code]).toEqual([400, 'MALFORMED_JSON']);
    expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });
});

describe('a client that accepts none of the types of an answer', () => {
  const headers = { accept: 'text/html' };

  it.each([
    ['a valid document', { body: { query } }, 200, undefined],
    ['a document with a wrong field', { body: { query: '{ nothing }' } }, 400, 'VALIDATION_FAILED'],
    ['a wrong credential', { body: { query }, token: 'dai_x' }, 200, 'UNAUTHENTICATED'],
  ] as const)('is answered %s in JSON, as a client of JSON is', async (_what, options, status, code) => {
    const reply = await at({ ...options, headers });
    expect([reply.status, reply.body.errors?.[0]?.extensions.code]).toEqual([status, code]);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('a persisted query', () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };

  it('is answered so that a client sends the document itself', async () => {
    const byPost = await at({ body: { extensions, operationName: 'Viewer', variables: {} } });
    const byGet = await at({}, `/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`);
    const withEmpty = await at({ body: { query: '', extensions } });
    for (const { status, body } of [byPost, byGet, withEmpty]) {
      expect([status, body.errors?.[0]?.message]).toEqual([400, 'PersistedQueryNotSupported']);
      expect(body.errors?.[0]?.extensions.errors).toMatchObject([
        { pointer: '/query', code: 'persisted_query_not_supported' },
      ]);
    }
  });

  it('that comes with its document is answered by the document', async () => {
    const reply = await at({ body: { query, extensions } });
    expect(reply.body).toEqual({ data: { viewer: { kind: 'anonymous' } } });
  });
});

describe('an operation name', () => {
  it('that is empty is absent, by POST and by GET, as empty variables are in an address', async () => {
    const byPost = await at({ body: { query, operationName: '' } });
    const byGet = await at({}, `/graphql?query=${encodeURIComponent(query)}&operationName=`);
    const withMore = await at(
      {},
      `/graphql?query=${encodeURIComponent(query)}&operationName=&variables=&extensions=%7B%7D`,
    );
    for (const { status, body } of [byPost, byGet, withMore])
      expect([status, body]).toEqual([200, { data: { viewer: { kind: 'anonymous' } } }]);
  });
});

describe('a page of another origin with the session of a person', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  it.each(['mutation { __typename }', query, '{', '{ nothing }'])('is refused whatever it sends: %s', async (text) => {
    for (const headers of foreign) {
      const reply = await at({ body: { query: text }, cookie, headers });
      const code = reply.body.errors?.[0]?.extensions.code;
      expect([reply.status, code], JSON.stringify(headers)).toEqual([403, 'CROSS_ORIGIN']);
      expect(reply.body.data).toBeUndefined();
    }
  });

  it('is no page when it is the workspace’s own, and a program may read without saying where it is', async () => {
    for (const headers of [{ origin: app.url }, { 'sec-fetch-site': 'same-origin' }, {}] as Record<string, string>[]) {
      const reply = await at({ body: { query }, cookie, headers });
      expect([reply.status, reply.body.data], JSON.stringify(headers)).toEqual([200, { viewer: { kind: 'session' } }]);
    }
  });

  it('cannot name the workspace’s origin and another site at once', async () => {
    const headers = { origin: app.url, 'sec-fetch-site': 'same-site' };
    expect((await at({ body: { query }, cookie, headers })).status).toBe(403);
  });

  it('a mutation that asks for nothing needs the workspace’s origin like any other', async () => {
    const body = { query: 'mutation { __typename }' };
    expect((await at({ body, cookie })).body.errors?.[0]?.extensions.code).toBe('CROSS_ORIGIN');
    expect((await at({ body, cookie, headers: { origin: app.url } })).body.data).toEqual({ __typename: 'Mutation' });
  });
});

describe('an Authorization header of another scheme', () => {
  it.each(['Basic c3RhZ2luZzpwYXNz', 'Digest username="a"', 'Negotiate'])('%s leaves the session', async (header) => {
    const reply = await at({ body: { query }, cookie, headers: { authorization: header, origin: app.url } });
    expect(reply.body.data).toEqual({ viewer: { kind: 'session' } });
    const rest = await ask<{ tokens: unknown[] }>(`${app.url}/api/workflow/tokens`, {
      cookie,
      headers: { authorization: header },
    });
    expect([rest.status, Array.isArray(rest.body.tokens)]).toEqual([200, true]);
  });

  it('is no credential by itself, and public reads don’t mind it', async () => {
    const headers = { authorization: 'Basic c3RhZ2luZzpwYXNz' };
    const { status, body } = await ask<Problem>(`${app.url}/api/workflow/tokens`, { headers });
    expect([status, body.errors?.[0]?.code]).toEqual([401, 'missing']);
    expect((await ask(`${app.url}/api/directory/context`, { headers })).status).toBe(200);
  });

  it('a bearer token decides over the cookie', async () => {
    const token = app.credentials.workflowToken;
    expect((await at({ body: { query }, cookie, token })).body.data).toEqual({ viewer: { kind: 'workflow_token' } });
  });
});
