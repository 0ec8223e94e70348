import type { EntityManager } from '@mikro-orm/postgresql';
import { readRows } from '../../platform/database/rows.read.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { Credential } from '../credential.entity.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';
import { type Product, ProductName } from '../product.entity.js';
import { countProducts, readProducts } from './product.query.js';
import type { ProductArgs, ProductList, ProductsArgs } from './product.types.js';

/** The organization's products in the order of their ids. */
export const listProducts = operation(
  { name: 'products', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, limit, cursor }: ProductsArgs): Promise<ProductList> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const after = keyOfCursor(cursor, /^[A-Za-z0-9._:-]{1,128}$/);
    const [rows, total] = await Promise.all([
      readProducts(ctx.em, organizationId, (of) =>
        (after ? of.where('product_id', '>', after) : of).orderBy('product_id').limit(limit + 1),
      ),
      countProducts(ctx.em, organizationId),
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
    const [product] = await readProducts(ctx.em, organizationId, (of) => of.where('product_id', '=', productId));
    if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
    await describeProducts(ctx.em, organizationId, [product]);
    return product;
  },
);

/** Fills in the aliases and the number of live keys of products of one organization: two statements for a whole page. */
export async function describeProducts(em: EntityManager, organizationId: string, products: Product[]): Promise<void> {
  if (products.length === 0) return;
  const organization = uuidOf('org', organizationId) ?? '';
  const uuids = products.map(({ id }) => uuidOf('prd', id) ?? '');
  const names = await readRows(em, ProductName, (of) =>
    of.where('organization_id', '=', organization).where('product_uuid', 'in', uuids).orderBy('name'),
  );
  const keys = await readRows(
    em,
    Credential,
    (of) =>
      of
        .where('organization_id', '=', organization)
        .where('product_uuid', 'in', uuids)
        .where('kind', '=', 'tracking_key')
        .where('revoked_at', 'is', null),
    ['productUuid'],
  );
  for (const product of products) {
    const own = names.filter(({ productUuid }) => productUuid === product.id).map(({ name }) => name);
    product.aliases = own.filter((name) => name !== product.productId);
    product.liveKeys = keys.filter(({ productUuid }) => productUuid === product.id).length;
  }
}
