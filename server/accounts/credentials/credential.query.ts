import type { EntityManager } from '@mikro-orm/postgresql';
import { rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { Credential, CredentialUse } from '../credential.entity.js';

/** Whether a credential (a bare UUID) was not revoked; its end in time is not looked at. */
export const isLiveCredential = async (em: EntityManager, credentialUuid: string): Promise<boolean> =>
  (await em.count(Credential, { id: credentialUuid, revokedAt: null })) > 0;

interface CredentialTables {
  readonly credential: TableOf<Credential>;
  readonly credential_use: TableOf<CredentialUse>;
}

/** Credentials (`c`) with their last use (`u`). */
const selectCredentials = (em: EntityManager) =>
  em
    .getKysely<CredentialTables>()
    .selectFrom('credential as c')
    .leftJoin('credential_use as u', 'u.credential_id', 'c.id');
export type CredentialSelection = ReturnType<typeof selectCredentials>;

/** What lists show of a credential, and when it was last used. */
const LISTED = [
  'id',
  'name',
  'hint',
  'scopes',
  'organizationId',
  'productId',
  'projectId',
  'createdAt',
  'createdBy',
  'expiresAt',
  'revokedAt',
] as const;
export type ListedCredential = Pick<Credential, (typeof LISTED)[number]> & { readonly lastUsedAt: Date | null };

/** The credentials that a condition finds, as lists show them, in one statement. */
export async function readCredentials(
  em: EntityManager,
  narrow: (credentials: CredentialSelection) => CredentialSelection,
): Promise<ListedCredential[]> {
  const credential = rowReader(em, Credential, 'c', LISTED);
  const use = rowReader(em, CredentialUse, 'u');
  const rows = await narrow(selectCredentials(em))
    .select([...credential.columns, ...use.columns])
    .execute();
  return rows.map((row) =>
    Object.assign(credential.read(row), { lastUsedAt: use.readJoined(row)?.lastUsedAt ?? null }),
  );
}

/** Whether a token of this hash stands and was not revoked. */
export const isLiveHash = async (em: EntityManager, hash: Buffer): Promise<boolean> =>
  (await em.count(Credential, { hash, revokedAt: null })) > 0;

/** The bare UUIDs of all workflow tokens that a person (a bare UUID) ever had. */
export const workflowTokenIds = async (em: EntityManager, userUuid: string): Promise<string[]> =>
  (await em.find(Credential, { userId: userUuid }, { fields: ['id'] })).map(({ id }) => id);
