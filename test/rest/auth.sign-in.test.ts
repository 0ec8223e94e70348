import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { cookieOf, makePerson, tamperedCookie } from '../setup/people.js';

let app: TestApp;
let secure: TestApp;
beforeAll(async () => {
  app = await startApp();
  secure = await startApp({ env: { WORKSPACE_URL: 'https://work.example' } });
});
afterAll(() => Promise.all([app.close(), secure.close()]));

const auth = (path: string, body: unknown, options: { cookie?: string; origin?: string } = {}) =>
  ask<{ user: Record<string, unknown>; errors: { pointer: string; code: string }[] }>(`${app.url}/api/auth${path}`, {
    body,
    headers: { origin: options.origin ?? app.url },
    ...(options.cookie ? { cookie: options.cookie } : {}),
  });
const kindOf = async (cookie: string) =>
  (await askGraphql<{ viewer: { kind: string } }>(app, '{ viewer { kind } }', {}, { cookie })).data?.viewer.kind;

describe('POST /api/auth/sign-up/email', () => {
  it('makes an account, signs it in and answers no token', async () => {
    const email = `New-${randomUUID()}@People.Example`;
    const reply = await auth('/sign-up/email', { email, password: 'long enough', name: 'New' });
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({ email: email.toLowerCase(), emailVerified: false, reviewer: false });
    expect(await kindOf(cookieOf(reply.headers))).toBe('session');
    expect(reply.text).not.toMatch(/token|password/);
  });

  it('refuses an address that has an account', async () => {
    const { email } = await makePerson(app);
    const reply = await auth('/sign-up/email', { email: email.toUpperCase(), password: 'long enough', name: 'Twice' });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ pointer: '/email', code: 'already_registered' }]);
  });

  it.each([
    ['a short password', { password: 'short' }, '/password', 'too_short'],
    ['a long password', { password: 'x'.repeat(129) }, '/password', 'too_long'],
    ['a number for a password', { password: 12345678 }, '/password', 'wrong_type'],
    ['no password', { password: undefined }, '/password', 'required'],
    ['a malformed address', { email: 'not an address' }, '/email', 'pattern'],
    ['a long address', { email: `${'x'.repeat(250)}@people.example` }, '/email', 'too_long'],
    ['a blank name', { name: '  ' }, '/name', 'too_short'],
    ['NUL in the name', { name: 'a\u0000b' }, '/name', 'nul_character'],
    ['a role', { reviewer: true }, '/reviewer', 'unknown_field'],
    ['a verified mark', { emailVerified: true }, '/emailVerified', 'unknown_field'],
    ['a link to elsewhere', { callbackURL: 'https://elsewhere.example/' }, '/callbackURL', 'not_allowed'],
    ['a link to elsewhere in disguise', { callbackURL: '//elsewhere.example/' }, '/callbackURL', 'not_allowed'],
  ])('refuses %s and makes no account', async (_what, given, pointer, code) => {
    const email = `${randomUUID()}@people.example`;
    const reply = await auth('/sign-up/email', { email, password: 'long enough', name: 'N', ...given });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ pointer, code }]);
    expect(await query(app.databaseUrl, 'select 1 from auth."user" where email = $1', [email])).toEqual([]);
  });
});

describe('POST /api/auth/sign-in/email', () => {
  it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const { email, password } = await makePerson(app);
    const [cookie = ''] = (await auth('/sign-in/email', { email, password })).headers.getSetCookie();
    expect(cookie).toMatch(/^dai\.session_token=/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Max-Age=604800');
    expect(cookie).not.toContain('Secure');
  });

  it('marks the cookie Secure where the workspace is https', async () => {
    const reply = await ask(`${secure.url}/api/auth/sign-in/email`, {
      body: secure.credentials.users.owner,
      headers: { origin: 'https://work.example' },
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()[0]).toContain('Secure');
  });

  it('says the same of a wrong password and of an unknown address', async () => {
    const { email } = await makePerson(app);
    const wrong = await auth('/sign-in/email', { email, password: 'wrong password' });
    const unknown = await auth('/sign-in/email', { email: 'nobody@people.example', password: 'wrong password' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(wrong.body).toMatchObject({ code: 'UNAUTHENTICATED', retryable: false });
  });
});

describe('a session', () => {
  it('ends with sign-out, also for a client that kept the cookie', async () => {
    const { cookie } = await makePerson(app);
    expect(await kindOf(cookie)).toBe('session');
    expect((await auth('/sign-out', {}, { cookie })).status).toBe(200);
    expect(await kindOf(cookie)).toBe('anonymous');
  });

  it('slides: a day after it began, its use prolongs it and its cookie', async () => {
    const { id, cookie } = await makePerson(app);
    await query(
      app.databaseUrl,
      `update auth.session set "expiresAt" = now() + interval '5 days', "updatedAt" = now() - interval '2 days' where "userId" = $1`,
      [id.slice(4)],
    );
    const reply = await askGraphql(app, '{ viewer { kind } }', {}, { cookie });
    expect(reply.headers.getSetCookie()[0]).toMatch(/^dai\.session_token=.*Max-Age=604800/);
    const rows = await query(
      app.databaseUrl,
      `select 1 from auth.session where "userId" = $1 and "expiresAt" > now() + interval '6 days'`,
      [id.slice(4)],
    );
    expect(rows).toHaveLength(1);
  });

  it('is over when it has expired, and a tampered cookie is none', async () => {
    const { id, cookie } = await makePerson(app);
    expect(await kindOf(tamperedCookie(cookie))).toBe('anonymous');
    await query(app.databaseUrl, `update auth.session set "expiresAt" = now() - interval '1 s' where "userId" = $1`, [
      id.slice(4),
    ]);
    expect(await kindOf(cookie)).toBe('anonymous');
  });

  it('can be asked for, without its token', async () => {
    const { cookie, email } = await makePerson(app);
    const reply = await ask<{ user: { email: string } }>(`${app.url}/api/auth/get-session`, { cookie });
    expect(reply.body.user.email).toBe(email);
    expect(reply.text).not.toContain('token');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    const head = await ask(`${app.url}/api/auth/get-session`, { method: 'HEAD', cookie });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('changes the password with the old one alone', async () => {
    const { cookie, email, password } = await makePerson(app);
    const wrong = await auth(
      '/change-password',
      { currentPassword: 'not this one', newPassword: 'another one' },
      { cookie },
    );
    expect(wrong.body.errors).toMatchObject([{ pointer: '/currentPassword' }]);
    const changed = await auth(
      '/change-password',
      { currentPassword: password, newPassword: 'another one' },
      { cookie },
    );
    expect(changed.status).toBe(200);
    expect((await auth('/sign-in/email', { email, password })).status).toBe(401);
    expect((await auth('/sign-in/email', { email, password: 'another one' })).status).toBe(200);
  });
});
