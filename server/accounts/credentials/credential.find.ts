import type { EntityManager } from '@mikro-orm/postgresql';
import type { TrackingBinding } from '../../platform/context.js';
import { readRows } from '../../platform/database/rows.read.js';
import { Credential } from '../credential.entity.js';
import { Product, ProductName } from '../product.entity.js';

/** What the look-up reads of a credential. */
const FOUND = [
  'id',
  'kind',
  'name',
  'hint',
  'organizationId',
  'productUuid',
  'userId',
  'projectId',
  'scopes',
  'expiresAt',
  'revokedAt',
] as const;
export type FoundCredential = Pick<Credential, (typeof FOUND)[number]>;

/** Finds a credential by the SHA-256 of its token: the one look-up of all kinds. */
export async function findCredential(em: EntityManager, hash: Buffer): Promise<FoundCredential | null> {
  const [found] = await readRows(em, Credential, (of) => of.where('hash', '=', hash), FOUND);
  return found ?? null;
}

/** What a tracking key is bound to: its organization and product (bare UUIDs) with every name that events may use. */
export async function loadBinding(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<TrackingBinding | null> {
  const product = await em.findOne(
    Product,
    { organization: organizationId, id: productUuid },
    { populate: ['organization'], disableIdentityMap: true },
  );
  if (!product) return null;
  const names = await em.find(ProductName, { organizationId, productUuid }, { disableIdentityMap: true });
  const { domain, dataLabel } = product.organization.getEntity();
  return {
    organizationId,
    productUuid,
    productId: product.productId,
    productName: product.name,
    productType: product.type,
    vendorDomain: domain,
    dataLabel,
    version: product.version,
    aliases: names.map(({ name }) => name).filter((name) => name !== product.productId),
  };
}
