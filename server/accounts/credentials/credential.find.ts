import type { EntityManager } from '@mikro-orm/postgresql';
import type { TrackingBinding } from '../../platform/context.js';
import { Credential } from '../credential.entity.js';
import { Product, ProductName } from '../product.entity.js';

/** What the look-up reads of a credential. */
export type FoundCredential = Pick<
  Credential,
  | 'id'
  | 'kind'
  | 'hint'
  | 'organizationId'
  | 'productUuid'
  | 'userId'
  | 'projectId'
  | 'scopes'
  | 'expiresAt'
  | 'revokedAt'
>;

/** Finds a credential by the SHA-256 of its token: the one look-up of all kinds. */
export const findCredential = (em: EntityManager, hash: Buffer): Promise<FoundCredential | null> =>
  em.findOne(
    Credential,
    { hash },
    {
      fields: [
        'kind',
        'hint',
        'organizationId',
        'productUuid',
        'userId',
        'projectId',
        'scopes',
        'expiresAt',
        'revokedAt',
      ],
      disableIdentityMap: true,
    },
  );

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
