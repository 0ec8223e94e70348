import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/page.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';
import { Product } from '../product.entity.js';
import type { ProductArgs, ProductList, ProductsArgs } from './product.types.js';

/** The organization's products in the order of their ids. */
export const listProducts = operation(
  { name: 'products', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, limit, cursor }: ProductsArgs): Promise<ProductList> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const after = keyOfCursor(cursor, /^[A-Za-z0-9._:-]{1,128}$/);
    const [rows, total] = await Promise.all([
      ctx.em
        .fork()
        .find(
          Product,
          { organizationId, ...(after ? { productId: { $gt: after } } : {}) },
          { orderBy: { productId: 'asc' }, limit: limit + 1 },
        ),
      ctx.em.fork().count(Product, { organizationId }),
    ]);
    const page = pageOf(rows, limit, (product) => product.productId);
    await describeProducts(ctx.em, organizationId, page.items);
    return { ...page, total };
  },
);

/** One product of the organization. */
export const readProduct = operation(
  { name: 'product', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, productId }: ProductArgs): Promise<Product> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const product = await ctx.em.findOne(Product, { organizationId, productId });
    if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
    await describeProducts(ctx.em, organizationId, [product]);
    return product;
  },
);

/** Fills in the aliases and the number of live keys of products of one organization: two statements for a whole page. */
export async function describeProducts(em: EntityManager, organizationId: string, products: Product[]): Promise<void> {
  if (products.length === 0) return;
  const theirs = `organization_id = ? and product_uuid in (${products.map(() => '?').join(', ')})`;
  const values = [uuidOf('org', organizationId), ...products.map(({ id }) => uuidOf('prd', id))];
  const names = await em.execute<{ product_uuid: string; name: string }[]>(
    `select product_uuid, name from product_name where ${theirs} order by name`,
    values,
  );
  const keys = await em.execute<{ product_uuid: string; live: number }[]>(
    `select product_uuid, count(*)::int as live from credential
     where kind = 'tracking_key' and revoked_at is null and ${theirs} group by product_uuid`,
    values,
  );
  for (const product of products) {
    const own = <T extends { product_uuid: string }>(rows: T[]): T[] =>
      rows.filter((row) => row.product_uuid === uuidOf('prd', product.id));
    product.aliases = own(names).flatMap(({ name }) => (name === product.productId ? [] : [name]));
    product.liveKeys = own(keys)[0]?.live ?? 0;
  }
}
