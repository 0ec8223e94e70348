import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { newUuid } from '../../platform/ids.js';
import { PersonIdentity } from '../identity.entity.js';
import type { Claims } from './claims.rules.js';

/** The place of an identity: an issuer counts for the organization that named it, or for the whole deployment. */
export interface IdentityScope {
  /** Null for the provider of the configuration. */
  readonly organizationId: string | null;
}

export const IDENTITY = new BareStatement(
  { userId: 'uuid', email: 'text', secondFactor: 'boolean' },
  `select i.user_id as "userId", u.email, u."secondFactor" from person_identity i join auth."user" u on u.id = i.user_id
   where i.issuer = ? and i.subject = ? and i.organization_id is not distinct from ?::uuid`,
);

/** The account that an issuer's subject belongs to, or null. */
export async function findIdentity(
  em: EntityManager,
  { issuer, subject }: Claims,
  { organizationId }: IdentityScope,
): Promise<RowOf<typeof IDENTITY> | null> {
  const rows = await em.execute<RowOf<typeof IDENTITY>[]>(IDENTITY.text, [issuer, subject, organizationId]);
  return rows[0] ?? null;
}

/** Lets the sign-ins of one subject run one after the other until the transaction ends. */
export const lockSubject = (em: EntityManager, { issuer, subject }: Claims): Promise<unknown> =>
  em.execute('select pg_advisory_xact_lock(hashtextextended(?, 37))', [`${issuer} ${subject}`]);

/** Notes a sign-in by an identity, with the address that the issuer gives now. */
export const touchIdentity = (
  em: EntityManager,
  { issuer, subject, email }: Claims,
  { organizationId }: IdentityScope,
  at: Date,
): Promise<unknown> =>
  em.execute(
    `update person_identity set used_at = ?, email = ? where issuer = ? and subject = ? and organization_id is not distinct from ?::uuid`,
    [at, email, issuer, subject, organizationId],
  );

/** Connects an identity with an account. */
export async function storeIdentity(
  em: EntityManager,
  claims: Claims,
  scope: IdentityScope & { readonly userId: string },
  at: Date,
): Promise<void> {
  em.create(PersonIdentity, {
    id: newUuid(),
    userId: scope.userId,
    organization: scope.organizationId,
    issuer: claims.issuer,
    subject: claims.subject,
    email: claims.email,
    createdAt: at,
    usedAt: at,
  });
  await em.flush();
}

export const CREATED = new BareStatement(
  { id: 'uuid' },
  `insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values (?, ?, ?, ?, ?, ?)
   on conflict (email) do nothing returning id`,
);

/** Creates an account without a password; null when the address has got one meanwhile. */
export async function createAccount(
  em: EntityManager,
  { name, email, emailVerified }: { readonly name: string; readonly email: string; readonly emailVerified: boolean },
  at: Date,
): Promise<string | null> {
  const values = [newUuid(), name, email, emailVerified, at, at];
  const rows = await em.execute<RowOf<typeof CREATED>[]>(CREATED.text, values);
  return rows[0]?.id ?? null;
}

export const OWN = new BareStatement(
  {
    ...membersOf(PersonIdentity, 'id', 'issuer', 'email', 'createdAt', 'usedAt'),
    organizationId: 'uuid?',
    organizationName: 'text?',
  },
  `select i.id, i.issuer, i.email, i.created_at as "createdAt", i.used_at as "usedAt", i.organization_id as "organizationId",
     o.name as "organizationName"
   from person_identity i left join organization o on o.id = i.organization_id where i.user_id = ? order by i.used_at desc, i.id limit 100`,
);

/** The identities of a person, the last used one first. */
export const findIdentities = (em: EntityManager, userId: string): Promise<RowOf<typeof OWN>[]> =>
  em.execute<RowOf<typeof OWN>[]>(OWN.text, [userId]);

/** Disconnects an identity of a person; false when they have none with this id. */
export async function deleteIdentity(em: EntityManager, userId: string, id: string): Promise<boolean> {
  const gone = await em.execute<unknown[]>('delete from person_identity where id = ? and user_id = ? returning id', [
    id,
    userId,
  ]);
  return gone.length > 0;
}

/** Disconnects every identity of a person; answers how many there were. */
export async function deleteIdentities(em: EntityManager, userId: string): Promise<number> {
  const gone = await em.execute<unknown[]>('delete from person_identity where user_id = ? returning id', [userId]);
  return gone.length;
}

export const LAST_USE = new BareStatement(
  { at: 'timestamp with time zone?', mine: 'boolean?' },
  'select max(used_at) as at, bool_or(user_id = ?) as mine from person_identity where organization_id = ? and issuer = ?',
);

/** When an organization's provider last signed a person in, and whether it ever signed in this one. */
export async function findLastUse(
  em: EntityManager,
  { organizationId, issuer, userId }: { organizationId: string; issuer: string; userId: string },
): Promise<RowOf<typeof LAST_USE>> {
  const rows = await em.execute<RowOf<typeof LAST_USE>[]>(LAST_USE.text, [userId, organizationId, issuer]);
  return rows[0] ?? { at: null, mine: null };
}

/** Notes the proof that the provider gave of a session's holder; false when the identity is another person's. */
export async function noteProviderProof(
  em: EntityManager,
  {
    claims,
    organizationId,
    sessionId,
    userId,
    provenAt,
  }: IdentityScope & {
    readonly claims: Claims;
    readonly sessionId: string;
    readonly userId: string;
    readonly provenAt: Date;
  },
): Promise<boolean> {
  const known = await findIdentity(em, claims, { organizationId });
  if (known?.userId !== userId) return false;
  await em.execute('update auth.session set "provenAt" = ? where id = ? and "userId" = ?', [
    provenAt,
    sessionId,
    userId,
  ]);
  return true;
}

/**
 * Ends the sessions that an organization's provider opened, but the one that asks, and the sign-ins through it that wait for a second factor;
 * answers how many sessions there were.
 */
export async function endSessionsBy(
  em: EntityManager,
  { organizationId, sessionId }: { readonly organizationId: string; readonly sessionId: string },
): Promise<number> {
  await em.execute('delete from sign_in_challenge where identity_provider = ?', [organizationId]);
  const ended = await em.execute<unknown[]>(
    'delete from auth.session where "identityProvider" = ? and id <> ? returning id',
    [organizationId, sessionId],
  );
  return ended.length;
}

/**
 * Whether a provider is still the one that a person came from. It holds a change of the provider back until the caller's transaction ends, so
 * that what the caller stored before or stores here ends with the change.
 */
export async function isCurrentProvider(
  em: EntityManager,
  { organizationId, issuer, clientId }: IdentityScope & { readonly issuer: string; readonly clientId: string },
): Promise<boolean> {
  if (organizationId === null) return true;
  const rows = await em.execute<unknown[]>(
    'select 1 from identity_provider where organization_id = ? and issuer = ? and client_id = ? for share',
    [organizationId, issuer, clientId],
  );
  return rows.length > 0;
}

/** Ends the sessions of one person that an organization's provider opened: it was changed while they signed in. */
export const endSessionsOf = (em: EntityManager, organizationId: string, userId: string): Promise<unknown> =>
  em.execute('delete from auth.session where "identityProvider" = ? and "userId" = ?', [organizationId, userId]);

/** Ends the sessions of a domain's people that its provider did not open, but those of one owner and the one that asks. */
export async function endOtherWays(
  em: EntityManager,
  call: {
    readonly organizationId: string;
    readonly domain: string;
    readonly ownerId: string;
    readonly sessionId: string;
  },
): Promise<number> {
  const { organizationId, domain, ownerId, sessionId } = call;
  const ended = await em.execute<unknown[]>(
    `delete from auth.session s using auth."user" u where u.id = s."userId" and split_part(u.email, '@', 2) = ?
       and s."identityProvider" is distinct from ? and u.id <> ? and s.id <> ? returning s.id`,
    [domain, organizationId, ownerId, sessionId],
  );
  return ended.length;
}
