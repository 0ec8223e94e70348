import type { EntityManager } from '@mikro-orm/postgresql';
import { Product, ProductStatus } from '../product.entity.js';

/** Whether events of a product (bare UUIDs) are not stored, since its owner ignores it. */
export const isIgnoredProduct = async (
  em: EntityManager,
  organizationUuid: string,
  productUuid: string,
): Promise<boolean> =>
  (await em.count(Product, { organization: organizationUuid, id: productUuid, status: ProductStatus.ignored })) > 0;
