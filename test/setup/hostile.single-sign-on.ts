import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';
import { ask, askGraphql } from './ask.js';
import { query } from './database.js';
import { codeOf, enroll } from './factors.js';
import type { Bent, TestProvider } from './identity-provider.js';
import { cookieOf, giveRole, makePerson, type Person } from './people.js';
import {
  type Back,
  beginSignOn,
  changeSignOn,
  comeBack,
  makeDomainOwner,
  makeSignOnCompany,
  providerInput,
  type SignOnCompany,
  signOn,
} from './single-sign-on.js';

export interface SignOnWorld {
  readonly app: TestApp;
  readonly provider: TestProvider;
  readonly other: TestProvider;
  readonly company: SignOnCompany;
  /** An address on loopback that no configuration allows. */
  readonly trap: { readonly url: string; hits: number };
}

/** The outcome of an attack: `refused`, or what it got. */
type SignOnAttack = (world: SignOnWorld) => Promise<string>;

const unless = (passes: boolean, what: string): string => (passes ? what : 'refused');
const newAddress = ({ domain }: Pick<SignOnCompany, 'domain'>): string => `p-${randomUUID()}@${domain}`;
const kindOf = async (app: TestApp, cookie: string): Promise<string> =>
  (await askGraphql<{ viewer: { kind: string } }>(app, '{ viewer { kind } }', {}, { cookie })).data?.viewer.kind ?? '';
const isSignedIn = async (app: TestApp, { cookie }: Pick<Back, 'cookie'>): Promise<boolean> =>
  (await kindOf(app, cookie)) === 'session';
const nowS = (): number => Math.floor(Date.now() / 1000);
const honest = (email: string): Bent => ({ claims: { sub: email, email, email_verified: true } });

async function begun({ app, provider, company }: SignOnWorld) {
  const email = newAddress(company);
  const { url, cookie } = await beginSignOn(app, { email });
  return { email, url, cookie, back: new URL(provider.consent(url, honest(email))) };
}

/** A sign-in whose answer differs from an honest one. */
const bent =
  (given: Bent | (() => Bent)): SignOnAttack =>
  async ({ app, provider, company }) => {
    const email = newAddress(company);
    const lie = typeof given === 'function' ? given() : given;
    const back = await signOn(app, provider, email, { ...lie, claims: { sub: email, ...lie.claims } });
    return unless(await isSignedIn(app, back), 'signed in');
  };

/** A person of the domain with a password and a verified address. */
async function colleague({ app }: SignOnWorld, company: SignOnCompany): Promise<Person> {
  const person = await makePerson(app);
  const email = newAddress(company);
  await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, person.id.slice(4)]);
  return { ...person, email };
}

/** An organization of its own with an owner who has signed in through the provider. */
async function ownCompany(world: SignOnWorld) {
  const { app, provider } = world;
  const made = await makeSignOnCompany(app, provider);
  const email = newAddress(made);
  await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, made.owner.id.slice(4)]);
  await signOn(app, provider, email, { claims: { sub: email } });
  const remove = () =>
    changeSignOn(app, 'removeSingleSignOn', { organizationId: made.organizationId }, made.owner.cookie);
  const close = () =>
    changeSignOn(
      app,
      'requireSingleSignOn',
      { organizationId: made.organizationId, passwordOwnerId: made.owner.id },
      made.owner.cookie,
    );
  const move = (to: TestProvider) => changeSignOn(app, 'saveSingleSignOn', providerInput(to, made), made.owner.cookie);
  return { ...made, remove, close, move };
}

const enterCode = (app: TestApp, cookie: string, code: string) =>
  ask(`${app.url}/api/auth/sign-in/second-factor`, { body: { code }, headers: { origin: app.url }, cookie });

/** The provider's own metadata bent; nothing may be called at the trap, and no one may sign in. */
const discovery =
  (metadata: (world: SignOnWorld) => Readonly<Record<string, unknown>>): SignOnAttack =>
  async (world) => {
    const { app, provider, company, trap } = world;
    const hits = trap.hits;
    app.clock.move(11 * 60_000); // the metadata is read again
    provider.metadata = metadata(world);
    try {
      const email = newAddress(company);
      const { url, cookie } = await beginSignOn(app, { email });
      const back = url.startsWith(`${provider.issuer}/authorize`)
        ? await comeBack(provider.consent(url, honest(email)), cookie)
        : { cookie: '' };
      if (url !== '' && !url.startsWith(provider.issuer)) return `sent to ${url}`;
      if (await isSignedIn(app, back)) return 'signed in';
      return unless(trap.hits > hits, 'reached');
    } finally {
      provider.metadata = {};
      app.clock.move(11 * 60_000);
    }
  };

const redirected =
  (path: string, to: (world: SignOnWorld) => string): SignOnAttack =>
  async (world) => {
    world.provider.redirect = { path, to: to(world) };
    return discovery(() => ({}))(world).finally(() => {
      world.provider.redirect = null;
    });
  };

const led =
  (next: string): SignOnAttack =>
  async ({ app, provider, company }) => {
    const email = newAddress(company);
    const { url, cookie, reply } = await beginSignOn(app, { email, next });
    if (reply.status >= 400) return 'refused';
    const { location } = await comeBack(provider.consent(url, honest(email)), cookie);
    const leads = new URL(location, app.url);
    return unless(leads.origin !== new URL(app.url).origin, `led to ${location}`);
  };

/** Attacks on single sign-on by their class. None may pass. */
export const signOnAttacks: Readonly<Record<string, Readonly<Record<string, SignOnAttack>>>> = {
  'state and nonce': {
    'an answer a second time': async (world) => {
      const { back, cookie } = await begun(world);
      const first = await comeBack(back.href, cookie);
      const second = await comeBack(back.href, cookie);
      if (!(await isSignedIn(world.app, first))) return 'an honest answer was refused';
      return unless(await isSignedIn(world.app, second), 'signed in twice');
    },
    'two answers at once': async (world) => {
      const { back, cookie } = await begun(world);
      const backs = await Promise.all([1, 2, 3, 4].map(() => comeBack(back.href, cookie)));
      const signedIn = await Promise.all(backs.map((one) => isSignedIn(world.app, one)));
      return unless(signedIn.filter(Boolean).length > 1, 'signed in twice');
    },
    'the state of another flow': async (world) => {
      const [mine, theirs] = [await begun(world), await begun(world)];
      theirs.back.searchParams.set('state', mine.back.searchParams.get('state') ?? '');
      return unless(await isSignedIn(world.app, await comeBack(theirs.back.href, theirs.cookie)), 'signed in');
    },
    'the code of another flow, in a victim’s browser': async (world) => {
      const [attacker, victim] = [await begun(world), await begun(world)];
      victim.back.searchParams.set('code', attacker.back.searchParams.get('code') ?? '');
      return unless(await isSignedIn(world.app, await comeBack(victim.back.href, victim.cookie)), 'signed in');
    },
    'an answer in another browser': async (world) => {
      const [attacker, victim] = [await begun(world), await begun(world)];
      return unless(await isSignedIn(world.app, await comeBack(attacker.back.href, victim.cookie)), 'signed in');
    },
    'the nonce of an earlier flow': async (world) => {
      const earlier = await begun(world);
      const nonce = new URL(earlier.url).searchParams.get('nonce') ?? '';
      return bent({ claims: { nonce } })(world);
    },
    'no nonce': bent({ claims: { nonce: undefined } }),
    'a list of nonces': async (world) => {
      const { email, url, cookie } = await begun(world);
      const nonce = [new URL(url).searchParams.get('nonce'), 'x'];
      const { claims } = honest(email);
      const back = await comeBack(world.provider.consent(url, { claims: { ...claims, nonce } }), cookie);
      return unless(await isSignedIn(world.app, back), 'signed in');
    },
  },
  'a mixed-up issuer': {
    'in the answer’s address': async (world) => {
      const { back, cookie } = await begun(world);
      back.searchParams.set('iss', world.other.issuer);
      return unless(await isSignedIn(world.app, await comeBack(back.href, cookie)), 'signed in');
    },
    'in the ID token': async (world) => bent({ claims: { iss: world.other.issuer } })(world),
    'with a slash more': async (world) => bent({ claims: { iss: `${world.provider.issuer}/` } })(world),
    'at the place of another organization with the same provider': async (world) => {
      const rival = await makeSignOnCompany(world.app, world.provider);
      const { back, cookie } = await begun(world);
      back.pathname = back.pathname.replace(world.company.organizationId, rival.organizationId);
      return unless(await isSignedIn(world.app, await comeBack(back.href, cookie)), 'signed in');
    },
    'whose code the other provider gave': async (world) => {
      const { app, other } = world;
      const rival = await makeSignOnCompany(app, other);
      const theirs = await beginSignOn(app, { email: newAddress(rival) });
      const { back, cookie } = await begun(world);
      const code = new URL(other.consent(theirs.url)).searchParams.get('code') ?? '';
      back.searchParams.set('code', code);
      return unless(await isSignedIn(app, await comeBack(back.href, cookie)), 'signed in');
    },
    'that names the subject of another organization’s person': async (world) => {
      const { app, provider, company } = world;
      const rival = await makeSignOnCompany(app, provider);
      const victim = newAddress(company);
      await signOn(app, provider, victim, { claims: { sub: victim } });
      const { url, cookie } = await beginSignOn(app, { email: newAddress(rival) });
      const back = await comeBack(provider.consent(url, honest(victim)), cookie);
      return unless(await isSignedIn(app, back), 'signed in');
    },
  },
  'an unverified address': {
    'of the provider': async (world) => {
      const person = await colleague(world, world.company);
      const outcomes = [undefined, false, 'true', 1, [true], {}].map(async (email_verified) => {
        const claims = { sub: randomUUID(), email_verified };
        return isSignedIn(world.app, await signOn(world.app, world.provider, person.email, { claims }));
      });
      return unless((await Promise.all(outcomes)).some(Boolean), 'took the account');
    },
    'of the account': async (world) => {
      const person = await colleague(world, world.company);
      await query(world.app.databaseUrl, 'update auth."user" set "emailVerified" = false where id = $1', [
        person.id.slice(4),
      ]);
      const back = await signOn(world.app, world.provider, person.email, { claims: { sub: randomUUID() } });
      return unless(await isSignedIn(world.app, back), 'took the account');
    },
    'in another spelling': async (world) => {
      const person = await colleague(world, world.company);
      const claims = { sub: randomUUID(), email: ` ${person.email.toUpperCase()} `, email_verified: false };
      const back = await signOn(world.app, world.provider, person.email, { claims });
      return unless(await isSignedIn(world.app, back), 'took the account');
    },
    'of a domain below that of the organization': async (world) =>
      bent({ claims: { email: `a@sub.${world.company.domain}` } })(world),
    'with the domain of the organization before the sign': async (world) =>
      bent({ claims: { email: `a@${world.company.domain}@evil.example` } })(world),
    'of another organization’s domain': async (world) => {
      const rival = await makeDomainOwner(world.app);
      return bent({ claims: { email: newAddress(rival) } })(world);
    },
    'of the domain whose proof was taken back': async (world) => {
      const { app, provider } = world;
      const made = await makeSignOnCompany(app, provider);
      const email = newAddress(made);
      const { url, cookie } = await beginSignOn(app, { email });
      await query(app.databaseUrl, 'update organization set domain_verified_at = null where id = $1', [
        made.organizationId.slice(4),
      ]);
      return unless(await isSignedIn(app, await comeBack(provider.consent(url, honest(email)), cookie)), 'signed in');
    },
  },
  'an open redirect': {
    'to another site': led('https://evil.example/'),
    'without a scheme': led('//evil.example/'),
    'by a backslash': led('/\\evil.example/'),
    'by a backslash in the path': led('/admin\\@evil.example/'),
    'out of the workspace': led('/admin/../../evil'),
    'by a script': led('javascript:alert(1)'),
    'by a line break': led('/admin/\r\nlocation: https://evil.example'),
    'by a tab': led('/\t/evil.example'),
  },
  'a session kept over a change': {
    'of the provider’s removal': async (world) => {
      const { app, provider } = world;
      const made = await ownCompany(world);
      const email = newAddress(made);
      const { cookie } = await signOn(app, provider, email, { claims: { sub: email } });
      await made.remove();
      return unless(await isSignedIn(app, { cookie }), 'kept');
    },
    'of the issuer': async (world) => {
      const { app, provider, other } = world;
      const made = await ownCompany(world);
      const email = newAddress(made);
      const { cookie } = await signOn(app, provider, email, { claims: { sub: email } });
      await made.move(other);
      return unless(await isSignedIn(app, { cookie }), 'kept');
    },
    'of the ways in, by a password': async (world) => {
      const made = await ownCompany(world);
      const person = await colleague(world, made);
      await made.close();
      return unless(await isSignedIn(world.app, person), 'kept');
    },
    'of the issuer, while the code is redeemed': async (world) => {
      const { app, provider, other } = world;
      const made = await ownCompany(world);
      const email = newAddress(made);
      const { url, cookie } = await beginSignOn(app, { email });
      provider.onToken = () => made.move(other);
      const back = await comeBack(provider.consent(url, honest(email)), cookie).finally(() => {
        provider.onToken = null;
      });
      return unless(await isSignedIn(app, back), 'signed in');
    },
    'of the issuer, while the code of a person with a factor is redeemed': async (world) => {
      const { app, provider, other } = world;
      const made = await ownCompany(world);
      const person = await colleague(world, made);
      const { secret } = await enroll(app, person);
      const { url, cookie } = await beginSignOn(app, { email: person.email });
      provider.onToken = () => made.move(other);
      const back = await comeBack(provider.consent(url, honest(person.email)), cookie).finally(() => {
        provider.onToken = null;
      });
      const entered = await enterCode(app, back.cookie, codeOf(app, secret, 1));
      return unless(await isSignedIn(app, { cookie: cookieOf(entered.headers) }), 'signed in');
    },
    'while the code is redeemed': async (world) => {
      const { app, provider } = world;
      const made = await ownCompany(world);
      const email = newAddress(made);
      const { url, cookie } = await beginSignOn(app, { email });
      provider.onToken = () => made.remove();
      const back = await comeBack(provider.consent(url, honest(email)), cookie).finally(() => {
        provider.onToken = null;
      });
      return unless(await isSignedIn(app, back), 'signed in');
    },
    'of the provider, by a sign-in that waits for its code': async (world) => {
      const { app, provider } = world;
      const made = await ownCompany(world);
      const person = await colleague(world, made);
      const { secret } = await enroll(app, person);
      const waiting = await signOn(app, provider, person.email, { claims: { sub: person.email } });
      await made.remove();
      const entered = await enterCode(app, waiting.cookie, codeOf(app, secret, 1));
      return unless(await isSignedIn(app, { cookie: cookieOf(entered.headers) }), 'signed in');
    },
    'of the ways in, by a password that waits for its code': async (world) => {
      const { app } = world;
      const made = await ownCompany(world);
      const person = await colleague(world, made);
      const { secret } = await enroll(app, person);
      const { email, password } = person;
      const entered = await ask(`${app.url}/api/auth/sign-in/email`, {
        body: { email, password },
        headers: { origin: app.url },
      });
      await made.close();
      const code = await enterCode(app, cookieOf(entered.headers), codeOf(app, secret, 1));
      return unless(await isSignedIn(app, { cookie: cookieOf(code.headers) }), 'signed in');
    },
  },
  'an algorithm': {
    none: bent({ algorithm: 'none' }),
    'none, in other letters': bent({ algorithm: 'none', header: { alg: 'nOnE' } }),
    'HS256 with the public key': bent({ algorithm: 'HS256-key' }),
    'HS256 with the client’s secret': bent({ algorithm: 'HS256-secret' }),
    'HS256 that calls itself RS256': bent({ algorithm: 'HS256-key', header: { alg: 'RS256' } }),
    'of a key that is not published': bent({ foreignKey: true }),
    'of a key that the token brings': bent({
      foreignKey: true,
      header: { jwk: { kty: 'RSA' }, jku: 'https://a.example' },
    }),
    'that the token says it needs': bent({ header: { crit: ['b64'], b64: false } }),
  },
  'an audience': {
    'that is another client': bent({ claims: { aud: 'another-client' } }),
    'as a list with another party': bent({ claims: { aud: ['dai-client', 'another'], azp: 'another' } }),
    'as a list without a party': bent({ claims: { aud: ['dai-client', 'another'] } }),
    'as a list without us': bent({ claims: { aud: ['another', 'more'], azp: 'dai-client' } }),
    'as a part of a text': bent({ claims: { aud: 'dai-client another' } }),
    'that is missing': bent({ claims: { aud: undefined } }),
  },
  'times out of bounds': {
    'an end that has passed': bent(() => ({ claims: { exp: nowS() - 31 } })),
    'no end': bent({ claims: { exp: undefined } }),
    'an end that is a text': bent(() => ({ claims: { exp: String(nowS() + 300) } })),
    'a beginning that has not come': bent(() => ({ claims: { nbf: nowS() + 600 } })),
    'no day of issue': bent({ claims: { iat: undefined } }),
    'a proof of tomorrow': async (world) => {
      const { app, provider, company } = world;
      const email = newAddress(company);
      const claims = { sub: email, auth_time: Math.floor(app.clock.now().getTime() / 1000) + 86_400 };
      const { cookie } = await signOn(app, provider, email, { claims });
      const reply = await askGraphql<{ createWorkflowToken: { token: string } | null }>(
        app,
        'mutation ($input: CreateWorkflowTokenInput!) { createWorkflowToken(input: $input) { token } }',
        { input: { name: 'a token', scopes: ['project:read'] } },
        { cookie },
      );
      return unless(Boolean(reply.data?.createWorkflowToken), 'proved');
    },
  },
  'keys that were rotated': {
    'the retired key': async (world) => {
      world.provider.rotate();
      world.app.clock.move(11 * 60_000);
      const email = newAddress(world.company);
      const now = await signOn(world.app, world.provider, email, { claims: { sub: email } });
      if (!(await isSignedIn(world.app, now))) return 'the present key was refused';
      return bent({ retiredKey: true })(world);
    },
    'the retired key under the present one’s name': async (world) => {
      const { keys } = (await (await fetch(`${world.provider.issuer}/keys`)).json()) as { keys: { kid: string }[] };
      const kid = keys[0]?.kid;
      return bent({ retiredKey: true, header: { kid } })(world);
    },
  },
  'a discovery that points elsewhere': {
    'with the issuer of another': discovery(({ other }) => ({ issuer: other.issuer })),
    'with Microsoft’s shared issuer': discovery(() => ({
      issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    })),
    'with a page that is a script': discovery(() => ({ authorization_endpoint: 'javascript:alert(1)//' })),
    'with tokens at a private address': discovery(({ trap }) => ({ token_endpoint: `${trap.url}/token` })),
    'with keys at a private address': discovery(({ trap }) => ({ jwks_uri: `${trap.url}/keys` })),
    'with keys in a file': discovery(() => ({ jwks_uri: 'file:///etc/passwd' })),
    'by a redirect to a private address': redirected('/.well-known/openid-configuration', ({ trap }) => `${trap.url}/`),
    'by a redirect to another provider': redirected(
      '/.well-known/openid-configuration',
      ({ other }) => `${other.issuer}/.well-known/openid-configuration`,
    ),
    'by keys that redirect to a private address': redirected('/keys', ({ trap }) => `${trap.url}/keys`),
    'by tokens that redirect to a private address': redirected('/token', ({ trap }) => `${trap.url}/token`),
    'of an issuer at a private address': async ({ app, provider, trap }) => {
      const made = await makeDomainOwner(app);
      const hits = trap.hits;
      const issuers = [trap.url, 'http://169.254.169.254', 'https://[::1]', 'https://localhost', 'https://127.0.0.1:1'];
      for (const issuer of issuers) {
        const input = { ...providerInput(provider, made), issuer };
        if ((await changeSignOn(app, 'saveSingleSignOn', input, made.owner.cookie)).errors.length === 0)
          return `took ${issuer}`;
      }
      return unless(trap.hits > hits, 'reached');
    },
  },
  'a membership without an invitation': {
    'by a group of the provider': async (world) => {
      const { app, provider, company } = world;
      const email = newAddress(company);
      const claims = { sub: email, groups: ['owner'], role: 'owner', organization: company.organizationId };
      const { cookie } = await signOn(app, provider, email, { claims });
      const { data } = await askGraphql<{ viewer: { memberships: unknown[] } }>(
        app,
        '{ viewer { memberships { role } } }',
        {},
        { cookie },
      );
      return unless(data?.viewer.memberships.length !== 0, 'became a member');
    },
    'after it was taken away': async (world) => {
      const { app, provider } = world;
      const made = await ownCompany(world);
      const person = await colleague(world, made);
      await giveRole(app, made.organizationId, person, 'admin');
      const { cookie } = await signOn(app, provider, person.email, { claims: { sub: person.email } });
      await query(app.databaseUrl, 'delete from member where user_id = $1', [person.id.slice(4)]);
      const again = await signOn(app, provider, person.email, { claims: { sub: person.email } });
      const { errors } = await askGraphql(
        app,
        'query ($organizationId: ID!) { organizationSecurity(organizationId: $organizationId) { members { userId } } }',
        { organizationId: made.organizationId },
        { cookie: again.cookie || cookie },
      );
      return unless(errors.length === 0, 'reads on');
    },
  },
};
