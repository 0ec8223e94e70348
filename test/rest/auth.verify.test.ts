import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { actsOf, linkSentTo, makePerson, type Person, tamperedCookie } from '../setup/people.js';

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

  it('verifies the address with the session of its account, once and for good', async () => {
    const person = await makePerson(app, { verified: false });
    expect(await verified(person.cookie)).toBe(false);
    const link = await linkSentTo(app, person.email);
    const reply = await ask(link, { cookie: person.cookie });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/']);
    expect(await verified(person.cookie)).toBe(true);
    expect((await ask(link)).headers.get('location')).toBe('/');
  });

  it('verifies nothing without that session, and leads to the page that asks for its password', async () => {
    const [victim, other] = [await makePerson(app, { verified: false }), await makePerson(app)];
    const link = await linkSentTo(app, victim.email);
    for (const options of [{}, { cookie: other.cookie }, { cookie: tamperedCookie(victim.cookie) }]) {
      const reply = await ask(link, options);
      const location = new URL(reply.headers.get('location') ?? '');
      expect([reply.status, location.origin, location.pathname]).toEqual([302, app.url, '/admin/']);
      const requested = new URLSearchParams(location.hash.split('?')[1]);
      expect([requested.get('account'), requested.get('email')]).toEqual(['verify', victim.email]);
      expect(requested.get('token')).toBe(new URL(link).searchParams.get('token'));
    }
    expect(await verified(victim.cookie)).toBe(false);
  });

  it.each([
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an older browser’s prefetch', { headers: { purpose: 'prefetch' } }],
  ])('verifies nothing for %s, not even with the session', async (_what, options) => {
    const person = await makePerson(app, { verified: false });
    const reply = await ask(await linkSentTo(app, person.email), { ...options, cookie: person.cookie });
    expect(reply.status).toBe(302);
    expect(await verified(person.cookie)).toBe(false);
  });

  it('leads to a page that says so when it has expired or was damaged', async () => {
    const link = new URL(await linkSentTo(app, unverified.email));
    link.searchParams.set('token', `${link.searchParams.get('token')?.slice(0, -4)}AAAA`);
    const reply = await ask(link.toString(), { cookie: unverified.cookie });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/admin/#/login?account=verify']);
    expect(await verified(unverified.cookie)).toBe(false);
  });

  it('leaves an entry in the audit log of the person', async () => {
    const person = await makePerson(app);
    expect(await actsOf(app, person)).toEqual(['account.create', 'address.verify']);
  });

  it('leaves its token in no line of the log, no metric and no referrer, whatever it is answered with', async () => {
    const logged: string[] = [];
    const watched = await startApp({
      env: { LOG_LEVEL: 'trace', METRICS_TOKEN: 'a-token-for-metrics' },
      databaseUrl: app.databaseUrl,
      logTo: { write: (line) => void logged.push(line) },
    });
    try {
      const link = new URL(await linkSentTo(app, unverified.email));
      const token = link.searchParams.get('token') ?? '';
      for (const [query, status] of [
        [link.search, 302],
        [`?token=${token}`, 302],
        [`?token=${token}AAAA`, 401],
        [`?token=${token}&callbackURL=https://elsewhere.example`, 400],
      ] as const) {
        const reply = await ask(`${watched.url}/api/auth/verify-email${query}`);
        expect([query, reply.status, reply.headers.get('referrer-policy')]).toEqual([query, status, 'no-referrer']);
      }
      const metrics = await ask(`${watched.url}/metrics`, { token: 'a-token-for-metrics' });
      expect(logged.join('')).toContain('/api/auth/verify-email');
      for (const text of [logged.join(''), metrics.text]) expect(text).not.toContain(token.slice(-20));
    } finally {
      await watched.close();
    }
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

  it('can be asked for again, and asking tells no one whether an address has an account', async () => {
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
