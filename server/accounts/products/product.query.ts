import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
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

/** The company's own ids of products (public ids) of one organization, by these. */
export async function findProductIds(
  em: EntityManager,
  organizationId: string,
  productUuids: readonly string[],
): Promise<Map<string, string>> {
  if (productUuids.length === 0) return new Map();
  const uuids = [...new Set(productUuids)].map((id) => uuidOf('prd', id) ?? '');
  const rows = await readRows(
    em,
    Product,
    (of) => of.where('organization_id', '=', uuidOf('org', organizationId) ?? '').where('id', 'in', uuids),
    ['id', 'productId'],
  );
  return new Map(rows.map(({ id, productId }) => [id, productId]));
}

/** How many products of an organization (a public id) a condition finds. */
export async function countProducts(
  em: EntityManager,
  organizationId: string,
  narrow: Narrow<Product>,
): Promise<number> {
  const own = em
    .getKysely<object>()
    .selectFrom(sql.table('product').$castTo<TableOf<Product>>().as('t'))
    .where('organization_id', '=', uuidOf('org', organizationId) ?? '');
  const { total } = await narrow(own)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
