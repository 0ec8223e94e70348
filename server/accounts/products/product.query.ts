import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Narrow, readRows, type TableOf } from '../../platform/database/rows.read.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import type { Member } from '../member.entity.js';
import { Organization } from '../organization.entity.js';
import { Product, ProductName, ProductStatus } from '../product.entity.js';

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

/** The company's own ids of products (public ids), by these: of all products of some organizations, or of those that are named, in their order. */
export async function findProductIds(
  em: EntityManager,
  organizationIds: readonly string[],
  named?: readonly string[],
): Promise<Map<string, string>> {
  if (organizationIds.length === 0 || named?.length === 0) return new Map();
  const organizations = [...new Set(organizationIds)].map((id) => uuidOf('org', id) ?? '');
  const products = named && [...new Set(named)].map((id) => uuidOf('prd', id) ?? '');
  const rows = await readRows(
    em,
    Product,
    (of) => {
      const own = of.where('organization_id', 'in', organizations).orderBy('product_id');
      return products ? own.where('id', 'in', products) : own;
    },
    ['id', 'productId'],
  );
  return new Map(rows.map(({ id, productId }) => [id, productId]));
}

/** The product (`prd_…`) that an organization (a public id) calls so, by its id or by an alias, or null. */
export async function findNamedProduct(
  em: EntityManager,
  organizationId: string,
  name: string,
): Promise<string | null> {
  const [named] = await readRows(em, ProductName, (of) =>
    of.where('organization_id', '=', uuidOf('org', organizationId) ?? '').where('name', '=', name),
  );
  return named?.productUuid ?? null;
}

interface NamedTables {
  readonly member: TableOf<Member>;
  readonly product_name: TableOf<ProductName>;
}

/** The organizations (public ids) of a person (a bare UUID) that have a product of this name. */
export async function findOrganizationsOf(em: EntityManager, userUuid: string, name: string): Promise<string[]> {
  const rows = await em
    .getKysely<NamedTables>()
    .selectFrom('member as m')
    .innerJoin('product_name as n', 'n.organization_id', 'm.organization_id')
    .where('m.user_id', '=', userUuid)
    .where('n.name', '=', name)
    .orderBy('m.organization_id')
    .select('m.organization_id as id')
    .execute();
  return rows.map(({ id }) => publicId('org', id));
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
