import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { linkSentTo, makePerson, type Person } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Problem {
  code: string;
  errors: { pointer: string; code: string }[];
}
const at = (path: string, options: Parameters<typeof ask>[1] = {}) =>
  ask<Problem>(`${app.url}/api/auth${path}`, options);
const verified = async (cookie: string) =>
  (
    await askGraphql<{ viewer: { user: { emailVerified: boolean } } }>(
      app,
      '{ viewer { user { emailVerified } } }',
      {},
      { cookie },
    )
  ).data?.viewer.user.emailVerified;

describe('the link of the letter', () => {
  let unverified: Person;
  beforeAll(async () => {
    unverified = await makePerson(app, { verified: false });
  });

  it('verifies the address, once and for good', async () => {
    const person = await makePerson(app, { verified: false });
    expect(await verified(person.cookie)).toBe(false);
    const link = await linkSentTo(app, person.email);
    const reply = await ask(link);
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/']);
    expect(await verified(person.cookie)).toBe(true);
    expect((await ask(link)).status).toBe(302);
  });

  it('verifies nothing when it was tampered with', async () => {
    const link = new URL(await linkSentTo(app, unverified.email));
    const token = link.searchParams.get('token') ?? '';
    const reply = await at(`/verify-email?token=${token.slice(0, -4)}AAAA`);
    expect([reply.status, reply.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(reply.text).toContain('This link is not valid');
    expect(await verified(unverified.cookie)).toBe(false);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (callbackURL) => {
      const link = new URL(await linkSentTo(app, unverified.email));
      link.searchParams.set('callbackURL', callbackURL);
      const reply = await ask<Problem>(link.toString());
      expect([reply.status, reply.body.errors[0]?.pointer]).toEqual([400, '/callbackURL']);
      expect(reply.headers.get('location')).toBeNull();
    },
  );

  it('needs its token', async () => {
    const reply = await at('/verify-email');
    expect([reply.status, reply.body.errors[0]?.pointer]).toEqual([400, '/token']);
  });

  it('can be asked for again, and asking tells nobody whether an address has an account', async () => {
    const { email, cookie } = unverified;
    const known = await at('/send-verification-email', { body: { email }, cookie, headers: { origin: app.url } });
    const unknown = await at('/send-verification-email', {
      body: { email: 'nobody@people.example' },
      headers: { origin: app.url },
    });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await query(app.databaseUrl, 'select 1 from mail where recipient = $1', [email])).toHaveLength(2);
  });
});
