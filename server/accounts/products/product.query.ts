import type { EntityManager } from '@mikro-orm/postgresql';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { newUuid } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import type { AccountsContext, AccountsParts } from '../accounts.context.js';
import type { Credential } from '../credential.entity.js';
import type { Member } from '../member.entity.js';
import { Product, ProductName, ProductStatus } from '../product.entity.js';
import type { CreateProductInput, ProductAnswer } from './product.types.js';

interface ProductTables {
  readonly credential: TableOf<Credential>;
  readonly member: TableOf<Member>;
  readonly product: TableOf<Product>;
  readonly product_name: TableOf<ProductName>;
}

type ProductSelection = ReturnType<typeof selectRows<Product>>;

/** Says which products (`t`) of an organization are read, and in which order. */
export type NarrowProducts = (products: ProductSelection) => ProductSelection;

/** Products of one organization that a condition finds. */
export const readProducts = (
  em: EntityManager,
  organizationId: string,
  narrow: NarrowProducts,
): Promise<Row<Product>[]> => narrow(selectRows(em, Product).where('t.organization_id', '=', organizationId)).execute();

/** How many products of an organization a condition finds. */
export async function countProducts(
  em: EntityManager,
  organizationId: string,
  narrow: NarrowProducts,
): Promise<number> {
  const wanted = narrow(selectRows(em, Product).where('t.organization_id', '=', organizationId));
  const { total } = await wanted
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whether events of a product are not stored, since its owner ignores it. */
export const isIgnoredProduct = async (
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<boolean> =>
  (await em.count(Product, { organization: organizationId, id: productUuid, status: ProductStatus.ignored })) > 0;

/** The company's own ids of products by their UUIDs, in order: all products of some organizations, or the named ones. */
export async function findProductIds(
  em: EntityManager,
  organizationIds: readonly string[],
  named?: readonly string[],
): Promise<Map<string, string>> {
  if (organizationIds.length === 0 || named?.length === 0) return new Map();
  const organizations = [...new Set(organizationIds)];
  const own = em
    .getKysely<ProductTables>()
    .selectFrom('product')
    .where('organization_id', 'in', organizations)
    .orderBy('product_id')
    .select(['id', 'product_id']);
  const products = named && [...new Set(named)];
  const rows = await (products ? own.where('id', 'in', products) : own).execute();
  return new Map(rows.map(({ id, product_id }) => [id, product_id]));
}

/** The UUID of the product that an organization calls so, by its id or by an alias, or null. */
export async function findNamedProduct(
  em: EntityManager,
  organizationId: string,
  name: string,
): Promise<string | null> {
  const named = await em
    .getKysely<ProductTables>()
    .selectFrom('product_name')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .select('product_uuid')
    .executeTakeFirst();
  return named?.product_uuid ?? null;
}

/** The organizations of a person that have a product of this name. */
export async function findOrganizationsOf(em: EntityManager, userId: string, name: string): Promise<string[]> {
  const rows = await em
    .getKysely<ProductTables>()
    .selectFrom('member as m')
    .innerJoin('product_name as n', 'n.organization_id', 'm.organization_id')
    .where('m.user_id', '=', userId)
    .where('n.name', '=', name)
    .orderBy('m.organization_id')
    .select('m.organization_id as id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Stores a product and the name under which events call it. Rejects with a UniqueConstraintViolationException when the id is taken in the
 * organization.
 */
export async function storeProduct(
  em: EntityManager,
  { organizationId, productId, name, type }: CreateProductInput,
): Promise<Product> {
  const product = em.create(Product, {
    organization: organizationId,
    id: newUuid(),
    productId,
    name: name.trim(),
    type,
    version: 1,
  });
  await em.flush(); // the name refers to the product by columns that no relation writes
  em.create(ProductName, { organizationId, name: productId, productUuid: product.id });
  await em.flush();
  return product;
}

/** Today in UTC. */
export const dayOf = ({ platform }: Pick<AccountsContext, 'platform'>): string =>
  platform.clock.now().toISOString().slice(0, 10);

const NO_ACTIVITY = { lastEventAt: null, lastEventName: null, events7d: 0 };

/** The parts that describing products needs beside the database. */
export type Describing = Pick<AccountsContext, 'platform'> & {
  readonly parts: Pick<AccountsParts, 'readProductActivity'>;
};

/**
 * Products of one organization as its members see them: with aliases, the number of live keys and the newest events. It takes
 * three statements for a whole page.
 */
export async function productAnswers(
  em: EntityManager,
  { platform, parts }: Describing,
  organizationId: string,
  products: readonly Omit<Row<Product>, 'organizationId'>[],
): Promise<ProductAnswer[]> {
  if (products.length === 0) return [];
  const uuids = products.map(({ id }) => id);
  const db = em.getKysely<ProductTables>();
  const names = await db
    .selectFrom('product_name')
    .where('organization_id', '=', organizationId)
    .where('product_uuid', 'in', uuids)
    .orderBy('name')
    .select(['product_uuid', 'name'])
    .execute();
  const keys = await db
    .selectFrom('credential')
    .where('organization_id', '=', organizationId)
    .where('product_uuid', 'in', uuids)
    .where('kind', '=', 'tracking_key')
    .where('revoked_at', 'is', null)
    .select('product_uuid')
    .execute();
  const activity = await parts.readProductActivity(em, organizationId, uuids, dayOf({ platform }));
  return products.map(({ id, productId, name, type, status, createdAt }) => ({
    id,
    organizationId,
    productId,
    name,
    type,
    status,
    createdAt,
    aliases: names.filter((one) => one.product_uuid === id && one.name !== productId).map((one) => one.name),
    liveKeys: keys.filter((key) => key.product_uuid === id).length,
    ...(activity.get(id) ?? NO_ACTIVITY),
  }));
}
