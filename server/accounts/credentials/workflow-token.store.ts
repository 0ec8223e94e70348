import type { EntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../../platform/context.js';
import { newUuid } from '../../platform/ids.js';
import { generateToken, hashToken, hintOf } from './credential.rules.js';

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
  await em.execute(
    `insert into credential (id, kind, hash, hint, name, user_id, project_id, scopes, created_at, created_by, expires_at, revoked_at)
     values (?, 'workflow_token', ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?)`,
    [
      uuid,
      hashToken(token),
      hintOf(token),
      name,
      userUuid,
      projectUuid,
      JSON.stringify(scopes),
      createdAt,
      userUuid,
      expiresAt,
      revokedAt ?? null,
    ],
  );
  await em.execute(`insert into credential_use (credential_id, last_used_at) values (?, '-infinity')`, [uuid]);
  return { uuid, token };
}
