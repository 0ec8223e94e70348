import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentProblems } from '../../server/platform/graphql/document.limits.js';
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

  it('is refused for a cost over 5,000: a field times the limit of every list around it', async () => {
    const { organizationId } = app.credentials;
    const cookie = await signIn(app, app.credentials.users.owner);
    const page = 'items { id productId name type status aliases liveKeys createdAt }';
    const list = (alias: string, limit: string) =>
      `${alias}: products(organizationId: "${organizationId}", limit: ${limit}) { ${page} }`;
    expect((await askGraphql(app, `{ ${list('a', '100')} }`, {}, { cookie })).errors).toEqual([]);
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((alias) => list(alias, '100')).join(' ');
    expect((await askGraphql(app, `{ ${six} }`, {}, { cookie })).errors[0]?.extensions.errors).toMatchObject([
      { pointer: '/query', code: 'too_costly' },
    ]);
    const byVariable = `query ($n: Int!) { ${list('a', '$n')} }`;
    expect((await askGraphql(app, byVariable, { n: 100_000 }, { cookie })).errors[0]?.extensions.errors).toMatchObject([
      { code: 'too_costly' },
    ]);
  });

  it('is refused for a depth over 10', () => {
    const nested = (levels: number): string => (levels === 1 ? 'a' : `a { ${nested(levels - 1)} }`);
    const codes = (levels: number) => {
      const document = parse(`{ ${nested(levels)} }`);
      const [operation] = document.definitions;
      return operation?.kind === 'OperationDefinition'
        ? documentProblems(document, operation, {}).map(({ code }) => code)
        : null;
    };
    expect(codes(10)).toEqual([]);
    expect(codes(11)).toEqual(['too_deep']);
  });

  it('does not keep the process busy, however long it is', async () => {
    const began = performance.now();
    const queries = [
      `{ viewer { ${'kind '.repeat(60_000)} } }`,
      `{${'a{'.repeat(30_000)}`,
      `{ viewer { kind } } ${'#'.repeat(1_000_000)}`,
      `{ ${'viewer { user { id } } '.repeat(20_000)} }`,
    ];
    for (const query of queries) expect((await post({ query })).status).toBeLessThan(500);
    expect(performance.now() - began).toBeLessThan(10_000);
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
    ['a number for the name', { query: '{ viewer { kind } }', operationName: 5 }, '/operationName'],
    ['a persisted query', { extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } }, '/query'],
  ])('%s is refused with a pointer', async (_what, body, pointer) => {
    const reply = await ask<{ code: string; errors: { pointer: string }[] }>(`${app.url}/graphql`, { body });
    expect([reply.status, reply.body.code, reply.body.errors[0]?.pointer]).toEqual([400, 'VALIDATION_FAILED', pointer]);
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
    const asked = [
      '{ viewer "hunter2" }',
      '{ organization(organizationId: {a: "hunter2"}) { id } }',
      '{ verdicts(organizationId: "x", status: hunter2) { dropped } }',
      '{ products(organizationId: "x", limit: "hunter2") { total } }',
    ];
    for (const query of asked) expect((await post({ query })).text).not.toContain('hunter2');
    const reply = await post(
      { query: 'query ($l: Int!) { products(organizationId: "x", limit: $l) { total } }', variables: { l: 'hunter2' } },
      { token: app.credentials.trackingKey },
    );
    expect(reply.text).not.toContain('hunter2');
  });
});

describe('GET /graphql', () => {
  const get = (query: string, headers: Record<string, string> = { 'apollo-require-preflight': '1' }) =>
    ask<Answer>(`${app.url}/graphql?${query}`, { headers });

  it('answers queries, with variables', async () => {
    const query = encodeURIComponent('query ($id: ID!) { organization(organizationId: $id) { id } }');
    const reply = await get(`query=${query}&variables=${encodeURIComponent('{"id":"x"}')}`);
    expect(firstOf(reply)?.code).toBe('UNAUTHENTICATED');
    expect((await get('query={viewer{kind}}')).body.data).toEqual({ viewer: { kind: 'anonymous' } });
  });

  it('refuses mutations, and what a form or an image of another site could send', async () => {
    const mutation = await get(
      `query=${encodeURIComponent('mutation { createOrganization(input: { name: "x" }) { id } }')}`,
    );
    expect([mutation.status, firstOf(mutation)?.code, mutation.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'POST',
    ]);
    const simple = await get('query={viewer{kind}}', {});
    expect([simple.status, firstOf(simple)?.errors?.[0]?.code]).toEqual([400, 'simple_request']);
    const form = await ask(`${app.url}/graphql`, {
      body: 'query={viewer{kind}}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(form.status).toBe(415);
  });

  it('refuses variables that are not JSON, and two of them', async () => {
    for (const variables of ['variables={', 'variables=[]', 'variables={}&variables={}']) {
      const reply = await ask<{ errors: { pointer: string }[] }>(
        `${app.url}/graphql?query={viewer{kind}}&${variables}`,
        { headers: { 'apollo-require-preflight': '1' } },
      );
      expect([reply.status, reply.body.errors[0]?.pointer]).toEqual([400, '/variables']);
    }
  });
});
