import { buildSchema, getOperationAST, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weightProblems } from '../../server/platform/graphql/document.weigh.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Answer {
  data?: Record<string, unknown> | null;
  code?: string;
  errors?: {
    pointer?: string;
    message: string;
    extensions: { code: string; status: number; detail: string; errors?: { pointer: string; code: string }[] };
  }[];
}
const post = (body: unknown, options: { token?: string; headers?: Record<string, string> } = {}) =>
  ask<Answer>(`${app.url}/graphql`, { body, ...options });
const firstOf = ({ body }: { body: Answer }) => body.errors?.[0]?.extensions;

describe('a document that asks for too much', () => {
  it('is refused for more than 30 aliases, also when they hide in fragments', async () => {
    const aliases = (count: number, from = 0) =>
      Array.from({ length: count }, (_one, index) => `a${from + index}: viewer { kind }`).join(' ');
    expect((await post({ query: `{ ${aliases(30)} }` })).status).toBe(200);
    expect(firstOf(await post({ query: `{ ${aliases(31)} }` }))?.errors).toMatchObject([
      { pointer: '/query', code: 'too_many_aliases' },
    ]);
    const hidden = `{ ...F ... on Query { ${aliases(16, 100)} } } fragment F on Query { ${aliases(15)} }`;
    expect(firstOf(await post({ query: hidden }))?.errors).toMatchObject([{ code: 'too_many_aliases' }]);
  });

  it('is refused for a cost over 5,000: an object times the limit of every list around it, four plain values as much', async () => {
    const { organizationId } = app.credentials;
    const cookie = await signIn(app, app.credentials.users.owner);
    const page = 'items { id productId name type status aliases liveKeys createdAt }';
    const list = (alias: string, limit: string) =>
      `${alias}: products(organizationId: "${organizationId}"${limit}) { ${page} }`;
    const lists = (count: number, limit: string) =>
      Array.from({ length: count }, (_one, index) => list(`a${index}`, limit)).join(' ');
    const codes = async (query: string, variables = {}) =>
      (await askGraphql(app, query, variables, { cookie })).errors.flatMap(({ extensions }) => extensions.errors ?? []);
    const tooCostly = [{ pointer: '/query', code: 'too_costly' }];
    expect(await codes(`{ ${lists(16, ', limit: 100')} }`)).toEqual([]);
    expect(await codes(`{ ${lists(17, ', limit: 100')} }`)).toMatchObject(tooCostly);
    expect(await codes(`{ ${lists(30, '')} }`), 'as many as the default says').toEqual([]);
    expect(await codes(`query ($n: Int!) { ${list('a', ', limit: $n')} }`, { n: 100_000 })).toMatchObject(tooCostly);
    expect(await codes(`query ($n: Int! = 99999) { ${list('a', ', limit: $n')} }`)).toMatchObject(tooCostly);
    const hidden = `{ ${lists(9, ', limit: 100')} ...F } fragment F on Query { ...G } fragment G on Query { ${lists(17, ', limit: 100')} }`;
    expect(await codes(hidden)).toMatchObject(tooCostly);
  });

  it('is refused for a depth over 10', () => {
    const schema = buildSchema('type Query { inner: Query leaf: Int }');
    const nested = (levels: number): string => (levels === 1 ? 'leaf' : `inner { ${nested(levels - 1)} }`);
    const codes = (text: string) => {
      const document = parse(text);
      const operation = getOperationAST(document);
      return operation ? weightProblems({ schema, document, operation, variables: {} }).map(({ code }) => code) : null;
    };
    expect(codes(`{ ${nested(10)} }`)).toEqual([]);
    expect(codes(`{ ${nested(11)} }`)).toEqual(['too_deep']);
    expect(codes(`{ ...F } fragment F on Query { inner { ...G } } fragment G on Query { ${nested(10)} }`)).toEqual([
      'too_deep',
    ]);
  });
});

describe('a request that is no single GraphQL operation', () => {
  it.each([
    ['a list of requests', [{ query: '{ viewer { kind } }' }], ''],
    ['a string', '"x"', ''],
    ['nothing', {}, '/query'],
    ['a number for the query', { query: 5 }, '/query'],
    ['an empty query', { query: ' ' }, '/query'],
    ['a list for variables', { query: '{ viewer { kind } }', variables: [] }, '/variables'],
    ['a string for variables', { query: '{ viewer { kind } }', variables: '{}' }, '/variables'],
    ['a string for extensions', { query: '{ viewer { kind } }', extensions: '{}' }, '/extensions'],
    ['a number for the name', { query: '{ viewer { kind } }', operationName: 5 }, '/operationName'],
    ['a persisted query', { extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } }, '/query'],
  ])('%s is refused with a pointer', async (_what, body, pointer) => {
    const reply = await post(body);
    const problem = firstOf(reply);
    expect([reply.status, problem?.code, problem?.errors?.[0]?.pointer]).toEqual([400, 'VALIDATION_FAILED', pointer]);
  });

  it.each([
    ['a subscription', { query: 'subscription { x }' }],
    ['an unknown operation name', { query: '{ viewer { kind } }', operationName: 'other' }],
    ['two operations without a name', { query: 'query A { viewer { kind } } query B { viewer { kind } }' }],
    ['half a document', { query: '{ viewer {' }],
    ['a fragment that spreads itself', { query: '{ ...F } fragment F on Query { ...F }' }],
  ])('%s is 400', async (_what, body) => {
    const reply = await post(body);
    expect([reply.status, firstOf(reply)?.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('never shows a value of the document or of the variables', async () => {
    const requested = [
      '{ viewer "hunter2" }',
      '{ organization(organizationId: {a: "hunter2"}) { id } }',
      '{ verdicts(organizationId: "x", status: hunter2) { dropped } }',
      '{ products(organizationId: "x", limit: "hunter2") { total } }',
    ];
    for (const query of requested) expect((await post({ query })).text).not.toContain('hunter2');
    const reply = await post(
      { query: 'query ($l: Int!) { products(organizationId: "x", limit: $l) { total } }', variables: { l: 'hunter2' } },
      { token: app.credentials.trackingKey },
    );
    expect(reply.text).not.toContain('hunter2');
  });
});

describe('GET /graphql', () => {
  const get = (query: string, headers: Record<string, string> = {}) =>
    ask<Answer>(`${app.url}/graphql?${query}`, { headers });

  it('answers queries, with variables', async () => {
    const query = encodeURIComponent('query ($id: ID!) { organization(organizationId: $id) { id } }');
    const reply = await get(`query=${query}&variables=${encodeURIComponent('{"id":"x"}')}`);
    expect(firstOf(reply)?.code).toBe('UNAUTHENTICATED');
    expect((await get('query={viewer{kind}}')).body.data).toEqual({ viewer: { kind: 'anonymous' } });
  });

  it('refuses mutations, and what a form of another site could send', async () => {
    const mutation = await get(
      `query=${encodeURIComponent('mutation { createOrganization(input: { name: "x" }) { id } }')}`,
    );
    expect([mutation.status, firstOf(mutation)?.code, mutation.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'POST',
    ]);
    const form = await ask(`${app.url}/graphql`, {
      body: 'query={viewer{kind}}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(form.status).toBe(415);
  });

  it('refuses what a page of another origin has a browser send, with every credential', async () => {
    const cookie = await signIn(app, app.credentials.users.owner);
    const refused = [403, 'CROSS_ORIGIN'];
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: app.url, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      for (const caller of [{}, { cookie }] as Record<string, string>[]) {
        const reply = await get('query={viewer{kind}}', { ...headers, ...caller });
        expect([reply.status, firstOf(reply)?.code], JSON.stringify(headers)).toEqual(refused);
      }
    }
    for (const headers of [
      { origin: app.url },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[])
      expect((await get('query={viewer{kind}}', headers)).body.data).toEqual({ viewer: { kind: 'anonymous' } });
  });

  it('answers a program whatever it accepts besides pages', async () => {
    for (const accept of [
      '*/*',
      'application/json',
      'application/json, text/html;q=0.5',
      'application/graphql-response+json',
    ]) {
      const reply = await get('query={viewer{kind}}', { accept });
      expect([reply.status, reply.body.data, reply.headers.get('vary')], accept).toEqual([
        200,
        { viewer: { kind: 'anonymous' } },
        'Accept',
      ]);
    }
  });

  it('refuses variables that are not JSON, and two of them', async () => {
    for (const variables of ['variables={', 'variables=[]', 'variables={}&variables={}']) {
      const reply = await get(`query={viewer{kind}}&${variables}`);
      expect([reply.status, firstOf(reply)?.errors?.[0]?.pointer]).toEqual([400, '/variables']);
    }
  });
});
