import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { selectRows } from '../../platform/database/kysely.js';
import type { Row } from '../../platform/row.types.js';
import { Passkey } from '../factor.entity.js';
import { challengeHash } from './passkey.rules.js';

/** The passkeys of a person, the oldest first. */
export const findPasskeys = (em: EntityManager, userId: string): Promise<Row<Passkey>[]> =>
  selectRows(em, Passkey).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

/** The passkey with this authenticator's name, or null. */
export async function findCredential(em: EntityManager, credentialId: Buffer): Promise<Row<Passkey> | null> {
  const found = await selectRows(em, Passkey).where('credential_id', '=', credentialId).executeTakeFirst();
  return found ?? null;
}

export const LIVE = new BareStatement(
  { live: 'integer' },
  'select count(*)::integer as live from passkey where user_id = ? and stopped_at is null',
);

/** How many passkeys of a person still open something. */
export async function countPasskeys(em: EntityManager, userId: string): Promise<number> {
  const [counted] = await em.execute<RowOf<typeof LIVE>[]>(LIVE.text, [userId]);
  return counted?.live ?? 0;
}

/** Uses a challenge up; false when it was used before. Challenges that have ended go with it. */
export async function useChallenge(em: EntityManager, challenge: string, end: Date, at: Date): Promise<boolean> {
  await em.execute('delete from answered_challenge where expires_at <= ?', [at]);
  const used = await em.execute<unknown[]>(
    `insert into answered_challenge (challenge_hash, expires_at) values (?, ?) on conflict (challenge_hash) do nothing
     returning expires_at`,
    [challengeHash(challenge), end],
  );
  return used.length > 0;
}

/** A use that was verified, with what the authenticator reported. */
interface VerifiedUse {
  readonly id: string;
  readonly signCount: number;
  readonly backedUp: boolean;
  readonly at: Date;
}

/**
 * The counter is compared and moved in one statement: of two answers that an authenticator and its copy gave with one count, the database
 * lets one pass. Authenticators that count nothing always say 0.
 */
const USE = `update passkey set sign_count = ?, backed_up = ?, used_at = ?
   where id = ? and stopped_at is null and (sign_count < ? or (sign_count = 0 and ? = 0)) returning id`;

/** Notes a use; false when the counter did not move on, or the passkey was stopped or removed meanwhile. */
export async function usePasskey(em: EntityManager, { id, signCount, backedUp, at }: VerifiedUse): Promise<boolean> {
  const used = await em.execute<unknown[]>(USE, [signCount, backedUp, at, id, signCount, signCount]);
  return used.length > 0;
}

export const STOPPED = new BareStatement(
  membersOf(Passkey, 'name'),
  'update passkey set stopped_at = ? where id = ? and stopped_at is null returning name',
);

/** Stops a passkey whose counter went back, since a copy of it may exist; null when it was stopped or removed before. */
export async function stopPasskey(em: EntityManager, id: string, at: Date): Promise<string | null> {
  const [stopped] = await em.execute<RowOf<typeof STOPPED>[]>(STOPPED.text, [at, id]);
  return stopped?.name ?? null;
}

export const REMOVED = new BareStatement(
  membersOf(Passkey, 'name'),
  'delete from passkey where id = ? and user_id = ? returning name',
);

/** Removes a passkey of a person; answers its name, or null when they have none with this id. */
export async function deletePasskey(em: EntityManager, userId: string, id: string): Promise<string | null> {
  const [removed] = await em.execute<RowOf<typeof REMOVED>[]>(REMOVED.text, [id, userId]);
  return removed?.name ?? null;
}

/** Removes every passkey of a person; answers how many there were. */
export async function deletePasskeys(em: EntityManager, userId: string): Promise<number> {
  const removed = await em.execute<unknown[]>('delete from passkey where user_id = ? returning id', [userId]);
  return removed.length;
}
