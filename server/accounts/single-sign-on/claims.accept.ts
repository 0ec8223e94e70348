import type { EntityManager } from '@mikro-orm/postgresql';
import type { Log } from '../../platform/log.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { isName } from '../../platform/name.rules.js';
import {
  type Claims,
  createAccount,
  domainOf,
  findIdentity,
  isSignOnRequired,
  lockSubject,
  storeIdentity,
  touchIdentity,
} from '../identities/index.js';
import { findAccountByEmail, findFactorFlag, findPerson, recordAccountAction } from '../sessions/index.js';

/** The provider by which a person came, and the domain that it may speak for; null for the one of the configuration. */
export interface ProviderScope {
  readonly organizationId: string | null;
  readonly domain: string | null;
}

/**
 * Why a verified ID token signs no one in: it holds no `address`, one that is not of the organization's `domain`, or that of an account
 * which it may not take (`taken`).
 */
export type Refused = 'address' | 'domain' | 'taken' | 'connected';

interface Accepted {
  readonly userId: string;
  readonly secondFactor: boolean;
  readonly created: boolean;
}

/**
 * Finds the account of a verified ID token, by issuer and subject alone. The first time it takes an account by its address where both sides
 * have verified it, and otherwise makes one; an account with an address that either side has not verified stays another person's.
 */
export async function acceptClaims(
  em: EntityManager,
  log: Log,
  { claims, scope, at }: { readonly claims: Claims; readonly scope: ProviderScope; readonly at: Date },
): Promise<Accepted | Refused> {
  await lockSubject(em, claims);
  const known = await findIdentity(em, claims, scope);
  if (known) {
    if (!(await speaksFor(em, scope, known.email, known.userId))) return 'domain';
    await touchIdentity(em, claims, scope, at);
    return { userId: known.userId, secondFactor: known.secondFactor, created: false };
  }
  const { email, emailVerified } = claims;
  if (email === null) return 'address';
  const account = await findAccountByEmail(em, email);
  if (!(await speaksFor(em, scope, email, account?.id ?? null))) return 'domain';
  if (account) {
    if (!emailVerified || !account.verified) return 'taken';
    await connect(em, log, { claims, scope, userId: account.id, at });
    return { userId: account.id, secondFactor: await findFactorFlag(em, account.id), created: false };
  }
  const name = [claims.name ?? '', email.split('@').join(' ')].find(isName) ?? 'A person';
  const userId = await createAccount(em, { name: name.slice(0, 100), email, emailVerified }, at);
  if (userId === null) return 'taken';
  await storeIdentity(em, claims, { ...scope, userId }, at);
  const changes: Record<string, [unknown, unknown]> = { singleSignOn: [null, claims.issuer] };
  await recordAccountAction(em, { userId, action: 'account.create', at, changes });
  return { userId, secondFactor: false, created: true };
}

/** An organization speaks for its verified domain alone; the configuration for everyone whose organization has not closed its passwords. */
async function speaksFor(
  em: EntityManager,
  { domain }: ProviderScope,
  email: string,
  userId: string | null,
): Promise<boolean> {
  return domain === null ? !(await isSignOnRequired(em, { email, userId })) : domainOf(email) === domain;
}

/** Connects the identity with the account of a session, which has just proved itself. Answers why not, or null. */
export async function connectClaims(
  em: EntityManager,
  log: Log,
  call: {
    readonly claims: Claims;
    readonly scope: ProviderScope;
    readonly userId: string;
    readonly email: string;
    readonly at: Date;
    readonly requestId: string;
  },
): Promise<Refused | null> {
  const { claims, scope, userId, email, at, requestId } = call;
  return em.transactional(async (tx) => {
    await lockSubject(tx, claims);
    const known = await findIdentity(tx, claims, scope);
    if (known) return known.userId === userId ? null : 'connected';
    if (!(await speaksFor(tx, scope, email, userId))) return 'domain';
    await connect(tx, log, { claims, scope, userId, at, requestId });
    return null;
  });
}

async function connect(
  em: EntityManager,
  log: Log,
  call: {
    readonly claims: Claims;
    readonly scope: ProviderScope;
    readonly userId: string;
    readonly at: Date;
    readonly requestId?: string;
  },
): Promise<void> {
  const { claims, scope, userId, at, requestId } = call;
  await storeIdentity(em, claims, { ...scope, userId }, at);
  await recordAccountAction(em, {
    userId,
    action: 'identity.connect',
    at,
    changes: { identity: [null, claims.issuer] },
    requestId,
  });
  const person = await findPerson(em, userId);
  if (person)
    await sendLetter(em, log, {
      recipient: person.email,
      subject: 'Single sign-on was connected with your account',
      body: `Your account can be opened by single sign-on from now on, through ${new URL(claims.issuer).host}.\n\nIf this was not you, disconnect it under Profile and change your password.\n`,
    });
}
