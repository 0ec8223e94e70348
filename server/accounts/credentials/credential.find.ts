import type { EntityManager } from '@mikro-orm/postgresql';
import type { Scope, TrackingBinding } from '../../platform/context.js';
import type { CredentialKind } from './credential.rules.js';

/** A stored credential as the look-up finds it; ids are bare UUIDs. */
export interface FoundCredential {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly hint: string;
  readonly organizationId: string | null;
  readonly productUuid: string | null;
  readonly userId: string | null;
  readonly projectId: string | null;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Finds a credential by the SHA-256 of its token: the one look-up of all kinds. */
export async function findCredential(em: EntityManager, hash: Buffer): Promise<FoundCredential | null> {
  const rows = await em.execute<FoundCredential[]>(
    `select id, kind, hint, organization_id as "organizationId", product_uuid as "productUuid", user_id as "userId", project_id as "projectId",
       scopes, expires_at as "expiresAt", revoked_at as "revokedAt"
     from credential where hash = ?`,
    [hash],
  );
  const row = rows[0];
  // Raw SQL answers times as text.
  return row
    ? {
        ...row,
        expiresAt: row.expiresAt && new Date(row.expiresAt),
        revokedAt: row.revokedAt && new Date(row.revokedAt),
      }
    : null;
}

/** What a tracking key is bound to: its organization and product with every name that events may use. */
export async function loadBinding(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<TrackingBinding | null> {
  const rows = await em.execute<Omit<TrackingBinding, 'aliases'>[]>(
    `select p.organization_id as "organizationId", p.id as "productUuid", p.product_id as "productId", p.name as "productName", p.type as "productType",
       o.domain as "vendorDomain", o.data_label as "dataLabel", p.version
     from product p join organization o on o.id = p.organization_id where p.organization_id = ? and p.id = ?`,
    [organizationId, productUuid],
  );
  const row = rows[0];
  if (!row) return null;
  const names = await em.execute<{ name: string }[]>(
    'select name from product_name where organization_id = ? and product_uuid = ?',
    [organizationId, productUuid],
  );
  return { ...row, aliases: names.map(({ name }) => name).filter((name) => name !== row.productId) };
}
