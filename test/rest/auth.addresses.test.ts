import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { actsOf, cookieOf, linkSentTo, makeCompany, makePerson } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const auth = (path: string, body: unknown, cookie?: string) =>
  ask<{ user: { id: string; email: string }; errors: { pointer: string; code: string }[] }>(
    `${app.url}/api/auth${path}`,
    { body, headers: { origin: app.url }, ...(cookie ? { cookie } : {}) },
  );
const signUp = (email: string) => auth('/sign-up/email', { email, password: 'long enough', name: 'A' });
const signIn = (email: string, password = 'long enough') => auth('/sign-in/email', { email, password });
const run = (document: string, input: unknown, cookie: string) =>
  askGraphql<Record<string, { id: string; email: string } | boolean | null>>(app, document, { input }, { cookie });
const isVerified = async (email: string) =>
  (
    await query<{ verified: boolean }>(
      app.databaseUrl,
      'select "emailVerified" as verified from auth."user" where email = $1',
      [email],
    )
  )[0]?.verified;

/** A mailbox with its spellings; the first is the normal form. */
const spellings = (): [string, ...string[]][] => {
  const box = `dev-${randomUUID().slice(0, 8)}`;
  return [
    [
      `${box}@xn--bcher-kva.example`,
      `${box}@bücher.example`,
      `${box}@bu\u0308cher.example`,
      ` ${box.toUpperCase()}@BÜCHER.example `,
      `${box}@XN--BCHER-KVA.EXAMPLE`,
    ],
    [`${box}@xn--e1afmkfd.xn--p1ai`, `${box}@пример.рф`, `${box}@ПРИМЕР.РФ`],
    [`d\u00e9v-${box}@example.com`, `De\u0301v-${box}@Example.com`],
    [`${box}!#$%&'*/=?^{|}~@example.com`, `${box.toUpperCase()}!#$%&'*/=?^{|}~@example.com`],
  ];
};

describe('one address in several spellings', () => {
  it('is one account for sign-up, sign-in, verification and reset', async () => {
    for (const [normal, ...others] of spellings()) {
      const made = await signUp(others[0] ?? normal);
      expect([made.status, made.body.user?.email]).toEqual([200, normal]);
      for (const spelling of [normal, ...others]) {
        const again = await signUp(spelling);
        expect([again.status, again.body.errors?.[0]?.code]).toEqual([400, 'already_registered']);
        const reply = await signIn(spelling);
        expect([spelling, reply.status, reply.body.user?.id]).toEqual([spelling, 200, made.body.user.id]);
      }
      await ask(await linkSentTo(app, normal), { cookie: cookieOf(made.headers) });
      expect(await isVerified(normal)).toBe(true);
      expect((await auth('/request-password-reset', { email: others[0] })).status).toBe(200);
      const link = new URL((await linkSentTo(app, normal)).replace('#/', ''));
      const token = link.searchParams.get('token');
      expect((await auth('/reset-password', { token, newPassword: 'also long enough' })).status).toBe(200);
      expect((await signIn(others[0] ?? '', 'also long enough')).status).toBe(200);
    }
  });

  it('is one account after a change of address, and is invited and accepted in any spelling', async () => {
    const company = await makeCompany(app);
    for (const [normal, spelling = normal] of spellings()) {
      const person = await makePerson(app);
      const change = { newEmail: spelling, currentPassword: person.password };
      await run(
        'mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) }',
        change,
        person.cookie,
      );
      const token = new URL((await linkSentTo(app, normal)).replace('#/', '')).searchParams.get('change');
      const confirm = 'mutation ($input: ConfirmEmailChangeInput!) { confirmEmailChange(input: $input) { id email } }';
      const changed = await run(confirm, { token }, person.cookie);
      expect(changed.data?.confirmEmailChange).toMatchObject({ email: normal });
      const { status, headers } = await signIn(spelling, person.password);
      expect(status).toBe(200);
      const invited = await run(
        'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id email } }',
        { organizationId: company.organizationId, email: spelling, role: 'member' },
        company.owner.cookie,
      );
      expect(invited.data?.inviteMember).toMatchObject({ email: normal });
      const accepted = await run(
        'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { id } }',
        { invitationId: (invited.data?.inviteMember as { id: string } | undefined)?.id },
        cookieOf(headers),
      );
      expect(accepted.data?.acceptInvitation).toEqual({ id: company.organizationId });
    }
  });

  it.each(['d\u200bev@example.com', 'dev@example.com.', 'dev@exam ple.com', 'dev\u0000@example.com'])(
    '%j is no address at any transport',
    async (email) => {
      const person = await makePerson(app);
      const password = 'long enough';
      for (const [path, body] of [
        ['/sign-up/email', { email, password, name: 'A' }],
        ['/sign-in/email', { email, password }],
        ['/send-verification-email', { email }],
        ['/request-password-reset', { email }],
      ] as const) {
        const reply = await auth(path, body);
        expect([path, reply.status, reply.body.errors?.[0]?.pointer]).toEqual([path, 400, '/email']);
      }
      const change = await run(
        'mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) }',
        { newEmail: email, currentPassword: person.password },
        person.cookie,
      );
      expect(JSON.stringify(change.errors)).toContain('/newEmail');
    },
  );
});

describe('two accounts from before there was a normal form', () => {
  it('each sign in by the spelling that they store, and any other is the normal form’s', async () => {
    const [normal, old = '', other = ''] = spellings()[0] ?? [''];
    const [first, second] = [await makePerson(app), await makePerson(app)];
    for (const [email, { id }] of [
      [normal, first],
      [old, second],
    ] as const)
      await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, id.slice(4)]);
    expect((await signIn(old, second.password)).body.user?.id).toBe(second.id.slice(4));
    expect((await signIn(old, first.password)).status).toBe(401);
    for (const spelling of [normal, other]) {
      expect((await signIn(spelling, first.password)).body.user?.id).toBe(first.id.slice(4));
      expect((await signIn(spelling, second.password)).status).toBe(401);
    }
    expect((await actsOf(app, second)).at(-1)).toBe('session.refuse');
  });
});

describe('the letter that verifies', () => {
  it('holds the account: the address stands nowhere in its link', async () => {
    const { email } = await makePerson(app, { verified: false });
    const token = new URL(await linkSentTo(app, email)).searchParams.get('token') ?? '';
    const readable = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    for (const part of [token, ...readable]) expect(part).not.toContain(email.split('@')[0]);
  });

  it('verifies nothing for another account that has the address by then', async () => {
    const earlier = await makePerson(app, { verified: false });
    const link = await linkSentTo(app, earlier.email);
    await query(app.databaseUrl, 'delete from auth."user" where id = $1', [earlier.id.slice(4)]);
    const later = await signUp(earlier.email);
    const reply = await ask(link, { cookie: cookieOf(later.headers) });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/admin/#/login?account=verify']);
    expect(await isVerified(earlier.email)).toBe(false);
  });

  it('verifies nothing once the account has another address', async () => {
    const person = await makePerson(app, { verified: false });
    const link = await linkSentTo(app, person.email);
    const email = `other-${randomUUID()}@people.example`;
    await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, person.id.slice(4)]);
    const reply = await ask(link, { cookie: person.cookie });
    expect(reply.headers.get('location')).toBe('/admin/#/login?account=verify');
    expect(await isVerified(email)).toBe(false);
  });
});
