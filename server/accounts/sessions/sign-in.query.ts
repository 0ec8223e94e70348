import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { signJWT, verifyJWT } from 'better-auth/crypto';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import type { Log } from '../../platform/log.js';
import { sendLetter } from '../../platform/mail/mail.js';
import type { EndConnections, SignInCall } from '../accounts.context.js';
import { endWorkflowTokens } from '../credentials/index.js';
import { type CodeVerdict, deleteFactor, endChallenges, readFactor, storeChallenge } from '../factors/index.js';
import { deleteIdentities } from '../identities/index.js';
import { lockPerson } from '../members/index.js';
import { countPasskeys, deletePasskeys, type PasskeyUse, stopPasskey, usePasskey } from '../passkeys/index.js';
import { type AccountAction, findPerson, type Person, recordAccountAction } from './account.query.js';

export interface PasswordReset {
  readonly userId: string;
  /** As the sign-in library hashes it. */
  readonly passwordHash: string;
  /** The row of the letter's link that was followed: it shows that the address is theirs, works once, and ends with the reset. */
  readonly linkUuid?: string;
  readonly at: Date;
  readonly actor?: string;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export const VERIFIED = new BareStatement(
  { emailVerified: 'boolean' },
  'select "emailVerified" from auth."user" where id = ?',
);

export const SESSION_FACTOR = new BareStatement(
  { secondFactor: 'boolean', provenAt: 'timestamp with time zone?' },
  'select "secondFactor", "provenAt" from auth.session where id = ?',
);

/**
 * The second factor of a session as it is now, or null where the session has ended. The sign-in library reads a session before its account, so a
 * factor that was confirmed in this session in between stands in the account alone.
 */
export async function findSessionFactor(
  em: EntityManager,
  sessionId: string,
): Promise<RowOf<typeof SESSION_FACTOR> | null> {
  const [found] = await em.execute<RowOf<typeof SESSION_FACTOR>[]>(SESSION_FACTOR.text, [sessionId]);
  return found ?? null;
}

/**
 * Gives an account a new password in the caller's transaction and ends all its sessions and its letters' links. An account with an
 * address that was never verified may belong to a person who doesn't own the address: its workflow tokens and connections end too (decisions §2).
 * Answers false when there is no such account, or the link was used or has ended.
 */
export async function resetPassword(
  em: EntityManager,
  reset: PasswordReset,
  endConnections: EndConnections,
): Promise<boolean> {
  const { userId, passwordHash, linkUuid, at, actor, reason, requestId } = reset;
  await lockPerson(em, userId);
  const [user] = await em.execute<RowOf<typeof VERIFIED>[]>(VERIFIED.text, [userId]);
  if (!user) return false;
  if (linkUuid && !(await useResetLink(em, linkUuid, userId))) return false;
  const stored = await em.execute<unknown[]>(
    `update auth.account set password = ?, "updatedAt" = ? where "userId" = ? and "providerId" = 'credential' returning id`,
    [passwordHash, at, userId],
  );
  // An account that a provider made has no password before.
  if (stored.length === 0)
    await em.execute(
      `insert into auth.account ("accountId", "providerId", "userId", password, "createdAt", "updatedAt") values (?, 'credential', ?, ?, ?, ?)`,
      [userId, userId, passwordHash, at, at],
    );
  const sessions = await em.execute<unknown[]>('delete from auth.session where "userId" = ? returning id', [userId]);
  await forgetLinks(em, userId);
  await endChallenges(em, userId);
  const changes: Record<string, [unknown, unknown]> = { sessions: [sessions.length, 0] };
  if (!user.emailVerified) {
    changes.workflowTokens = [await endWorkflowTokens(em, userId, at), []];
    changes.connections = [await endConnections(em, userId, at), []];
    const identities = await deleteIdentities(em, userId);
    if (identities > 0) changes.identities = [identities, 0];
    const passkeys = await endPasskeys(em, userId, at);
    if (passkeys > 0) changes.passkeys = [passkeys, 0];
    if (linkUuid) {
      await em.execute('update auth."user" set "emailVerified" = true, "updatedAt" = ? where id = ?', [at, userId]);
      changes.emailVerified = [false, true];
    }
  }
  await recordAccountAction(em, {
    userId,
    action: 'password.reset',
    at,
    changes,
    reason,
    requestId,
    ...(actor ? { actor } : {}),
  });
  return true;
}

/**
 * Removes the passkeys of an account whose owner is another person from now on: each would open it by itself. An authenticator app opens
 * nothing by itself and stays; without one the account has no second factor any more.
 */
async function endPasskeys(em: EntityManager, userId: string, at: Date): Promise<number> {
  const removed = await deletePasskeys(em, userId);
  if (removed === 0 || (await readFactor(em, userId))?.confirmedAt) return removed;
  await deleteFactor(em, userId);
  await em.execute('update auth."user" set "secondFactor" = false, "updatedAt" = ? where id = ?', [at, userId]);
  return removed;
}

/** Uses a reset link up in the transaction of the reset: after a failure the link works again. Returns false when it no longer works. */
async function useResetLink(em: EntityManager, linkUuid: string, userId: string): Promise<boolean> {
  const used = await em.execute<unknown[]>(
    'delete from auth.verification where id = ? and value = ? and "expiresAt" > now() returning id',
    [linkUuid, userId],
  );
  return used.length > 0;
}

/**
 * Ends the letters' links that a person has not followed: those that reset the password are kept under the person's id, one that changes
 * the address under the id with the new address behind it.
 */
export const forgetLinks = (em: EntityManager, userId: string): Promise<unknown> =>
  em.execute('delete from auth.verification where value = ? or starts_with(value, ?)', [userId, `${userId} `]);

export const BY_EMAIL = new BareStatement({ id: 'uuid' }, 'select id from auth."user" where email = ?');

/** The action that a path records when it succeeds. */
const ACTIONS: Readonly<Record<string, AccountAction['action']>> = {
  '/sign-up/email': 'account.create',
  '/sign-in/email': 'session.create',
  '/change-password': 'password.change',
};

/**
 * Records the outcome of a sign-in path. A refused sign-in is recorded where the address has an account; at an unknown one
 * it would belong to no one. A changed password also ends the letters' links that were not followed.
 */
export async function recordAnswer(
  em: EntityManager,
  at: Date,
  { path, email, requestId }: SignInCall,
  answer: Response,
): Promise<void> {
  const action = ACTIONS[path];
  if (!action) return;
  await em.transactional(async (tx) => {
    if (answer.status < 300) {
      const { user } = (await answer.clone().json()) as { user: { id: string } };
      if (action === 'password.change') {
        await forgetLinks(tx, user.id);
        await endChallenges(tx, user.id);
      }
      await recordAccountAction(tx, { userId: user.id, action, at, requestId });
    } else if (action === 'session.create' && answer.status === 401 && email !== null) {
      const [user] = await tx.execute<RowOf<typeof BY_EMAIL>[]>(BY_EMAIL.text, [email]);
      if (user)
        await recordAccountAction(tx, {
          userId: user.id,
          action: 'session.refuse',
          at,
          actor: 'anonymous',
          requestId,
        });
    }
  });
}

/** A sign-in whose password was right, and the token of the session that the library opened for it. */
interface FirstStep {
  readonly userId: string;
  readonly session: string;
  readonly remembers: boolean;
  readonly requestId: string;
}

/** Ends the session of a first step before its cookie was sent, and stores the challenge in its place; answers the challenge's token. */
export async function beginChallenge(em: EntityManager, at: Date, step: FirstStep): Promise<string> {
  const { userId, session, remembers, requestId } = step;
  await em.execute('delete from auth.session where token = ? and "userId" = ?', [session, userId]);
  const token = await storeChallenge(em, { userId, remembers, identityProvider: null }, at);
  await recordAccountAction(em, { userId, action: 'session.challenge', at, requestId });
  return token;
}

/** The outcome of a code, at sign-in or in a session. */
interface EnteredCode {
  readonly userId: string;
  readonly verdict: CodeVerdict;
  readonly at: Date;
  readonly requestId: string;
  /** Absent at sign-in, where a right code opens a session. */
  readonly inSession?: true;
}

/** Records the outcome of a code. The fifth wrong one ends every sign-in that waits, and a letter reports it. */
export async function recordCode(em: EntityManager, log: Log, entered: EnteredCode): Promise<void> {
  const { userId, verdict, at, requestId, inSession } = entered;
  if (verdict === 'locked') return;
  const isRight = verdict === 'app' || verdict === 'recovery';
  await em.transactional(async (tx) => {
    if (verdict === 'ended') await endChallenges(tx, userId);
    const person = verdict === 'ended' || verdict === 'recovery' ? await findPerson(tx, userId) : null;
    if (person) await sendLetter(tx, log, { recipient: person.email, ...CODE_LETTERS[isRight ? 'recovery' : 'ended'] });
    if (inSession && verdict === 'app') return;
    const action = isRight ? (inSession ? 'factor.recover' : 'session.create') : 'factor.refuse';
    await recordAccountAction(tx, {
      userId,
      action,
      at,
      requestId,
      ...(isRight || inSession ? {} : { actor: 'anonymous' }),
      ...(verdict === 'recovery' ? { changes: { recoveryCode: ['unused', 'used'] } } : {}),
    });
  });
}

/** The factors with which a sign-in can be completed; a recovery code always can. */
export type FactorKind = 'app' | 'passkey';

/** The factors of an account, for the page that asks for one. */
export async function findFactorKinds(em: EntityManager, userId: string): Promise<FactorKind[]> {
  const hasApp = Boolean((await readFactor(em, userId))?.confirmedAt);
  const hasPasskey = (await countPasskeys(em, userId)) > 0;
  return [...(hasApp ? ['app' as const] : []), ...(hasPasskey ? ['passkey' as const] : [])];
}

/**
 * Notes the use of a passkey that was verified. One whose counter went back is refused and stopped: two authenticators use it, and we
 * cannot tell which one is its owner's. A letter reports it.
 */
export async function acceptPasskey(
  em: EntityManager,
  log: Log,
  { use, at, requestId }: { readonly use: PasskeyUse; readonly at: Date; readonly requestId: string },
): Promise<void> {
  const { passkey, signCount, backedUp } = use;
  const { id, userId } = passkey;
  if (await usePasskey(em, { id, signCount, backedUp, at })) return;
  await em.transactional(async (tx) => {
    if ((await stopPasskey(tx, id, at)) === null) return;
    const changes: Record<string, [unknown, unknown]> = { passkey: [publicId('psk', id), null] };
    await recordAccountAction(tx, { userId, action: 'passkey.stop', at, actor: 'system', changes, requestId });
    const person = await findPerson(tx, userId);
    if (person) await sendLetter(tx, log, { recipient: person.email, ...STOPPED_LETTER });
  });
  const detail = 'this passkey was stopped, because a copy of it may exist: use another way';
  throw invalid([{ pointer: '/passkey', code: 'stopped', detail }]);
}

const STOPPED_LETTER = {
  subject: 'A passkey of your account was stopped',
  body: 'Two devices seem to use the same passkey, so it signs no one in any more. Your account is safe: sign in another way, remove this passkey under Profile and add a new one. Your sessions are listed there too.\n',
} as const;

const CODE_LETTERS = {
  ended: {
    subject: 'Five wrong codes for your account',
    body: 'A person entered five wrong codes of your second factor. They knew your password, or used a browser in which you are signed in. Codes are refused for 15 minutes.\n\nIf this was not you, change your password.\n',
  },
  recovery: {
    subject: 'A recovery code of your account was used',
    body: 'A recovery code was used in place of your authenticator app. It works no more.\n\nIf this was not you, change your password and create new recovery codes.\n',
  },
} as const;

const PURPOSE = 'verify-address';

/** The account that a token is for; its id is bare. */
type VerifiableAccount = Pick<Person, 'email' | 'emailVerified'> & { readonly id: string };

export interface VerificationTokens {
  /** The token of a letter to the present address of an account. */
  issue(account: { readonly id: string; readonly email: string }): Promise<string>;
  /**
   * The account, `unreadable` when no secret of ours signed it or it has expired, and `void` when the account is gone
   * or has another address by now.
   */
  read(em: EntityManager, token: string): Promise<VerifiableAccount | 'unreadable' | 'void'>;
}

/**
 * Verification tokens name the account and not its address: an address may change hands between accounts, and the letter of
 * an earlier one verifies nothing then. A digest binds the token to the address that the letter went to.
 */
export const openVerificationTokens = (secret: string, lifeS: number): VerificationTokens => ({
  issue: ({ id, email }) => signJWT({ purpose: PURPOSE, sub: id, to: digestOf(id, email) }, secret, lifeS),
  async read(em, token) {
    const claims = (await verifyJWT(token, secret)) as Readonly<Record<string, unknown>> | null;
    if (claims === null) return 'unreadable';
    const id = typeof claims.sub === 'string' ? claims.sub : '';
    const person = claims.purpose === PURPOSE ? await findPerson(em, id) : null;
    return person && claims.to === digestOf(id, person.email) ? { ...person, id } : 'void';
  },
});

/** The digest covers the account too, so that equal addresses have different digests. */
const digestOf = (id: string, email: string): string =>
  createHash('sha256').update(`${id} ${email}`).digest('base64url').slice(0, 22);
