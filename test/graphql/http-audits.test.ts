import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('GraphQL over HTTP, as the audits of graphql-http read it', () => {
  it('is kept: all of MUST and SHOULD, and of MAY', async () => {
    const results = await auditServer({ url: `${app.url}/graphql` });
    const missed = results.filter(({ status }) => status !== 'ok').map(({ id, name }) => `${id} ${name}`);
    const audits = (word: string) =>
      results.filter(({ status, name }) => status === 'ok' && name.startsWith(word)).length;
    expect(missed).toEqual([]);
    expect([audits('MUST'), audits('SHOULD'), audits('MAY')]).toEqual([13, 23, 25]);
  });
});

interface Answer {
  readonly data?: unknown;
  readonly errors?: { extensions: { code: string; status: number } }[];
}

describe('a refused document', () => {
  const failures = [
    ['that does not parse', { query: '{' }],
    ['that does not fit the schema', { query: '{ nothing }' }],
    ['that asks for too much', { query: `{ ${Array.from({ length: 31 }, (_one, of) => `a${of}: viewer { kind }`)} }` }],
    ['whose variables do not fit', { query: 'query ($slug: String!) { tool(slug: $slug) { id } }' }],
  ] as const;

  it.each(failures)('%s is 200 to application/json and 400 to every other, with the same code', async (_what, body) => {
    const answered = async (accept: string): Promise<unknown[]> => {
      const reply = await ask<Answer>(`${app.url}/graphql`, {
        body,
        headers: { accept },
      });
      return [reply.status, 'data' in reply.body, reply.body.errors?.[0]?.extensions.code];
    };
    expect(await answered('application/json')).toEqual([200, false, 'VALIDATION_FAILED']);
    for (const accept of [
      '*/*',
      'application/graphql-response+json',
      'application/graphql-response+json, application/json;q=0.9',
    ])
      expect(await answered(accept), accept).toEqual([400, false, 'VALIDATION_FAILED']);
  });

  it('that a credential may not ask stays what it is', async () => {
    const reply = await ask(`${app.url}/graphql`, {
      body: { query: 'query ($id: ID!) { organization(organizationId: $id) { id } }' },
      headers: { accept: 'application/json' },
    });
    expect(reply.status).toBe(401);
  });

  it('counts as refused under its code, whatever its status', async () => {
    const few = await startApp({ env: { RATE_LIMIT_SCALE: '0.02' } }); // six refusals a minute
    const statuses: number[] = [];
    for (let sent = 0; sent < 8; sent += 1)
      statuses.push(
        (await ask(`${few.url}/graphql`, { body: { query: '{' }, headers: { accept: 'application/json' } })).status,
      );
    expect(statuses).toEqual([...Array(6).fill(200), 429, 429]);
    await few.close();
  });

  it('counts as work of a caller with a credential, who is answered 429 when it is spent', async () => {
    const few = await startApp({ env: { RATE_LIMIT_SCALE: '0.01' } }); // three calls a minute
    const statuses: number[] = [];
    for (const query of ['{', '{ nothing }', `{ viewer { ${'kind '.repeat(1_000)} } }`, '{ nothing }']) {
      const reply = await ask(`${few.url}/graphql`, { body: { query }, token: few.credentials.trackingKey });
      statuses.push(reply.status);
      if (reply.status === 429) expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
    await few.close();
  });
});

describe('a document that no operation counts', () => {
  it.each([
    '{ __typename }',
    '{ __schema { queryType { name } } }',
    '{ ...F } fragment F on Query { __type(name: "Query") { name } }',
  ])('is counted under public-read: %s', async (query) => {
    const few = await startApp({ env: { RATE_LIMIT_SCALE: '0.02' } }); // two public reads a minute
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent += 1)
      statuses.push((await ask(`${few.url}/graphql`, { body: { query } })).status);
    expect(statuses).toEqual([200, 200, 429]);
    await few.close();
  });

  it('is counted once for each alias of a question about the schema', async () => {
    const few = await startApp({ env: { RATE_LIMIT_SCALE: '0.02' } });
    const query =
      '{ a: __schema { queryType { name } } b: __schema { queryType { name } } c: __type(name: "Query") { name } }';
    expect((await ask(`${few.url}/graphql`, { body: { query } })).status).toBe(429);
    await few.close();
  });
});
