import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { startIdentityProvider, type TestProvider } from '../setup/identity-provider.js';
import { actsOf, cookieOf, giveRole, linkSentTo, makePerson, type Person } from '../setup/people.js';
import { countRows } from '../setup/rows.js';
import {
  beginSignOn,
  changeSignOn,
  comeBack,
  makeDomainOwner,
  makeSignOnCompany,
  providerInput,
  type SignOnCompany,
  signOn,
} from '../setup/single-sign-on.js';

let app: TestApp;
let provider: TestProvider;
let other: TestProvider;
let company: SignOnCompany;
beforeAll(async () => {
  [provider, other] = await Promise.all([startIdentityProvider(), startIdentityProvider()]);
  app = await startApp({ env: { OUTBOUND_ALLOW: `${provider.host},${other.host}` } });
  company = await makeSignOnCompany(app, provider);
});
afterAll(() => Promise.all([app.close(), provider.close(), other.close()]));
beforeEach(() => {
  provider.metadata = {};
  provider.down = null;
});

const newAddress = (domain = company.domain): string => `p-${randomUUID()}@${domain}`;
const viewer = async (cookie: string) =>
  (
    await askGraphql<{
      viewer: {
        kind: string;
        user: { id: string; email: string; emailVerified: boolean } | null;
        memberships: unknown[];
      };
    }>(app, '{ viewer { kind user { id email emailVerified } memberships { role } } }', {}, { cookie })
  ).data?.viewer;
const emailOf = async (cookie: string): Promise<string | undefined> => (await viewer(cookie))?.user?.email;
const signInByPassword = (email: string, password: string) =>
  ask<{ code?: string; errors?: { code: string }[] }>(`${app.url}/api/auth/sign-in/email`, {
    body: { email, password },
    headers: { origin: app.url },
  });
/** A person of the domain with a password and a verified address. */
async function colleague(of = company): Promise<Person> {
  const person = await makePerson(app);
  const email = newAddress(of.domain);
  await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, person.id.slice(4)]);
  return { ...person, email };
}

/** Gives a person a second factor; answers its codes, so many steps from now. */
async function enrollFactor({ password, cookie }: { password: string; cookie: string }) {
  const offered = await askGraphql<{ offerSecondFactor: { secret: string } }>(
    app,
    'mutation ($input: OfferSecondFactorInput!) { offerSecondFactor(input: $input) { secret } }',
    { input: { currentPassword: password } },
    { cookie },
  );
  const app2fa = new TOTP({ secret: Secret.fromBase32(offered.data?.offerSecondFactor.secret ?? '') });
  const codeAt = (steps: number) => app2fa.generate({ timestamp: app.clock.now().getTime() + steps * 30_000 });
  await askGraphql(
    app,
    'mutation ($input: ConfirmSecondFactorInput!) { confirmSecondFactor(input: $input) { codes } }',
    { input: { code: codeAt(0) } },
    { cookie },
  );
  return codeAt;
}

describe('single sign-on', () => {
  it('signs a new person in, with an account and no membership, and knows them again by issuer and subject', async () => {
    const email = newAddress();
    const first = await signOn(app, provider, email, { claims: { sub: email, name: 'Ada Example' } });
    expect([first.status, first.location]).toEqual([302, '/admin/']);
    const person = await viewer(first.cookie);
    expect(person).toMatchObject({ kind: 'session', user: { email, emailVerified: true }, memberships: [] });
    const renamed = await signOn(app, provider, email, { claims: { sub: email, email: newAddress('elsewhere.com') } });
    expect(await emailOf(renamed.cookie)).toBe(email);
    expect(await actsOf(app, { id: person?.user?.id ?? '' })).toEqual([
      'account.create',
      'session.create',
      'session.create',
    ]);
  });

  it('sends PKCE, state and nonce, and a place of its own for each provider', async () => {
    const { url } = await beginSignOn(app, { email: newAddress() });
    const sent = Object.fromEntries(new URL(url).searchParams);
    expect(sent).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', client_id: 'dai-client' });
    expect([sent.state, sent.nonce, sent.code_challenge].map((value) => value?.length)).toEqual([43, 43, 43]);
    expect(sent.redirect_uri).toBe(`${app.url}/api/auth/single-sign-on/callback/${company.organizationId}`);
    expect(JSON.stringify(sent)).not.toContain(provider.client.clientSecret);
  });

  it('takes an account by its address where both sides have verified it, and never otherwise', async () => {
    const mine = await colleague();
    expect(await emailOf((await signOn(app, provider, mine.email, { claims: { sub: mine.email } })).cookie)).toBe(
      mine.email,
    );
    expect(await linkless(mine.email)).toContain('Single sign-on was connected with your account');

    for (const email_verified of [undefined, false, 'true', 1, null]) {
      const person = await colleague();
      const back = await signOn(app, provider, person.email, { claims: { sub: person.email, email_verified } });
      expect([back.problem, await emailOf(back.cookie)]).toEqual(['taken', undefined]);
    }
    const squatter = await colleague();
    await query(app.databaseUrl, 'update auth."user" set "emailVerified" = false where email = $1', [squatter.email]);
    expect((await signOn(app, provider, squatter.email, { claims: { sub: squatter.email } })).problem).toBe('taken');
  });

  const linkless = async (email: string): Promise<string[]> =>
    (await query<{ subject: string }>(app.databaseUrl, 'select subject from mail where recipient = $1', [email])).map(
      ({ subject }) => subject,
    );

  it('makes an account whose address is not verified where the provider says nothing of it, and a letter verifies it', async () => {
    const email = newAddress();
    const back = await signOn(app, provider, email, { claims: { sub: email, email_verified: undefined } });
    expect((await viewer(back.cookie))?.user).toMatchObject({ email, emailVerified: false });
    await ask(await linkSentTo(app, email), { cookie: back.cookie });
    expect((await viewer(back.cookie))?.user?.emailVerified).toBe(true);
  });

  it('speaks for the verified domain of its organization alone', async () => {
    const stranger = await makePerson(app);
    const { url, cookie } = await beginSignOn(app, { email: newAddress() });
    const back = await comeBack(
      provider.consent(url, { claims: { sub: 'stranger', email: stranger.email, email_verified: true } }),
      cookie,
    );
    expect([back.problem, await emailOf(back.cookie)]).toEqual(['domain', undefined]);
    const moved = await colleague();
    await signOn(app, provider, moved.email, { claims: { sub: moved.email } });
    await query(app.databaseUrl, 'update auth."user" set email = $1 where email = $2', [
      newAddress('private.com'),
      moved.email,
    ]);
    expect((await signOn(app, provider, moved.email, { claims: { sub: moved.email } })).problem).toBe('domain');
  });

  it('finds another organization’s person by no subject of the same issuer', async () => {
    const rival = await makeSignOnCompany(app, provider);
    const email = newAddress();
    await signOn(app, provider, email, { claims: { sub: email } });
    const { url, cookie } = await beginSignOn(app, { email: newAddress(rival.domain) });
    const back = await comeBack(provider.consent(url, { claims: { sub: email, email, email_verified: true } }), cookie);
    expect(back.problem).toBe('domain');
  });

  it('asks a person with a second factor for its code before there is a session', async () => {
    const person = await colleague();
    const codeAt = await enrollFactor(person);
    const back = await signOn(app, provider, person.email, { claims: { sub: person.email } });
    expect(back.location).toBe('/admin/#/login?account=code&factors=app&next=%2Fadmin%2F');
    expect(await emailOf(back.cookie)).toBeUndefined();
    const entered = await ask(`${app.url}/api/auth/sign-in/second-factor`, {
      body: { code: codeAt(1) },
      headers: { origin: app.url },
      cookie: back.cookie,
    });
    expect(await emailOf(cookieOf(entered.headers))).toBe(person.email);
  });

  it('says that the provider is away, and signs in when it is back', async () => {
    const slow = await makeSignOnCompany(app, other);
    app.clock.move(11 * 60_000); // the metadata is read again
    other.down = 503;
    const refused = await beginSignOn(app, { email: newAddress(slow.domain) });
    expect([refused.reply.status, refused.reply.body.code]).toEqual([503, 'UNAVAILABLE']);
    other.down = null;
    const email = newAddress(slow.domain);
    const begun = await beginSignOn(app, { email });
    const link = other.consent(begun.url, { claims: { sub: email, email, email_verified: true } });
    other.down = 502;
    expect((await comeBack(link, begun.cookie)).problem).toBe('away');
    other.down = null;
    expect(await emailOf((await signOn(app, other, email, { claims: { sub: email } })).cookie)).toBe(email);
  });

  it('opens one account for two first sign-ins at once', async () => {
    const email = newAddress();
    const begun = await Promise.all([1, 2].map(() => beginSignOn(app, { email })));
    const links = begun.map(({ url }) =>
      provider.consent(url, { claims: { sub: email, email, email_verified: true } }),
    );
    const backs = await Promise.all(links.map((link, at) => comeBack(link, begun[at]?.cookie ?? '')));
    expect(await Promise.all(backs.map(({ cookie }) => emailOf(cookie)))).toEqual([email, email]);
  });

  it('is not there for an address without a provider', async () => {
    const { reply } = await beginSignOn(app, { email: 'a@no-provider.example' });
    expect([reply.status, reply.body.errors?.[0]?.code]).toEqual([400, 'not_set_up']);
  });
});

describe('an answer that is not to be believed', () => {
  const refused = async (bent: Parameters<typeof signOn>[3]): Promise<string | null> => {
    const email = newAddress();
    const back = await signOn(app, provider, email, { ...bent, claims: { sub: email, ...bent?.claims } });
    expect(await emailOf(back.cookie)).toBeUndefined();
    return back.problem;
  };
  const now = (): number => Math.floor(Date.now() / 1000);

  it.each([
    ['without a signature', { algorithm: 'none' }],
    ['signed with the client’s secret', { algorithm: 'HS256-secret' }],
    ['signed with the public key as a secret', { algorithm: 'HS256-key' }],
    ['signed by a key of another party', { foreignKey: true }],
    ['for another client', { claims: { aud: 'another-client' } }],
    ['for several clients, of which another may use it', { claims: { aud: ['dai-client', 'x'], azp: 'x' } }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['with another nonce', { claims: { nonce: 'a'.repeat(43) } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['without an end', { claims: { exp: undefined } }],
  ] as const)('%s', async (_name, bent) => {
    expect(await refused(bent)).toBe('refused');
  });

  it('that has expired, or is of tomorrow', async () => {
    expect(await refused({ claims: { exp: now() - 31 } })).toBe('refused');
    expect(await refused({ claims: { nbf: now() + 600 } })).toBe('refused');
  });

  it('whose metadata allows more algorithms than keys can verify', async () => {
    provider.metadata = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] };
    app.clock.move(11 * 60_000);
    expect(await refused({ algorithm: 'none' })).toBe('refused');
    expect(await refused({ algorithm: 'HS256-secret' })).toBe('refused');
    expect(await refused({ algorithm: 'HS256-key' })).toBe('refused');
    app.clock.move(11 * 60_000);
  });

  it('without an address', async () => {
    expect(await refused({ claims: { email: undefined } })).toBe('address');
    expect(await refused({ claims: { email: 'not an address' } })).toBe('address');
  });

  it('from the wrong place, a second time, or in another browser', async () => {
    const email = newAddress();
    const claims = { sub: email, email, email_verified: true };
    const { url, cookie } = await beginSignOn(app, { email });
    const link = provider.consent(url, { claims });
    expect((await comeBack(link, '')).problem).toBe('ended');
    expect((await comeBack(link, `dai.sign_on=${'a'.repeat(43)}`)).problem).toBe('ended');
    const done = await comeBack(link, cookie);
    expect(await emailOf(done.cookie)).toBe(email);
    const before = provider.redeemed.length;
    expect((await comeBack(link, cookie)).problem).toBe('ended');
    expect(provider.redeemed).toHaveLength(before);
    for (const change of [
      (back: URL) => back.searchParams.set('state', 'b'.repeat(43)),
      (back: URL) => back.searchParams.delete('state'),
      (back: URL) => back.searchParams.append('state', 'b'),
      (back: URL) => back.searchParams.append('code', 'b'),
      (back: URL) => back.searchParams.set('iss', other.issuer),
    ]) {
      const again = await beginSignOn(app, { email });
      const bent = new URL(provider.consent(again.url, { claims }));
      change(bent);
      expect((await comeBack(bent.href, again.cookie)).problem).toBe('refused');
    }
  });

  it('that belongs to the flow of another provider', async () => {
    const rival = await makeSignOnCompany(app, other);
    const email = newAddress();
    const begun = await beginSignOn(app, { email });
    const link = new URL(provider.consent(begun.url, { claims: { sub: email, email, email_verified: true } }));
    link.pathname = link.pathname.replace(company.organizationId, rival.organizationId);
    expect((await comeBack(link.href, begun.cookie)).problem).toBe('ended');
    const second = await beginSignOn(app, { email });
    const elsewhere = new URL(provider.consent(second.url));
    elsewhere.pathname = '/api/auth/single-sign-on/callback/configuration';
    expect((await comeBack(elsewhere.href, second.cookie)).problem).toBe('ended');
  });

  it('comes too late, or after the provider was changed', async () => {
    const email = newAddress();
    const late = await beginSignOn(app, { email });
    const link = provider.consent(late.url, { claims: { sub: email, email, email_verified: true } });
    app.clock.move(15 * 60_000);
    expect((await comeBack(link, late.cookie)).problem).toBe('ended');
    const moving = await makeSignOnCompany(app, provider);
    const begun = await beginSignOn(app, { email: newAddress(moving.domain) });
    await changeSignOn(app, 'saveSingleSignOn', providerInput(other, moving), moving.owner.cookie);
    expect((await comeBack(provider.consent(begun.url), begun.cookie)).problem).toBe('ended');
  });

  it('leads to no other site, before or after', async () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/a\u0000',
    ])
      expect((await beginSignOn(app, { email: newAddress(), next })).reply.status).toBe(400);
    const email = newAddress();
    const { url, cookie } = await beginSignOn(app, { email, next: '/admin/#/me/profile' });
    const back = await comeBack(provider.consent(url, { claims: { sub: email, email, email_verified: true } }), cookie);
    expect(back.location).toBe('/admin/#/me/profile');
    provider.metadata = { authorization_endpoint: 'javascript:alert(document.domain)//' };
    app.clock.move(11 * 60_000);
    expect((await beginSignOn(app, { email })).reply.body.code).toBe('PROVIDER_FAILED');
    app.clock.move(11 * 60_000);
  });

  it('begins from no other site, and a session fixed before it is not the session after it', async () => {
    const foreign = await ask(`${app.url}/api/auth/single-sign-on`, {
      body: { email: newAddress() },
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    const attacker = await makePerson(app);
    const email = newAddress();
    const { url, cookie } = await beginSignOn(app, { email }, attacker.cookie);
    const back = await comeBack(provider.consent(url, { claims: { sub: email, email, email_verified: true } }), cookie);
    expect(await emailOf(back.cookie)).toBe(email);
    expect(await emailOf(attacker.cookie)).toBe(attacker.email);
  });

  it('tells of a refusal at the provider', async () => {
    const { cookie } = await beginSignOn(app, { email: newAddress() });
    const link = `${app.url}/api/auth/single-sign-on/callback/${company.organizationId}?error=access_denied&state=x`;
    expect((await comeBack(link, cookie)).problem).toBe('cancelled');
  });

  it('stores nothing', async () => {
    const before = await countRows(app);
    await refused({ algorithm: 'none' });
    await refused({ claims: { aud: 'another-client' } });
    const after = await countRows(app);
    expect(after).toEqual(before);
  });
});

describe('a connected account', () => {
  const connect = async (person: Person, sub: string) => {
    const { url, cookie, reply } = await beginSignOn(app, { purpose: 'connect' }, person.cookie);
    return reply.status === 200 ? comeBack(provider.consent(url, { claims: { sub } }), cookie) : reply;
  };
  const methods = async (cookie: string) =>
    (
      await askGraphql<{
        signInMethods: { password: boolean; singleSignOnOffered: boolean; identities: { identityId: string }[] };
      }>(
        app,
        '{ signInMethods { password singleSignOnOffered identities { identityId issuer organizationName email } } }',
        {},
        { cookie },
      )
    ).data?.signInMethods;
  const disconnect = (cookie: string, identityId: string) =>
    askGraphql<{ disconnectIdentity: boolean | null }>(
      app,
      'mutation ($input: DisconnectIdentityInput!) { disconnectIdentity(input: $input) }',
      { input: { identityId } },
      { cookie },
    );

  it('is connected from its own session after a fresh proof, where the address alone would not do', async () => {
    const person = await colleague();
    expect(await connect(person, person.email)).toMatchObject({ location: '/admin/#/me/profile' });
    const unverified = { claims: { sub: person.email, email_verified: undefined } };
    expect(await emailOf((await signOn(app, provider, person.email, unverified)).cookie)).toBe(person.email);
    const second = await colleague();
    expect(await connect(second, person.email)).toMatchObject({ problem: 'connected' });
    const outside = await makePerson(app);
    expect((await beginSignOn(app, { purpose: 'connect' }, outside.cookie)).reply.body.errors?.[0]?.code).toBe(
      'not_set_up',
    );
    expect((await beginSignOn(app, { purpose: 'connect' })).reply.status).toBe(403);
    app.clock.move(16 * 60_000);
    expect((await beginSignOn(app, { purpose: 'connect' }, person.cookie)).reply.body.code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
  });

  it('is connected with no account but that of the session that asked', async () => {
    const [person, intruder] = [await colleague(), await colleague()];
    const { url, cookie } = await beginSignOn(app, { purpose: 'connect' }, intruder.cookie);
    const flow = cookie.split('; ').find((one) => one.startsWith('dai.sign_on')) ?? '';
    const back = await comeBack(provider.consent(url, { claims: { sub: 'intruder' } }), `${person.cookie}; ${flow}`);
    expect(back.problem).toBe('ended');
    expect((await methods(person.cookie))?.identities).toEqual([]);
  });

  it('is disconnected by its person alone, and not from its only way in', async () => {
    const email = newAddress();
    const back = await signOn(app, provider, email, {
      claims: { sub: email, auth_time: Math.floor(app.clock.now().getTime() / 1000) },
    });
    const mine = await methods(back.cookie);
    expect(mine).toMatchObject({
      password: false,
      singleSignOnOffered: true,
      identities: [{ email, organizationName: 'A Company' }],
    });
    const [{ identityId } = { identityId: '' }] = mine?.identities ?? [];
    expect((await disconnect((await colleague()).cookie, identityId)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await disconnect(back.cookie, identityId)).errors[0]?.extensions.code).toBe('STATE_CONFLICT');
    expect((await methods(back.cookie))?.identities).toHaveLength(1);
    await ask(`${app.url}/api/auth/request-password-reset`, { body: { email }, headers: { origin: app.url } });
    const token = /token=([^&]+)/.exec(await linkSentTo(app, email))?.[1];
    const newPassword = `pw-${randomUUID()}`;
    await ask(`${app.url}/api/auth/reset-password`, { body: { token, newPassword }, headers: { origin: app.url } });
    const cookie = cookieOf((await signInByPassword(email, newPassword)).headers);
    expect((await disconnect(cookie, identityId)).data?.disconnectIdentity).toBe(true);
  });

  it('never proves in place of the code of a person who has a second factor', async () => {
    const person = await colleague();
    const consent = (url: string, claims: object = {}) =>
      provider.consent(url, { claims: { sub: person.email, email: person.email, email_verified: true, ...claims } });
    const connecting = await beginSignOn(app, { purpose: 'connect' }, person.cookie);
    expect((await comeBack(consent(connecting.url), connecting.cookie)).problem).toBeNull();
    const begun = await beginSignOn(app, { purpose: 'prove' }, person.cookie);
    await enrollFactor(person);
    const now = Math.floor(app.clock.now().getTime() / 1000);
    expect((await comeBack(consent(begun.url, { auth_time: now }), begun.cookie)).problem).toBe('unproven');
    const { status, body } = (await beginSignOn(app, { purpose: 'prove' }, person.cookie)).reply;
    expect([status, body.code, body.errors?.[0]?.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED', 'verify']);
  });

  it('proves who holds its session by a fresh auth_time alone', async () => {
    const email = newAddress();
    const signedIn = await signOn(app, provider, email, { claims: { sub: email } });
    const create = () =>
      askGraphql<{ createWorkflowToken: { token: string } | null }>(
        app,
        'mutation ($input: CreateWorkflowTokenInput!) { createWorkflowToken(input: $input) { token } }',
        { input: { name: 'a token', scopes: ['project:read'] } },
        { cookie: signedIn.cookie },
      );
    expect((await create()).errors[0]?.extensions).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      errors: [{ code: 'password' }],
    });
    const seconds = (ago: number): number => Math.floor(app.clock.now().getTime() / 1000) - ago;
    const prove = async (claims: object) => {
      const { url, cookie } = await beginSignOn(app, { purpose: 'prove' }, signedIn.cookie);
      expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
      return comeBack(provider.consent(url, { claims: { sub: email, ...claims } }), cookie);
    };
    expect((await prove({})).problem).toBe('unproven');
    expect((await prove({ auth_time: seconds(901) })).problem).toBe('unproven');
    expect((await prove({ auth_time: seconds(-600) })).problem).toBe('unproven');
    expect((await prove({ auth_time: seconds(1), sub: 'another' })).problem).toBe('other');
    expect((await create()).data?.createWorkflowToken).toBeNull();
    expect((await prove({ auth_time: seconds(1) })).location).toBe('/admin/#/login?account=proven');
    expect((await create()).data?.createWorkflowToken?.token).toMatch(/^dai_/);
  });
});

describe('an organization that takes single sign-on alone', () => {
  const owned = async () => {
    const made = await makeSignOnCompany(app, provider);
    const email = newAddress(made.domain);
    await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, made.owner.id.slice(4)]);
    const owner = { ...made.owner, email };
    const claims = { sub: email, auth_time: Math.floor(app.clock.now().getTime() / 1000) };
    return { ...made, owner, tried: (await signOn(app, provider, email, { claims })).cookie };
  };
  const close = (made: { organizationId: string }, cookie: string, passwordOwnerId: string | null) =>
    changeSignOn(app, 'requireSingleSignOn', { organizationId: made.organizationId, passwordOwnerId }, cookie);

  it('refuses the passwords of its domain, ends the sessions that they opened, and keeps one owner’s', async () => {
    const made = await owned();
    const person = await colleague(made);
    const { errors } = await close(made, made.owner.cookie, made.owner.id);
    expect(errors).toEqual([]);
    const reply = await signInByPassword(person.email, person.password);
    expect([reply.status, reply.body.errors?.[0]?.code]).toEqual([403, 'single_sign_on_required']);
    expect(await emailOf(person.cookie)).toBeUndefined();
    const signUp = await ask(`${app.url}/api/auth/sign-up/email`, {
      body: { email: newAddress(made.domain), password: `pw-${randomUUID()}`, name: 'A Person' },
      headers: { origin: app.url },
    });
    expect(signUp.status).toBe(403);
    expect((await signInByPassword(made.owner.email, made.owner.password)).status).toBe(200);
    expect(await emailOf((await signOn(app, provider, person.email, { claims: { sub: person.email } })).cookie)).toBe(
      person.email,
    );
    await close(made, made.owner.cookie, null);
    expect((await signInByPassword(person.email, person.password)).status).toBe(200);
  });

  it('is closed by an owner who has tried it, with an owner’s password as the way back', async () => {
    const made = await makeSignOnCompany(app, provider);
    expect((await close(made, made.owner.cookie, made.owner.id)).errors[0]?.extensions.code).toBe('STATE_CONFLICT');
    const tried = await owned();
    const member = await colleague(tried);
    await giveRole(app, tried.organizationId, member, 'admin');
    expect((await close(tried, tried.owner.cookie, member.id)).errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
    expect((await close(tried, member.cookie, member.id)).errors[0]?.extensions.code).toBe('NOT_A_MEMBER');
    expect((await close(tried, (await makePerson(app)).cookie, null)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await close(tried, tried.owner.cookie, tried.owner.id)).errors).toEqual([]);
    await giveRole(app, tried.organizationId, member, 'owner');
    const leave = await askGraphql(
      app,
      'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) }',
      { input: { organizationId: tried.organizationId, userId: tried.owner.id } },
      { cookie: tried.owner.cookie },
    );
    expect(leave.errors[0]?.extensions.code).toBe('STATE_CONFLICT');
  });

  it('ends the sessions of a provider that is removed', async () => {
    const made = await owned();
    const person = await colleague(made);
    const { cookie } = await signOn(app, provider, person.email, { claims: { sub: person.email } });
    const gone = await changeSignOn(
      app,
      'removeSingleSignOn',
      { organizationId: made.organizationId },
      made.owner.cookie,
    );
    expect(gone.data).toEqual({ removeSingleSignOn: true });
    expect([await emailOf(cookie), await emailOf(person.cookie)]).toEqual([undefined, person.email]);
    expect((await beginSignOn(app, { email: person.email })).reply.status).toBe(400);
  });
});

describe('the settings', () => {
  const save = (input: object, cookie: string) => changeSignOn(app, 'saveSingleSignOn', input, cookie);

  it('need a verified domain, an issuer that answers for itself, and a secret that is never shown', async () => {
    const made = await makeDomainOwner(app);
    const input = providerInput(provider, made);
    await query(app.databaseUrl, 'update organization set domain_verified_at = null where id = $1', [
      made.organizationId.slice(4),
    ]);
    expect((await save(input, made.owner.cookie)).errors[0]?.extensions.code).toBe('STATE_CONFLICT');
    await query(app.databaseUrl, 'update organization set domain_verified_at = now() where id = $1', [
      made.organizationId.slice(4),
    ]);
    const { clientSecret, ...without } = input;
    expect((await save(without, made.owner.cookie)).errors[0]?.extensions).toMatchObject({
      errors: [{ pointer: '/clientSecret', code: 'required' }],
    });
    provider.metadata = { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' };
    app.clock.move(11 * 60_000);
    await sessionProof(made.owner);
    expect((await save(input, made.owner.cookie)).errors[0]?.extensions.code).toBe('PROVIDER_FAILED');
    provider.metadata = {};
    for (const issuer of [
      `${provider.issuer}/`,
      'http://10.0.0.1',
      'http://169.254.169.254',
      'https://localhost',
      'https://[::1]',
    ])
      expect((await save({ ...input, issuer }, made.owner.cookie)).errors[0]?.extensions.code).toBe('PROVIDER_FAILED');
    const saved = await save(input, made.owner.cookie);
    expect(JSON.stringify(saved.data)).not.toContain(clientSecret);
    expect(saved.data).toMatchObject({
      saveSingleSignOn: { provider: { issuer: provider.issuer, passwordOwnerId: null } },
    });
    const [row] = await query<{ sealed_secret: string }>(
      app.databaseUrl,
      'select sealed_secret from identity_provider where organization_id = $1',
      [made.organizationId.slice(4)],
    );
    expect(row?.sealed_secret).not.toContain(clientSecret);
    expect((await save(without, made.owner.cookie)).errors).toEqual([]);
    expect((await save({ ...without, issuer: other.issuer }, made.owner.cookie)).errors[0]?.extensions.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  const sessionProof = (person: Person) =>
    askGraphql(
      app,
      'mutation ($input: ProveIdentityInput!) { proveIdentity(input: $input) }',
      { input: { currentPassword: person.password } },
      { cookie: person.cookie },
    );
});

describe('the provider of the configuration', () => {
  it('signs anyone in, whatever the domain of their address', async () => {
    const own = await startApp({
      env: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.client.clientId,
        OIDC_CLIENT_SECRET: provider.client.clientSecret,
      },
    });
    const email = `c-${randomUUID()}@anywhere.example`;
    const back = await signOn(own, provider, email, { claims: { sub: email } });
    const { data } = await askGraphql<{ viewer: { user: { email: string } } }>(
      own,
      '{ viewer { user { email } } }',
      {},
      { cookie: back.cookie },
    );
    expect(data?.viewer.user.email).toBe(email);
    await own.close();
  });
});
