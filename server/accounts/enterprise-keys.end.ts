import type { EntityManager } from '@mikro-orm/postgresql';
import { updateRows } from '../platform/database/rows.update.js';
import { publicId } from '../platform/ids.js';
import { Credential } from './credential.entity.js';
import { MemberRole } from './member.entity.js';

/**
 * Revokes the agent keys that a changed member created, in the caller's transaction, unless they may still create one: a key ends with its
 * creator's rights for good, also when the rights come back (decisions §9). Answers the public ids, for the audit log.
 */
export async function endEnterpriseKeys(
  em: EntityManager,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: MemberRole | null },
  now: Date,
): Promise<string[]> {
  if (role === MemberRole.owner || role === MemberRole.admin) return [];
  const live = { organizationId, createdBy: userId, kind: 'enterprise_key', revokedAt: null } as const;
  const ended = await updateRows(em, Credential, live, { revokedAt: now }, ['id']);
  return ended.map(({ id }) => publicId('key', id));
}
