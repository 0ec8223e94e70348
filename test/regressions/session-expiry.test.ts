import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const kindOf = async (cookie: string) =>
  (await askGraphql<{ viewer: { kind: string } }>(app, '{ viewer { kind } }', {}, { cookie })).data?.viewer.kind;

describe('a session', () => {
  it('ends when its time is over: times of the session table are compared as times, not as text', async () => {
    const cookie = await signIn(app, app.credentials.users.owner);
    expect(await kindOf(cookie)).toBe('session');
    await query(app.databaseUrl, `update auth.session set "expiresAt" = now() - interval '1 second'`);
    expect(await kindOf(cookie)).toBe('anonymous');
  });

  it('slides: a session used a day after its last extension lives seven days from then', async () => {
    const cookie = await signIn(app, app.credentials.users.builder);
    await query(app.databaseUrl, `update auth.session set "expiresAt" = now() + interval '5 days'`);
    expect(await kindOf(cookie)).toBe('session');
    const rows = await query<{ left: number }>(
      app.databaseUrl,
      `select extract(epoch from max("expiresAt") - now())::float / 86400 as left from auth.session`,
    );
    expect(rows[0]?.left).toBeGreaterThan(6.9);
  });

  it('never shows its token in a body', async () => {
    const reply = await ask(`${app.url}/api/auth/sign-in/email`, {
      body: app.credentials.users.owner,
      headers: { origin: app.url },
    });
    const cookie = reply.headers.getSetCookie()[0] ?? '';
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? 'none';
    expect(cookie).toMatch(/HttpOnly/i);
    expect(token.length).toBeGreaterThan(20);
    expect(reply.text).not.toContain(token);
    const session = await ask(`${app.url}/api/auth/get-session`, { cookie: cookie.split(';')[0] ?? '' });
    expect(session.text).not.toContain(token);
    expect(session.body.user).toMatchObject({ email: app.credentials.users.owner.email });
  });
});
