import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import type { EndConnections } from '../accounts.context.js';
import { endWorkflowTokens } from '../credentials/index.js';
import { lockPerson } from '../members/index.js';
import { recordAccountAction } from './account.record.js';

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

/**
 * Gives an account a new password in the caller's transaction and ends all its sessions and its letters' links. An account whose address was
 * never verified may have been made by a person who doesn't own the address: its workflow tokens and connections end too (decisions §2).
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
  await em.execute(
    `update auth.account set password = ?, "updatedAt" = ? where "userId" = ? and "providerId" = 'credential'`,
    [passwordHash, at, userId],
  );
  const sessions = await em.execute<unknown[]>('delete from auth.session where "userId" = ? returning id', [userId]);
  await forgetLinks(em, userId);
  const changes: Record<string, [unknown, unknown]> = { sessions: [sessions.length, 0] };
  if (!user.emailVerified) {
    changes.workflowTokens = [await endWorkflowTokens(em, userId, at), []];
    changes.connections = [await endConnections(em, userId, at), []];
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

/** Uses a reset link up, in the transaction of what it is for: after a failure it works again. False when it no longer works. */
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
