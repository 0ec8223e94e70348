import type { EntityManager } from '@mikro-orm/postgresql';
import { updateRows } from '../../platform/database/rows.update.js';
import { publicId } from '../../platform/ids.js';
import { Credential } from '../credential.entity.js';

/** Revokes all live workflow tokens of a person (a bare UUID) in the caller's transaction; answers their public ids. */
export async function endWorkflowTokens(em: EntityManager, userUuid: string, at: Date): Promise<string[]> {
  const live = { userId: userUuid, kind: 'workflow_token', revokedAt: null } as const;
  const ended = await updateRows(em, Credential, live, { revokedAt: at }, ['id']);
  return ended.map(({ id }) => publicId('tok', id));
}
