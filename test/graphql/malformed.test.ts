import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await startApp();
  cookie = await signIn(app, app.credentials.users.owner);
});
afterAll(() => app.close());

const create = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }';
const inFragment =
  'mutation ($input: CreateProductInput!) { ...F } fragment F on Mutation { createProduct(input: $input) { id } }';
const leftOf = (headers: Headers) => Number(/"workflow"; r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

describe('variables that do not fit their types', () => {
  it('are all named with their pointers, relative to the operation’s input', async () => {
    const input: unknown = JSON.parse(
      '{"organizationId":5,"productId":["x"],"type":"spaceship","__proto__":1,"x/y~z":1}',
    );
    const reply = await askGraphql(app, create, { input }, { cookie });
    expect(reply.status).toBe(400);
    expect(reply.errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
    expect(reply.errors[0]?.extensions.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/__proto__ unknown_field',
      '/name required',
      '/productId wrong_type',
      '/type not_allowed',
      '/x~1y~0z unknown_field',
    ]);
  });

  it.each([create, inFragment])(
    'are 401 to a stranger and 403 to a wrong credential, before anything is said of them: %s',
    async (document) => {
      const stranger = await askGraphql(app, document, { input: 5 });
      expect([stranger.status, stranger.errors[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
      const key = await askGraphql(app, document, { input: 5 }, { token: app.credentials.trackingKey });
      expect([key.status, key.errors[0]?.extensions.code]).toEqual([403, 'SESSION_REQUIRED']);
      expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  it.each([create, inFragment])('count as a call: %s', async (document) => {
    const first = await askGraphql(app, document, { input: 5 }, { cookie });
    const second = await askGraphql(app, document, { input: 5 }, { cookie });
    expect(leftOf(second.headers)).toBe(leftOf(first.headers) - 1);
  });

  it('are named by where they stand in a literal', async () => {
    const reply = await askGraphql(
      app,
      'mutation ($n: String!, $o: ID!, $a: String!) { updateProduct(input: { organizationId: $o, productId: $n, aliases: ["x", $a] }) { id } }',
      { n: 5, o: null, a: [] },
      { cookie },
    );
    expect(reply.errors[0]?.extensions.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/aliases/1',
      '/organizationId',
      '/productId',
    ]);
  });

  it('are named by the argument where there is no whole input', async () => {
    const reply = await askGraphql(
      app,
      'query ($id: ID!, $limit: Int) { products(organizationId: $id, limit: $limit) { total } }',
      { id: null, limit: 'many' },
      { cookie },
    );
    expect(reply.errors[0]?.extensions.errors).toMatchObject([
      { pointer: '/organizationId', code: 'required' },
      { pointer: '/limit', code: 'wrong_type' },
    ]);
  });
});

describe('values of the right type that are wrong', () => {
  const organizationId = 'org_00000000-0000-7000-8000-000000000000';
  it.each([
    ['a malformed id', { organizationId: 'org_1' }, '/organizationId'],
    ['an id of another kind', { organizationId: 'prd_00000000-0000-7000-8000-000000000000' }, '/organizationId'],
    ['a long product id', { productId: 'x'.repeat(129) }, '/productId'],
    ['a product id with a space', { productId: 'a b' }, '/productId'],
    ['NUL in a product id', { productId: 'a\u0000b' }, '/productId'],
    ['a blank name', { name: '   ' }, '/name'],
    ['a long name', { name: 'x'.repeat(201) }, '/name'],
    ['half a surrogate pair in a name', { name: 'a\ud800b' }, '/name'],
  ])('%s is refused with its pointer', async (_what, given, pointer) => {
    const input = { organizationId, productId: 'p', name: 'n', type: 'api', ...given };
    const reply = await askGraphql(app, create, { input }, { cookie });
    expect(reply.errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer }] });
  });

  it.each([0, -1, 101, 1_000])('a limit of %i is refused, never clamped', async (limit) => {
    const reply = await askGraphql(
      app,
      'query ($id: ID!, $limit: Int) { products(organizationId: $id, limit: $limit) { total } }',
      { id: app.credentials.organizationId, limit },
      { cookie },
    );
    expect(reply.errors[0]?.extensions.errors).toMatchObject([{ pointer: '/limit' }]);
  });

  it.each(['', 'nonsense', 'AAAA', Buffer.from("x' or 1=1").toString('base64url')])(
    'the cursor "%s" is refused',
    async (cursor) => {
      for (const field of ['products', 'events', 'verdicts', 'auditEntries']) {
        const reply = await askGraphql(
          app,
          `query ($id: ID!, $c: String) { ${field}(organizationId: $id, cursor: $c) { nextCursor } }`,
          { id: app.credentials.organizationId, c: cursor },
          { cookie },
        );
        expect(reply.errors[0]?.extensions, field).toMatchObject({
          code: 'VALIDATION_FAILED',
          errors: [{ pointer: '/cursor' }],
        });
      }
    },
  );
});
