import type { EntityManager } from '@mikro-orm/postgresql';
import { updateRows } from '../../platform/database/rows.update.js';
import { addressedTo, Invitation, MemberRole } from '../member.entity.js';
import { isEnough, roleToInvite } from './member.require.js';
import { findEmail } from './person.query.js';

/** A person's membership after the change; `role` is null when they are not in the organization any more. */
export interface ChangedMember {
  /** Public ids. */
  readonly organizationId: string;
  readonly userId: string;
  readonly role: MemberRole | null;
}

/**
 * Ends the open invitations that a changed member may not have sent, in the caller's transaction; for a removed member, also
 * those to their own address, through which they would come back. Answers the public ids, for the audit log.
 */
export async function endInvitations(
  em: EntityManager,
  { organizationId, userId, role }: ChangedMember,
  now: Date,
): Promise<string[]> {
  const beyond = Object.values(MemberRole).filter((invited) => role === null || !isEnough(role, roleToInvite(invited)));
  if (beyond.length === 0) return [];
  const email = role === null ? await findEmail(em, userId) : null;
  const ended = await updateRows(
    em,
    Invitation,
    {
      organizationId,
      acceptedAt: null,
      revokedAt: null,
      $or: [{ invitedBy: userId, role: { $in: beyond } }, ...(email === null ? [] : [addressedTo(email)])],
    },
    { revokedAt: now },
    ['id'],
  );
  return ended.map(({ id }) => id);
}
