import type { EntityManager } from '@mikro-orm/postgresql';
import { type Narrow, readRows, type TableOf } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import { Organization } from '../organization.entity.js';
import { Product, ProductStatus } from '../product.entity.js';

/** Whether events of a product (bare UUIDs) are not stored, since its owner ignores it. */
export const isIgnoredProduct = async (
  em: EntityManager,
  organizationUuid: string,
  productUuid: string,
): Promise<boolean> =>
  (await em.count(Product, { organization: organizationUuid, id: productUuid, status: ProductStatus.ignored })) > 0;

/** Products of one organization (a public id) to be read, that a condition finds. */
export async function readProducts(
  em: EntityManager,
  organizationId: string,
  narrow: Narrow<Product>,
): Promise<Product[]> {
  const organization = em.getReference(Organization, organizationId, { wrapped: true });
  const rows = await readRows(em, Product, (of) =>
    narrow(of.where('organization_id', '=', uuidOf('org', organizationId) ?? '')),
  );
  return rows.map((row) => Object.assign(row, { organization }));
}

/** How many products an organization (a public id) has. */
export async function countProducts(em: EntityManager, organizationId: string): Promise<number> {
  const { total } = await em
    .getKysely<{ product: TableOf<Product> }>()
    .selectFrom('product')
    .where('organization_id', '=', uuidOf('org', organizationId) ?? '')
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
