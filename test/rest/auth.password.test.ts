import { randomUUID, scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { actsOf, cookieOf, linkSentTo, makePerson, type Person } from '../setup/people.js';
import { makeToken } from '../setup/tokens.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Problem {
  code: string;
  errors: { pointer: string; code: string }[];
}
const post = (path: string, body: unknown, cookie?: string) =>
  ask<Problem>(`${app.url}/api/auth${path}`, {
    body,
    headers: { origin: app.url },
    ...(cookie ? { cookie } : {}),
  });
const request = (email: string, redirectTo?: string) =>
  post('/request-password-reset', { email, ...(redirectTo ? { redirectTo } : {}) });
const tokenOf = (link: string): string => /[?&]token=([^&]+)/.exec(link)?.[1] ?? '';
const signIn = ({ email }: Person, password: string) => post('/sign-in/email', { email, password });
const viewerOf = async (cookie: string) =>
  (
    await askGraphql<{ viewer: { kind: string; user: { emailVerified: boolean } | null } }>(
      app,
      '{ viewer { kind user { emailVerified } } }',
      {},
      { cookie },
    )
  ).data?.viewer;

async function resetTokenOf(person: Person): Promise<string> {
  await request(person.email);
  return tokenOf(await linkSentTo(app, person.email));
}

describe('a forgotten password', () => {
  it('is replaced by the link of a letter, once, and all sessions end', async () => {
    const person = await makePerson(app);
    const token = await resetTokenOf(person);
    const changed = await post('/reset-password', { token, newPassword: 'another password' });
    expect([changed.status, changed.body]).toEqual([200, { status: true }]);
    expect((await viewerOf(person.cookie))?.kind).toBe('anonymous');
    expect((await signIn(person, person.password)).status).toBe(401);
    expect((await signIn(person, 'another password')).status).toBe(200);
    const again = await post('/reset-password', { token, newPassword: 'a third password' });
    expect([again.status, again.body.code, again.body.errors[0]?.pointer]).toEqual([401, 'UNAUTHENTICATED', '/token']);
    expect((await signIn(person, 'a third password')).status).toBe(401);
  });

  it('is replaced by one of two who follow the link at once', async () => {
    const person = await makePerson(app);
    const token = await resetTokenOf(person);
    const replies = await Promise.all(
      ['first password', 'second password'].map((newPassword) => post('/reset-password', { token, newPassword })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('keeps its link when the database fails before the password is set', async () => {
    const person = await makePerson(app);
    const token = await resetTokenOf(person);
    for (const sql of [
      `create function fail_password() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$`,
      'create trigger fail_password before update on auth.account for each row execute function fail_password()',
    ])
      await query(app.databaseUrl, sql);
    const failed = await post('/reset-password', { token, newPassword: 'another password' });
    await query(app.databaseUrl, 'drop function fail_password cascade');
    expect(failed.status).toBe(500);
    expect((await signIn(person, person.password)).status).toBe(200);
    expect((await post('/reset-password', { token, newPassword: 'another password' })).status).toBe(200);
    expect((await signIn(person, 'another password')).status).toBe(200);
  });

  it('is not replaced after 30 minutes, nor by a link from before the last reset or change', async () => {
    const person = await makePerson(app);
    const [late, earlier] = [await resetTokenOf(person), await resetTokenOf(person)];
    const life = await query<{ minutes: number }>(
      app.databaseUrl,
      `select round(extract(epoch from "expiresAt" - "createdAt") / 60)::int as minutes from auth.verification where value = $1`,
      [person.id.slice(4)],
    );
    expect(life.map(({ minutes }) => minutes)).toEqual([30, 30]);
    await query(app.databaseUrl, `update auth.verification set "expiresAt" = now() - interval '1 s' where value = $1`, [
      person.id.slice(4),
    ]);
    expect((await post('/reset-password', { token: late, newPassword: 'too late for it' })).status).toBe(401);
    const newest = await resetTokenOf(person);
    expect((await post('/reset-password', { token: newest, newPassword: 'another password' })).status).toBe(200);
    expect((await post('/reset-password', { token: earlier, newPassword: 'one from before' })).status).toBe(401);

    const open = await resetTokenOf(person);
    const cookie = cookieOf((await signIn(person, 'another password')).headers);
    await post('/change-password', { currentPassword: 'another password', newPassword: 'chosen meanwhile' }, cookie);
    expect((await post('/reset-password', { token: open, newPassword: 'one from before' })).status).toBe(401);
    expect((await signIn(person, 'chosen meanwhile')).status).toBe(200);
  });

  it('is asked for with one answer, whether or not the address has an account', async () => {
    const person = await makePerson(app);
    const [known, unknown] = [await request(person.email), await request('nobody@people.example')];
    expect([known.status, known.text]).toEqual([200, unknown.text]);
    expect(unknown.status).toBe(200);
    const letters = await query(app.databaseUrl, 'select 1 from mail where recipient = $1', ['nobody@people.example']);
    expect(letters).toEqual([]);
  });

  it('leaves no token in the database that its reader could use', async () => {
    const person = await makePerson(app);
    const token = await resetTokenOf(person);
    const rows = await query<{ identifier: string }>(
      app.databaseUrl,
      'select identifier from auth.verification where value = $1',
      [person.id.slice(4)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.identifier).not.toContain(token);
  });

  it('leads where the workspace says, with the token behind # on pages of its own', async () => {
    const person = await makePerson(app);
    const leadsTo = async (redirectTo?: string) => {
      expect((await request(person.email, redirectTo)).status).toBe(200);
      return (await linkSentTo(app, person.email)).replace(/token=\w+/, 'token=T');
    };
    const own = `${app.url}/admin/#/login?account=reset&token=T`;
    expect(await leadsTo()).toBe(own);
    expect(await leadsTo('/admin/')).toBe(own);
    expect(await leadsTo(`${app.url}/admin/`)).toBe(own);
    expect(await leadsTo('/admin/#/elsewhere')).toBe(`${app.url}/admin/#/elsewhere?token=T`);
    expect(await leadsTo('/new-password?from=app')).toBe(`${app.url}/new-password?from=app&token=T`);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (redirectTo) => {
      const { email } = await makePerson(app);
      const reply = await request(email, redirectTo);
      expect([reply.status, reply.body.errors]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/redirectTo', code: 'not_allowed' })],
      ]);
    },
  );

  it('never leads to an origin that begins like the workspace’s', async () => {
    for (const end of ['.elsewhere.example/', '@elsewhere.example/', '//elsewhere.example'])
      expect((await request('p@people.example', `${app.url}${end}`)).status).toBe(400);
  });

  it.each([
    ['no token', { newPassword: 'long enough' }, '/token', 'required'],
    ['a short password', { token: 'x', newPassword: 'short' }, '/newPassword', 'too_short'],
    [
      'an account of a user’s choice',
      { token: 'x', newPassword: 'long enough', email: 'a@b.example' },
      '/email',
      'unknown_field',
    ],
  ])('is refused with %s', async (_what, body, pointer, code) => {
    const reply = await post('/reset-password', body);
    expect([reply.status, reply.body.errors]).toEqual([400, [expect.objectContaining({ pointer, code })]]);
  });

  it('keeps its link for a password that was too short', async () => {
    const person = await makePerson(app);
    const token = await resetTokenOf(person);
    expect((await post('/reset-password', { token, newPassword: 'short' })).status).toBe(400);
    expect((await post('/reset-password', { token, newPassword: 'long enough' })).status).toBe(200);
  });
});

describe('the reset of an account that was never verified', () => {
  it('verifies it, and ends the tokens and connections of the person who made it', async () => {
    const person = await makePerson(app, { verified: false });
    const { token: created } = await makeToken(app, person, { scopes: ['project:read', 'tools:read'] });
    const caller = { cookie: person.cookie };
    await askGraphql(app, 'mutation { connectTool(input: { toolSlug: "react" }) { state } }', {}, caller);
    const receipts = () => ask(`${app.url}/api/me/usage`, { token: created });
    expect((await receipts()).status).toBe(200);

    await post('/reset-password', { token: await resetTokenOf(person), newPassword: 'the owner’s own' });
    expect((await receipts()).status).toBe(401);
    const cookie = cookieOf((await signIn(person, 'the owner’s own')).headers);
    expect(await viewerOf(cookie)).toEqual({ kind: 'session', user: { emailVerified: true } });
    const left = await query<{ live: number }>(
      app.databaseUrl,
      'select count(*)::int as live from tool_connection where user_id = $1 and revoked_at is null',
      [person.id.slice(4)],
    );
    expect(left).toEqual([{ live: 0 }]);
    const [entry] = await query<{ changes: Record<string, unknown[]> }>(
      app.databaseUrl,
      `select v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.action = 'password.reset' and e.resource_id = $1`,
      [person.id],
    );
    expect(entry?.changes).toMatchObject({
      emailVerified: [false, true],
      sessions: [1, 0],
      workflowTokens: [[expect.stringMatching(/^tok_/)], []],
      connections: [[expect.stringMatching(/^con_/)], []],
    });
  });

  it('leaves both to an account that was verified', async () => {
    const person = await makePerson(app);
    const { token: created } = await makeToken(app, person, { scopes: ['project:read', 'tools:read'] });
    await post('/reset-password', { token: await resetTokenOf(person), newPassword: 'another password' });
    expect((await ask(`${app.url}/api/me/usage`, { token: created })).status).toBe(200);
  });
});

describe('a changed password', () => {
  it('ends the other sessions and keeps the one that changed it', async () => {
    const person = await makePerson(app);
    const other = cookieOf((await signIn(person, person.password)).headers);
    const body = { currentPassword: person.password, newPassword: 'another password' };
    const changed = await post('/change-password', body, person.cookie);
    expect(changed.status).toBe(200);
    expect((await viewerOf(other))?.kind).toBe('anonymous');
    expect((await viewerOf(person.cookie))?.kind).toBe('anonymous');
    expect((await viewerOf(cookieOf(changed.headers)))?.kind).toBe('session');
    expect(changed.text).not.toMatch(/token|session/);
  });

  it('can’t spare them', async () => {
    const { password, cookie } = await makePerson(app);
    const body = { currentPassword: password, newPassword: 'another password', revokeOtherSessions: false };
    const reply = await post('/change-password', body, cookie);
    expect([reply.status, reply.body.errors[0]?.pointer]).toEqual([400, '/revokeOtherSessions']);
  });
});

describe('a new password', () => {
  const signUp = (password: string) =>
    post('/sign-up/email', { email: `p-${randomUUID()}@people.example`, password, name: 'A Person' });

  it('is of 8 to 128 characters, whichever they are', async () => {
    const statuses = await Promise.all(
      ['zqxjvkw', 'zqxjvkwy', '73190468', '?*~^|<>+', 'zq '.repeat(43).slice(0, 128), 'zq '.repeat(43)].map(
        async (password) => (await signUp(password)).status,
      ),
    );
    expect(statuses).toEqual([400, 200, 200, 200, 200, 400]);
  });
});

describe('a stored password', () => {
  it('is a slow hash with a salt of its own, unless a test gives another hasher', async () => {
    const real = await startApp({ realPasswords: true });
    const [one, other] = [await makePerson(real), await makePerson(real)];
    for (const { id, email, password } of [one, other]) {
      const stored = await query<{ password: string }>(
        real.databaseUrl,
        'select password from auth.account where "userId" = $1',
        [id.slice(4)],
      );
      const [salt = '', key = ''] = stored[0]?.password.split(':') ?? [];
      const [N, r, p] = [16_384, 16, 1];
      expect(scryptSync(password, salt, 64, { N, r, p, maxmem: 256 * N * r }).toString('hex')).toBe(key);
      const replies = ['not the password', password].map((given) =>
        ask(`${real.url}/api/auth/sign-in/email`, { body: { email, password: given }, headers: { origin: real.url } }),
      );
      expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([401, 200]);
    }
    await real.close();
  });

  it('is compared in its Unicode normal form, and otherwise as it came', async () => {
    const real = await startApp({ realPasswords: true });
    const send = (path: string, body: object) =>
      ask(`${real.url}/api/auth${path}`, { body, headers: { origin: real.url } });
    const email = `p-${randomUUID()}@people.example`;
    await send('/sign-up/email', { email, password: ' ﬁne Caf\u00e9 9 ', name: 'A Person' });
    const statuses = [];
    for (const password of [' fine Cafe\u0301 9 ', 'fine Caf\u00e9 9', ' fine caf\u00e9 9 ', ' fine Caf\u00e9 '])
      statuses.push((await send('/sign-in/email', { email, password })).status);
    expect(statuses).toEqual([200, 401, 401, 401]);
    await real.close();
  });
});

describe('the audit log', () => {
  it('holds sign-ins, refused ones too, and passwords of the person, and no password', async () => {
    const person = await makePerson(app);
    await signIn(person, 'not the password');
    await signIn(person, person.password);
    await post(
      '/change-password',
      { currentPassword: person.password, newPassword: 'another password' },
      cookieOf((await signIn(person, person.password)).headers),
    );
    await post('/reset-password', { token: await resetTokenOf(person), newPassword: 'a third password' });
    expect(await actsOf(app, person)).toEqual([
      'account.create',
      'address.verify',
      'session.refuse',
      'session.create',
      'session.create',
      'password.change',
      'password.reset',
    ]);
    const values = await query<{ text: string }>(
      app.databaseUrl,
      'select v::text as text from audit_value v join audit_entry e on e.organization_id = v.organization_id and e.id = v.entry_id where e.resource_id = $1',
      [person.id],
    );
    expect(values.map(({ text }) => text).join()).not.toMatch(/password|people\.example/);
  });

  it('holds nothing of a refused sign-in at an unknown address', async () => {
    const count = () => query(app.databaseUrl, 'select count(*) from audit_entry');
    const before = await count();
    await post('/sign-in/email', { email: 'nobody@people.example', password: 'not the password' });
    expect(await count()).toEqual(before);
  });
});
