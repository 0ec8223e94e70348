import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { Fault, invalid } from '../../platform/fault.js';
import { openSealer, type Sealer } from '../../platform/secrets/secret.seal.js';
import { SecondFactor, SignInChallenge } from '../factor.entity.js';
import { isAppCode, newFactorSecret, newRecoveryCodes, plainCode, recoveryDigest, stepOf } from './factor.rules.js';

/** Seals the secrets of factors: they have to be known again, so a digest would not do. */
export const openFactorSecrets = (secret: string, previous: readonly string[]): Sealer =>
  openSealer('second factor', secret, previous);

/** Five wrong codes end a challenge; the next one is looked at when this time has passed. */
export const TRIES_MAX = 5;
const TRIES_WINDOW_MS = 15 * 60 * 1000;
const CHALLENGE_MS = 10 * 60 * 1000;
const OFFER_MS = 15 * 60 * 1000;

/** `ended` is the fifth wrong code in a row; `locked` was not looked at. */
export type CodeVerdict = 'app' | 'recovery' | 'wrong' | 'ended' | 'locked';

/** A code that a person entered, at sign-in or in a session: every transport comes here. */
export interface GivenCode {
  readonly userId: string;
  readonly code: string;
  readonly at: Date;
}

/** Counted before the code is looked at: of twenty at once five are. */
export const TRY = new BareStatement(
  membersOf(SecondFactor, 'sealed', 'tries'),
  `update second_factor set tries = case when tries_since <= ? then 1 else tries + 1 end,
     tries_since = case when tries_since <= ? then ? else tries_since end
   where user_id = ? and (tries < ? or tries_since <= ?)
   returning sealed, tries`,
);

async function takeTry(em: EntityManager, { userId, at }: GivenCode): Promise<RowOf<typeof TRY> | null> {
  const ended = new Date(at.getTime() - TRIES_WINDOW_MS);
  const values = [ended, ended, at, userId, TRIES_MAX, ended];
  const [taken] = await em.execute<RowOf<typeof TRY>[]>(TRY.text, values);
  return taken ?? null;
}

const wrongVerdict = ({ tries }: { readonly tries: number }): CodeVerdict => (tries >= TRIES_MAX ? 'ended' : 'wrong');

/** The last used step is compared and moved in one statement: of two requests with one code the database lets one pass. */
const USE_STEP = `update second_factor set last_step = ?, used_at = ?, tries = 0
   where user_id = ? and sealed = ? and last_step < ? returning user_id`;

/** Checks a code of a person and uses it up. A factor whose secret is missing or was sealed by no secret of ours takes no app's code. */
export async function useCode(em: EntityManager, sealer: Sealer, given: GivenCode): Promise<CodeVerdict> {
  const { userId, at } = given;
  const code = plainCode(given.code);
  const taken = await takeTry(em, given);
  if (!taken) return 'locked';
  if (!isAppCode(code)) return (await useRecoveryCode(em, given)) ? 'recovery' : wrongVerdict(taken);
  if (taken.sealed === null) return wrongVerdict(taken);
  const secret = sealer.open(taken.sealed, userId);
  const step = secret && stepOf(secret.text, code, at);
  if (step === null) return wrongVerdict(taken);
  const used = await em.execute<unknown[]>(USE_STEP, [step, at, userId, taken.sealed, step]);
  return used.length > 0 ? 'app' : wrongVerdict(taken);
}

async function useRecoveryCode(em: EntityManager, { userId, code, at }: GivenCode): Promise<boolean> {
  const used = await em.execute<unknown[]>(
    'delete from recovery_code where user_id = ? and code_hash = ? returning user_id',
    [userId, recoveryDigest(userId, code)],
  );
  if (used.length === 0) return false;
  await em.execute('update second_factor set tries = 0, used_at = ? where user_id = ?', [at, userId]);
  return true;
}

/** The refusal of a code that did not count. */
export function codeFault(verdict: Exclude<CodeVerdict, 'app' | 'recovery'>): Fault {
  if (verdict === 'wrong')
    return invalid([{ pointer: '/code', code: 'not_allowed', detail: 'this code is wrong or was used before' }]);
  return new Fault('RATE_LIMITED', {
    say: 'Five wrong codes were entered. Wait 15 minutes, then try again.',
    retryAfterS: TRIES_WINDOW_MS / 1000,
  });
}

/** Stores a new secret that waits for its first code, in place of an earlier one that waited, and answers it. */
export async function offerFactor(em: EntityManager, sealer: Sealer, userId: string, at: Date): Promise<string> {
  const secret = newFactorSecret();
  const sealed = sealer.seal(secret, userId);
  await em.execute(
    `insert into second_factor (user_id, offered, offered_at, tries_since) values (?, ?, ?, ?)
     on conflict (user_id) do update set offered = excluded.offered, offered_at = excluded.offered_at`,
    [userId, sealed, at, at],
  );
  return secret;
}

/**
 * Confirms the offered secret by its first code, in the caller's transaction: it becomes the factor, and that code is used. Answers null
 * when there is no such offer any more.
 */
export async function confirmFactor(
  em: EntityManager,
  sealer: Sealer,
  given: GivenCode,
): Promise<CodeVerdict | 'void'> {
  const { userId, at } = given;
  // A confirmation without an offer guesses nothing: of several at once the ones that come too late are no wrong codes.
  const offered = await readOffer(em, userId, at);
  const secret = offered && sealer.open(offered, userId);
  if (!secret) return 'void';
  const taken = await takeTry(em, given);
  if (!taken) return 'locked';
  const code = plainCode(given.code);
  const step = isAppCode(code) ? stepOf(secret.text, code, at) : null;
  if (step === null) return wrongVerdict(taken);
  const confirmed = await em.execute<unknown[]>(
    `update second_factor set sealed = offered, confirmed_at = ?, last_step = ?, used_at = ?, offered = null, offered_at = null, tries = 0
     where user_id = ? and offered = ? returning user_id`,
    [at, step, at, userId, offered],
  );
  return confirmed.length > 0 ? 'app' : 'void';
}

export const OFFER = new BareStatement(
  membersOf(SecondFactor, 'offered'),
  'select offered from second_factor where user_id = ? and offered_at >= ?',
);

/** The sealed secret that waits for its first code; null when there is none any more. */
async function readOffer(em: EntityManager, userId: string, at: Date): Promise<string | null> {
  const since = new Date(at.getTime() - OFFER_MS);
  const [waiting] = await em.execute<RowOf<typeof OFFER>[]>(OFFER.text, [userId, since]);
  return waiting?.offered ?? null;
}

/** Has a row count the tries of a person whose factors are passkeys alone: their recovery codes belong to it. */
export const ensureTries = (em: EntityManager, userId: string, at: Date): Promise<unknown> =>
  em.execute('insert into second_factor (user_id, tries_since) values (?, ?) on conflict (user_id) do nothing', [
    userId,
    at,
  ]);

/** Replaces the recovery codes of a person; answers the new ones, which are stored as digests alone. */
export async function renewRecovery(em: EntityManager, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await em.execute('delete from recovery_code where user_id = ?', [userId]);
  const digests = codes.map((code) => recoveryDigest(userId, code).toString('hex'));
  await em.execute(
    `insert into recovery_code (user_id, code_hash) select ?::uuid, decode(value, 'hex') from json_array_elements_text(?::json)`,
    [userId, JSON.stringify(digests)],
  );
  return codes;
}

/** Marks the account and the session that confirmed, and ends every other session and challenge. Answers how many sessions ended. */
export async function switchFactor(
  em: EntityManager,
  { userId, sessionId, on, at }: { userId: string; sessionId: string | null; on: boolean; at: Date },
): Promise<number> {
  await em.execute('update auth."user" set "secondFactor" = ?, "updatedAt" = ? where id = ?', [on, at, userId]);
  await em.execute('update auth.session set "secondFactor" = ?, "provenAt" = ? where id = ? and "userId" = ?', [
    on,
    at,
    sessionId,
    userId,
  ]);
  const ended = await em.execute<unknown[]>(
    'delete from auth.session where "userId" = ? and id is distinct from ? returning id',
    [userId, sessionId],
  );
  await endChallenges(em, userId);
  return ended.length;
}

export const CLEARED = new BareStatement(
  { confirmed: 'boolean' },
  `update second_factor f set sealed = null, confirmed_at = null, last_step = null, offered = null, offered_at = null
   from second_factor before where f.user_id = ? and before.user_id = f.user_id returning before.confirmed_at is not null as confirmed`,
);

/** Removes the authenticator app of a person; their recovery codes stay for the other factors. False when there was none. */
export async function clearApp(em: EntityManager, userId: string): Promise<boolean> {
  const [cleared] = await em.execute<RowOf<typeof CLEARED>[]>(CLEARED.text, [userId]);
  return cleared?.confirmed ?? false;
}

/** Removes the authenticator app and the recovery codes of a person. */
export const deleteFactor = (em: EntityManager, userId: string): Promise<unknown> =>
  em.execute('delete from second_factor where user_id = ?', [userId]);

/** Notes that the holder of a session proved themselves: acts that need a fresh proof take it for 15 minutes. */
export const noteProof = (em: EntityManager, sessionId: string, at: Date): Promise<unknown> =>
  em.execute('update auth.session set "provenAt" = ? where id = ?', [at, sessionId]);

export const STATE = new BareStatement(
  { ...membersOf(SecondFactor, 'confirmedAt', 'usedAt'), recoveryCodes: 'integer' },
  `select f.confirmed_at as "confirmedAt", f.used_at as "usedAt",
     (select count(*)::integer from recovery_code c where c.user_id = f.user_id) as "recoveryCodes"
   from second_factor f where f.user_id = ?`,
);

/** The authenticator app and the recovery codes of a person as they see them; null without a row. */
export async function readFactor(em: EntityManager, userId: string): Promise<RowOf<typeof STATE> | null> {
  const [state] = await em.execute<RowOf<typeof STATE>[]>(STATE.text, [userId]);
  return state ?? null;
}

const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A sign-in with a right password, or by a provider, which a code completes. */
export interface Challenge {
  readonly userId: string;
  readonly remembers: boolean;
  /** The provider that signed the person in, in place of a password. */
  readonly identityProvider: string | null;
}

/** Stores a challenge and answers the token of its cookie; challenges that have expired go with it. */
export async function storeChallenge(em: EntityManager, challenge: Challenge, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await em.execute('delete from sign_in_challenge where expires_at <= ?', [at]);
  const { userId, remembers, identityProvider } = challenge;
  await em.execute(
    'insert into sign_in_challenge (token_hash, user_id, remembers, identity_provider, expires_at) values (?, ?, ?, ?, ?)',
    [tokenDigest(token), userId, remembers, identityProvider, new Date(at.getTime() + CHALLENGE_MS)],
  );
  return token;
}

export const CHALLENGE = new BareStatement(
  membersOf(SignInChallenge, 'userId', 'remembers', 'identityProvider'),
  'select user_id as "userId", remembers, identity_provider as "identityProvider" from sign_in_challenge where token_hash = ? and expires_at > ?',
);

/** The challenge behind a cookie's token, or null when it has ended. */
export async function findChallenge(em: EntityManager, token: string, at: Date): Promise<Challenge | null> {
  const [found] = await em.execute<RowOf<typeof CHALLENGE>[]>(CHALLENGE.text, [tokenDigest(token), at]);
  return found ?? null;
}

/** Ends a challenge; false when it had ended, so that one challenge opens one session. */
export async function takeChallenge(em: EntityManager, token: string): Promise<boolean> {
  const taken = await em.execute<unknown[]>('delete from sign_in_challenge where token_hash = ? returning user_id', [
    tokenDigest(token),
  ]);
  return taken.length > 0;
}

/** Ends every challenge of a person. */
export const endChallenges = (em: EntityManager, userId: string): Promise<unknown> =>
  em.execute('delete from sign_in_challenge where user_id = ?', [userId]);
