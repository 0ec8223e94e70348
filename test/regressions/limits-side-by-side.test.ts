import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_SCALE: '0.5' } });
});
afterAll(() => app.close());

describe('two fields of one query under two policies', () => {
  it('are each counted by what their policy says, although they run side by side', async () => {
    const cookie = await signIn(app, app.credentials.users.owner);
    const reply = await askGraphql(
      app,
      `{ viewer { kind } organization(organizationId: "${app.credentials.organizationId}") { id } }`,
      {},
      { cookie },
    );
    expect(reply.errors).toEqual([]);
    expect(reply.headers.get('ratelimit')).toMatch(/"public-read"; r=59; .*"workflow"; r=149;/);
    const stranger = await askGraphql(app, '{ viewer { kind } }');
    expect(stranger.headers.get('ratelimit'), 'the address was counted, not the person').toMatch(
      /^"public-read"; r=58;/,
    );
  });
});
