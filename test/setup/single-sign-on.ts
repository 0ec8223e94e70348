import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';
import { ask, askGraphql, type Reply } from './ask.js';
import { query } from './database.js';
import type { Bent, TestProvider } from './identity-provider.js';
import { cookieOf, makeOrganization, type Person } from './people.js';

export interface SignOnCompany {
  readonly organizationId: string;
  readonly owner: Person;
  readonly domain: string;
}

/** A new organization with a verified domain of its own. */
export async function makeDomainOwner(app: TestApp): Promise<SignOnCompany> {
  const domain = `d-${randomUUID()}.com`;
  const { organizationId, owner } = await makeOrganization(app, { name: 'A Company', domain });
  await query(app.databaseUrl, 'update organization set domain_verified_at = now() where id = $1', [
    organizationId.slice(4),
  ]);
  return { organizationId, owner, domain };
}

const SETTINGS =
  '{ callbackUrl domain domainVerified provider { issuer clientId usedAt signedInCaller passwordOwnerId } }';

/** Runs one of the owner's mutations on single sign-on. */
export const changeSignOn = (
  app: TestApp,
  name: 'saveSingleSignOn' | 'requireSingleSignOn' | 'removeSingleSignOn',
  input: object,
  cookie: string,
) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const selected = name === 'removeSingleSignOn' ? '' : SETTINGS;
  return askGraphql<Record<string, never>>(
    app,
    `mutation ($input: ${type}!) { ${name}(input: $input) ${selected} }`,
    { input },
    { cookie },
  );
};

export const providerInput = (
  { issuer, client }: TestProvider,
  { organizationId }: Pick<SignOnCompany, 'organizationId'>,
) => ({
  organizationId,
  issuer,
  ...client,
});

/** An organization whose people sign in at the provider. */
export async function makeSignOnCompany(app: TestApp, provider: TestProvider): Promise<SignOnCompany> {
  const company = await makeDomainOwner(app);
  const { errors } = await changeSignOn(
    app,
    'saveSingleSignOn',
    providerInput(provider, company),
    company.owner.cookie,
  );
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return company;
}

export interface Begun {
  readonly reply: Reply<{ url?: string; code?: string; errors?: { code: string }[] }>;
  /** The address to which the browser goes. */
  readonly url: string;
  /** The cookies of the browser from now on. */
  readonly cookie: string;
}

/** Begins a sign-in, or with `cookie` what that session wants of it. */
export async function beginSignOn(app: TestApp, body: object, cookie = ''): Promise<Begun> {
  const reply = await ask<{ url?: string; code?: string; errors?: { code: string }[] }>(
    `${app.url}/api/auth/single-sign-on`,
    { body, headers: { origin: app.url }, ...(cookie ? { cookie } : {}) },
  );
  return { reply, url: reply.body.url ?? '', cookie: [cookie, cookieOf(reply.headers)].filter(Boolean).join('; ') };
}

export interface Back {
  readonly status: number;
  readonly location: string;
  /** Why no one was signed in, or null. */
  readonly problem: string | null;
  readonly cookie: string;
}

/** The browser comes back from the provider. */
export async function comeBack(url: string, cookie: string): Promise<Back> {
  const reply = await ask(url, { cookie });
  const location = reply.headers.get('location') ?? '';
  return {
    status: reply.status,
    location,
    problem: /[?&]problem=(\w+)/.exec(location)?.[1] ?? null,
    cookie: cookieOf(reply.headers),
  };
}

/** The whole way of a person with an address. */
export async function signOn(app: TestApp, provider: TestProvider, email: string, bent: Bent = {}): Promise<Back> {
  const { url, cookie } = await beginSignOn(app, { email });
  return comeBack(provider.consent(url, { ...bent, claims: { email, email_verified: true, ...bent.claims } }), cookie);
}
