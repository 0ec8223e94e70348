import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TrackingBinding } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { updateRows } from '../../platform/database/rows.update.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { publicId } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import { Credential, type CredentialUse, type EnterpriseKeyNotice } from '../credential.entity.js';
import type { CredentialKind } from '../credential.rules.js';
import { type Member, MemberRole } from '../member.entity.js';
import type { Organization } from '../organization.entity.js';
import type { Product, ProductName } from '../product.entity.js';
import { TokenState } from './workflow-token.types.js';

interface CredentialTables {
  readonly credential: TableOf<Credential>;
  readonly credential_use: TableOf<CredentialUse>;
  readonly enterprise_key_notice: TableOf<EnterpriseKeyNotice>;
  readonly member: TableOf<Member>;
  readonly organization: TableOf<Organization>;
  readonly product: TableOf<Product>;
  readonly product_name: TableOf<ProductName>;
}

/** The id of a credential as callers see it: workflow tokens have a prefix of their own. */
export const credentialId = (kind: CredentialKind, id: string): string =>
  publicId(kind === 'workflow_token' ? 'tok' : 'key', id);

/** Finds a credential of any kind by the SHA-256 of its token. */
export async function findCredential(em: EntityManager, hash: Buffer): Promise<Row<Credential> | null> {
  const found = await selectRows(em, Credential).where('hash', '=', hash).executeTakeFirst();
  return found ?? null;
}

/**
 * Whether the creator of an enterprise key may still create it, and its product is still there: a key ends with its creator's rights, its
 * product and its organization (decisions §9).
 */
export async function hasCreatorsRights(
  em: EntityManager,
  { organizationId, productUuid, createdBy }: { organizationId: string; productUuid: string; createdBy: string },
): Promise<boolean> {
  const found = await em
    .getKysely<CredentialTables>()
    .selectFrom('member')
    .innerJoin('product', 'product.organization_id', 'member.organization_id')
    .where('member.organization_id', '=', organizationId)
    .where('member.user_id', '=', createdBy)
    .where('member.role', 'in', [MemberRole.owner, MemberRole.admin])
    .where('product.id', '=', productUuid)
    .select('member.role')
    .executeTakeFirst();
  return found !== undefined;
}

/** The binding of a tracking key: its organization and product, with every name that events may use. */
export async function loadBinding(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<TrackingBinding | null> {
  const db = em.getKysely<CredentialTables>();
  const product = await db
    .selectFrom('product as p')
    .innerJoin('organization as o', 'o.id', 'p.organization_id')
    .where('p.organization_id', '=', organizationId)
    .where('p.id', '=', productUuid)
    .select(['p.product_id as productId', 'p.name as productName', 'p.type as productType', 'p.version'])
    .select(['o.domain as vendorDomain', 'o.data_label as dataLabel'])
    .executeTakeFirst();
  if (!product) return null;
  const names = await db
    .selectFrom('product_name')
    .where('organization_id', '=', organizationId)
    .where('product_uuid', '=', productUuid)
    .select('name')
    .execute();
  const aliases = names.map(({ name }) => name).filter((name) => name !== product.productId);
  return { ...product, organizationId, productUuid, aliases };
}

/** Whether a credential was not revoked; its end in time is not looked at. */
export const isLiveCredential = async (em: EntityManager, credentialId: string): Promise<boolean> =>
  (await em.count(Credential, { id: credentialId, revokedAt: null })) > 0;

/** Credentials (`c`) with their last use (`u`) and the product of a key (`p`). */
const selectCredentials = (em: EntityManager) =>
  em
    .getKysely<CredentialTables>()
    .selectFrom('credential as c')
    .leftJoin('credential_use as u', 'u.credential_id', 'c.id')
    .leftJoin('product as p', (on) =>
      on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.product_uuid'),
    );
export type CredentialSelection = ReturnType<typeof selectCredentials>;

/** The credentials that are in one of the states now. */
export const inStates = (
  credentials: CredentialSelection,
  states: readonly TokenState[],
  now: Date,
): CredentialSelection =>
  credentials.where((is) => {
    const conditions = {
      [TokenState.revoked]: is('c.revoked_at', 'is not', null),
      [TokenState.expired]: is.and([is('c.revoked_at', 'is', null), is('c.expires_at', '<=', now)]),
      [TokenState.active]: is.and([is('c.revoked_at', 'is', null), is('c.expires_at', '>', now)]),
    };
    return is.or(states.map((state) => conditions[state]));
  });

/** A credential as lists show it. `productId` is the company's own id of the key's product. */
export type ListedCredential = Pick<
  Row<Credential>,
  | 'id'
  | 'name'
  | 'hint'
  | 'scopes'
  | 'organizationId'
  | 'projectId'
  | 'createdAt'
  | 'createdBy'
  | 'expiresAt'
  | 'revokedAt'
> & { readonly productId: string | null; readonly lastUsedAt: Date | null };

/** The credentials that a condition finds, as lists show them, in one statement. */
export const readCredentials = (
  em: EntityManager,
  narrow: (credentials: CredentialSelection) => CredentialSelection,
): Promise<ListedCredential[]> =>
  narrow(selectCredentials(em))
    .select(['c.id', 'c.name', 'c.hint', 'c.scopes', 'c.organization_id as organizationId'])
    .select(['c.project_id as projectId', 'c.created_at as createdAt', 'c.created_by as createdBy'])
    .select(['c.expires_at as expiresAt', 'c.revoked_at as revokedAt', 'p.product_id as productId'])
    .select(sql<Date | null>`nullif(u.last_used_at, '-infinity')`.as('lastUsedAt'))
    .$castTo<ListedCredential>()
    .execute();

/** Whether a token with this hash exists and was not revoked. */
export const isLiveHash = async (em: EntityManager, hash: Buffer): Promise<boolean> =>
  (await em.count(Credential, { hash, revokedAt: null })) > 0;

/** An agent key that ends soon; its owners got a notice. */
export interface EndingKey {
  readonly productId: string | null;
  readonly name: string;
  readonly expiresAt: Date | null;
}

/** The live agent keys of an organization with a notice of their end, the next one to end first. */
export const findEndingKeys = (em: EntityManager, organizationId: string, now: Date): Promise<EndingKey[]> =>
  readCredentials(em, (of) =>
    of
      .where('c.kind', '=', 'enterprise_key')
      .where('c.organization_id', '=', organizationId)
      .where('c.revoked_at', 'is', null)
      .where('c.expires_at', '>', now)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('enterprise_key_notice as n').whereRef('n.credential_id', '=', 'c.id').select('n.days')),
      )
      .orderBy('c.expires_at')
      .orderBy('c.id'),
  );

/** The names of tracking and agent keys by their ids. */
export async function findKeyNames(em: EntityManager, keyIds: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(keyIds)];
  if (ids.length === 0) return new Map();
  const found = await em
    .getKysely<CredentialTables>()
    .selectFrom('credential')
    .where('id', 'in', ids)
    .select(['id', 'name'])
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The ids of all workflow tokens that a person ever had. */
export async function workflowTokenIds(em: EntityManager, userId: string): Promise<string[]> {
  const found = await em
    .getKysely<CredentialTables>()
    .selectFrom('credential')
    .where('user_id', '=', userId)
    .select('id')
    .execute();
  return found.map(({ id }) => id);
}

/** Revokes all live workflow tokens of a person in the caller's transaction; answers their public ids, for the audit log. */
export async function endWorkflowTokens(em: EntityManager, userId: string, at: Date): Promise<string[]> {
  const live = { userId, kind: 'workflow_token', revokedAt: null } as const;
  const ended = await updateRows(em, Credential, live, { revokedAt: at }, ['id']);
  return ended.map(({ id }) => credentialId('workflow_token', id));
}

/** An agent key that has neither ended nor been revoked. */
export type LiveAgentKey = Pick<Row<Credential>, 'id' | 'name'> & { readonly expiresAt: Date };

/** The live agent keys of a product, the oldest first. */
export async function findLiveAgentKeys(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
  now: Date,
): Promise<LiveAgentKey[]> {
  const keys = await em
    .getKysely<CredentialTables>()
    .selectFrom('credential')
    .where('organization_id', '=', organizationId)
    .where('product_uuid', '=', productUuid)
    .where('kind', '=', 'enterprise_key')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .select(['id', 'name', 'expires_at as expiresAt'])
    .execute();
  return keys.flatMap(({ expiresAt, ...key }) => (expiresAt === null ? [] : [{ ...key, expiresAt }]));
}

/**
 * Writes when credentials (`c`) were last used (`t`, ISO 8601), all in one statement; an older time changes nothing. Rows come
 * in the order of their ids: two processes that lock rows in one order do not wait for each other.
 */
export async function writeLastUses(em: EntityManager, uses: readonly { c: string; t: string }[]): Promise<void> {
  await em.execute(
    `insert into credential_use as u (credential_id, last_used_at) select c, t from json_to_recordset(?::json) as v(c uuid, t timestamptz)
     on conflict (credential_id) do update set last_used_at = excluded.last_used_at where u.last_used_at < excluded.last_used_at`,
    [JSON.stringify(uses)],
  );
}
