import type { EntityManager } from '@mikro-orm/postgresql';
import { rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { Credential, CredentialUse } from '../credential.entity.js';
import type { EnterpriseKeyNotice } from '../enterprise-key-notice.entity.js';
import type { Product } from '../product.entity.js';

/** Whether a credential (a bare UUID) was not revoked; its end in time is not looked at. */
export const isLiveCredential = async (em: EntityManager, credentialUuid: string): Promise<boolean> =>
  (await em.count(Credential, { id: credentialUuid, revokedAt: null })) > 0;

interface CredentialTables {
  readonly credential: TableOf<Credential>;
  readonly credential_use: TableOf<CredentialUse>;
  readonly enterprise_key_notice: TableOf<EnterpriseKeyNotice>;
  readonly product: TableOf<Product>;
}

/** Credentials (`c`) with their last use (`u`). */
const selectCredentials = (em: EntityManager) =>
  em
    .getKysely<CredentialTables>()
    .selectFrom('credential as c')
    .leftJoin('credential_use as u', 'u.credential_id', 'c.id');
export type CredentialSelection = ReturnType<typeof selectCredentials>;
/** What a condition over that selection is written with. */
export type CredentialConditions = Parameters<
  Extract<Parameters<CredentialSelection['where']>[0], (...given: never[]) => unknown>
>[0];

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

/** An agent key whose end its owners were told of. */
export interface EndingKey {
  readonly productId: string | null;
  readonly name: string;
  readonly expiresAt: Date | null;
}

/** The live agent keys of an organization (a public id) with a notice of their end, the next one to end first. */
export const findEndingKeys = (em: EntityManager, organizationId: string, now: Date): Promise<EndingKey[]> =>
  readCredentials(em, (of) =>
    of
      .where('c.kind', '=', 'enterprise_key')
      .where('c.organization_id', '=', uuidOf('org', organizationId))
      .where('c.revoked_at', 'is', null)
      .where('c.expires_at', '>', now)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('enterprise_key_notice as n').whereRef('n.credential_id', '=', 'c.id').select('n.days')),
      )
      .orderBy('c.expires_at')
      .orderBy('c.id'),
  );

/** The names of credentials (`key_…`) by their ids. */
export async function findKeyNames(em: EntityManager, keyIds: readonly string[]): Promise<Map<string, string>> {
  const uuids = [...new Set(keyIds)].map((id) => uuidOf('key', id) ?? '');
  if (uuids.length === 0) return new Map();
  const found = await em.find(Credential, { id: { $in: uuids } }, { fields: ['id', 'name'], disableIdentityMap: true });
  return new Map(found.map(({ id, name }) => [publicId('key', id), name]));
}

/** The bare UUIDs of all workflow tokens that a person (a bare UUID) ever had. */
export const workflowTokenIds = async (em: EntityManager, userUuid: string): Promise<string[]> =>
  (await em.find(Credential, { userId: userUuid }, { fields: ['id'] })).map(({ id }) => id);
