import { Fault } from '../platform/fault.js';
import { operation } from '../platform/operation.js';
import { keyOfCursor, pageOf } from '../platform/page.js';
import { MemberRole } from './member.entity.js';
import { requireMember } from './member.require.js';
import { Product } from './product.entity.js';
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
    return { ...pageOf(rows, limit, (product) => product.productId), total };
  },
);

/** One product of the organization. */
export const readProduct = operation(
  { name: 'product', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, productId }: ProductArgs): Promise<Product> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const product = await ctx.em.findOne(Product, { organizationId, productId });
    if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
    return product;
  },
);
