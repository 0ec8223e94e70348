import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId, uuidOf } from '../../platform/ids.js';
import { MemberRole } from '../member.entity.js';
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
  const ended = await em.execute<{ id: string }[]>(
    `update invitation set revoked_at = ?
     where organization_id = ? and accepted_at is null and revoked_at is null
       and ((invited_by = ? and role in (${beyond.map(() => '?').join(', ')}))
         or (? and lower(email) = (select lower(email) from auth."user" where id = ?)))
     returning id`,
    [now, uuidOf('org', organizationId), uuidOf('usr', userId), ...beyond, role === null, uuidOf('usr', userId)],
  );
  return ended.map(({ id }) => publicId('inv', id));
}
