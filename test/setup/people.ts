import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';
import { ask, askGraphql } from './ask.js';
import { query } from './database.js';

export interface Person {
  /** `usr_…` */
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
}

export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** The cookies of a session, with a signature that is wrong. */
export const tamperedCookie = (cookie: string): string =>
  cookie.replace(/(dai\.session_token=[^;]*)[^;]{8}(?=;|$)/, '$1AAAAAAAA');

/** Signs a new person up through the endpoint; a verified one has opened the link of the letter in the same browser. */
export async function makePerson(app: TestApp, { verified = true }: { verified?: boolean } = {}): Promise<Person> {
  const email = `p-${randomUUID()}@people.example`;
  const password = `pw-${randomUUID()}`;
  const reply = await ask<{ user: { id: string } }>(`${app.url}/api/auth/sign-up/email`, {
    body: { email, password, name: 'A Person' },
    headers: { origin: app.url },
  });
  if (reply.status !== 200) throw new Error(`sign-up answered ${reply.status} ${reply.text}`);
  const cookie = cookieOf(reply.headers);
  if (verified) await ask(await linkSentTo(app, email), { cookie });
  return { id: `usr_${reply.body.user.id}`, email, password, cookie };
}

/** Enters the password again, as the page does for an act whose last proof is older than 15 minutes of the app's clock. */
export async function proveAgain(app: TestApp, session: { readonly cookie?: string }, password: string): Promise<void> {
  const proof = 'mutation ($input: ProveIdentityInput!) { proveIdentity(input: $input) }';
  const { errors } = await askGraphql(app, proof, { input: { currentPassword: password } }, session);
  if (errors.length > 0) throw new Error(`proveIdentity answered ${JSON.stringify(errors)}`);
}

/** The link of the newest letter to an address. */
export async function linkSentTo(app: TestApp, email: string): Promise<string> {
  const rows = await query<{ link: string }>(
    app.databaseUrl,
    'select link from mail where recipient = $1 order by created_at desc limit 1',
    [email],
  );
  if (!rows[0]) throw new Error(`no letter went to ${email}`);
  return rows[0].link;
}

/** The acts on the account in a person's own chain of the audit log, oldest first. */
export async function actsOf(app: TestApp, { id }: Pick<Person, 'id'>): Promise<string[]> {
  const rows = await query<{ action: string }>(
    app.databaseUrl,
    `select action from audit_entry where chain = $1 and resource = 'user' order by sequence`,
    [id],
  );
  return rows.map(({ action }) => action);
}

export type Role = 'owner' | 'admin' | 'member' | 'reader';

/** Puts a person into an organization in a role, as an accepted invitation does. */
export async function giveRole(app: TestApp, organizationId: string, { id }: Pick<Person, 'id'>, role: Role) {
  await query(
    app.databaseUrl,
    `insert into member (organization_id, user_id, role) values ($1, $2, $3)
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [organizationId.slice(4), id.slice(4), role],
  );
}

export interface Company {
  readonly organizationId: string;
  readonly owner: Person;
  readonly productId: string;
  readonly trackingKey: string;
  readonly trackingKeyId: string;
}

/** A new organization through the endpoint, with nothing in it. */
export async function makeOrganization(
  app: TestApp,
  input: { readonly name: string; readonly domain?: string | null } = { name: 'A Company' },
): Promise<Pick<Company, 'organizationId' | 'owner'>> {
  const owner = await makePerson(app);
  const made = await askGraphql<{ createOrganization: { id: string } }>(
    app,
    'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { id } }',
    { input },
    { cookie: owner.cookie },
  );
  return { organizationId: made.data?.createOrganization.id ?? '', owner };
}

/** A new company through the endpoints: its owner, one product and a live tracking key. */
export async function makeCompany(app: TestApp, productId = `api-${randomUUID()}`): Promise<Company> {
  const { organizationId, owner } = await makeOrganization(app);
  const created = await askGraphql<{ createTrackingKey: { token: string; trackingKey: { id: string } } }>(
    app,
    `mutation ($product: CreateProductInput!, $key: CreateTrackingKeyInput!) {
      createProduct(input: $product) { id }
      createTrackingKey(input: $key) { token trackingKey { id } }
    }`,
    {
      product: { organizationId, productId, name: 'An API', type: 'api' },
      key: { organizationId, productId, name: 'first' },
    },
    { cookie: owner.cookie },
  );
  const key = created.data?.createTrackingKey;
  if (!key) throw new Error(`no company: ${JSON.stringify(created.errors)}`);
  return { organizationId, owner, productId, trackingKey: key.token, trackingKeyId: key.trackingKey.id };
}
