import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';

let app: TestApp;
let production: TestApp;
beforeAll(async () => {
  app = await startApp();
  production = await startApp({ env: { NODE_ENV: 'production' } });
});
afterAll(() => Promise.all([app.close(), production.close()]));

describe('the schema in production', () => {
  const strangers = [
    '{ __schema { types { name } } }',
    '{ __type(name: "Query") { name } }',
    'query { ...F } fragment F on Query { __schema { types { name } } }',
  ];

  it.each(strangers)('is closed to strangers: %s', async (query) => {
    const reply = await askGraphql(production, query);
    expect([reply.status, reply.errors[0]?.extensions.code, reply.data]).toEqual([401, 'UNAUTHENTICATED', null]);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect((await askGraphql(app, query)).errors).toEqual([]);
  });

  it('is open to every caller with a credential, and no one is refused __typename', async () => {
    expect(
      (await askGraphql(production, strangers[0] ?? '', {}, { token: production.credentials.trackingKey })).errors,
    ).toEqual([]);
    expect((await askGraphql(production, '{ __typename viewer { __typename } }')).errors).toEqual([]);
  });

  it('is not given away by suggestions', async () => {
    const detail = async (at: TestApp) => (await askGraphql(at, '{ viewr { kind } }')).errors[0]?.extensions.detail;
    expect(await detail(app)).toContain('Did you mean "viewer"');
    expect(await detail(production)).toBe('Cannot query field "viewr" on type "Query".');
  });
});
