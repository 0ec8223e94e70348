import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { updateRows } from '../../platform/database/rows.update.js';
import { uuidOf } from '../../platform/ids.js';
import { Invitation, MemberRole } from '../member.entity.js';
import { isEnough, roleToInvite } from './member.require.js';

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
  const person = raw('(select lower(email) from auth."user" where id = ?)', [uuidOf('usr', userId)]);
  const ended = await updateRows(
    em,
    Invitation,
    {
      organizationId,
      acceptedAt: null,
      revokedAt: null,
      $or: [
        { invitedBy: userId, role: { $in: beyond } },
        ...(role === null ? [{ [raw('lower(email)')]: person }] : []),
      ],
    },
    { revokedAt: now },
    ['id'],
  );
  return ended.map(({ id }) => id);
}
