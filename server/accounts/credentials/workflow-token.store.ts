import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { Scope } from '../../platform/context.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { Credential, CredentialUse } from '../credential.entity.js';
import { generateToken, hashToken, hintOf } from '../credential.rules.js';

/** What a new workflow token may and for how long; ids are bare UUIDs. */
export interface NewWorkflowToken {
  readonly userUuid: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly projectUuid: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt?: Date;
}

/**
 * Creates a workflow token and stores its hash. The row of its last use is made here, with a time before all others: noting a use is then
 * an update, and no read of its owner ever adds a row.
 */
export async function storeWorkflowToken(
  em: EntityManager,
  { userUuid, name, scopes, projectUuid, createdAt, expiresAt, revokedAt }: NewWorkflowToken,
): Promise<{ uuid: string; token: string }> {
  const token = generateToken('workflow_token');
  const uuid = newUuid();
  const credential = em.create(Credential, {
    id: uuid,
    kind: 'workflow_token',
    hash: hashToken(token),
    hint: hintOf(token),
    name,
    userId: publicId('usr', userUuid),
    projectId: projectUuid && publicId('prj', projectUuid),
    scopes: [...scopes],
    createdAt,
    createdBy: publicId('usr', userUuid),
    expiresAt,
    revokedAt: revokedAt ?? null,
  });
  em.create(CredentialUse, { credential, lastUsedAt: raw(`'-infinity'`) });
  await em.flush();
  return { uuid, token };
}
