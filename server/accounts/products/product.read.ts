import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { Credential } from '../credential.entity.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';
import { Product, ProductName } from '../product.entity.js';
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
          { organization: organizationId, ...(after ? { productId: { $gt: after } } : {}) },
          { orderBy: { productId: 'asc' }, limit: limit + 1 },
        ),
      ctx.em.fork().count(Product, { organization: organizationId }),
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
    const product = await ctx.em.findOne(Product, { organization: organizationId, productId });
    if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
    await describeProducts(ctx.em, organizationId, [product]);
    return product;
  },
);

/** Fills in the aliases and the number of live keys of products of one organization: two statements for a whole page. */
export async function describeProducts(em: EntityManager, organizationId: string, products: Product[]): Promise<void> {
  if (products.length === 0) return;
  const theirs = { organizationId, productUuid: { $in: products.map(({ id }) => id) } };
  const names = await em.find(ProductName, theirs, { orderBy: { name: 'asc' } });
  const keys = await em.find(
    Credential,
    { ...theirs, kind: 'tracking_key', revokedAt: null },
    { fields: ['productUuid'] },
  );
  for (const product of products) {
    const own = names.filter(({ productUuid }) => productUuid === product.id).map(({ name }) => name);
    product.aliases = own.filter((name) => name !== product.productId);
    product.liveKeys = keys.filter(({ productUuid }) => productUuid === product.id).length;
  }
}
