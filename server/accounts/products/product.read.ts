import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Narrow, readRows } from '../../platform/database/rows.read.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { AccountsContext, AccountsParts, ActivityOrder } from '../accounts.open.js';
import { Credential } from '../credential.entity.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';
import { type Product, ProductName } from '../product.entity.js';
import { countProducts, readProducts } from './product.query.js';
import { PRODUCT_SORTS, type ProductArgs, type ProductList, type ProductsArgs } from './product.types.js';

const listOf = ({ lastEventAt, events7d }: ActivityOrder): SortedListOf<typeof PRODUCT_SORTS> => ({
  name: 'products',
  sorts: PRODUCT_SORTS,
  tie: { by: sql`t.product_id`, type: 'text' },
  by: {
    productId: null,
    name: { by: sql`t.name`, type: 'text' },
    createdAt: { by: sql`t.created_at`, type: 'time' },
    lastEventAt: { by: lastEventAt, type: 'time', nullable: true },
    events7d: { by: events7d, type: 'number' },
  },
  naming: [sql`t.product_id`, sql`t.name`],
});

/** The organization's products. */
export const listProducts = operation(
  { name: 'products', who: ['session'], limit: 'workflow' },
  async function products(ctx: AccountsContext, args: ProductsArgs): Promise<ProductList> {
    const { organizationId, status, type, productIds } = args;
    await requireMember(ctx, organizationId, MemberRole.member);
    const page = sortedPage(listOf(ctx.parts.orderByActivity(dayOf(ctx))), args);
    const wanted: Narrow<Product> = (of) => {
      const ofStatus = status ? of.where('t.status', '=', status) : of;
      const ofType = type ? ofStatus.where('t.type', '=', type) : ofStatus;
      return productIds ? ofType.where(sql<boolean>`t.product_id = any(${productIds}::text[])`) : ofType;
    };
    const [rows, total] = await Promise.all([
      readProducts(ctx.em, organizationId, (of) => page.narrow(wanted(of))),
      countProducts(ctx.em, organizationId, (of) => page.filter(wanted(of))),
    ]);
    const { items, nextCursor } = page.cut(rows);
    await describeProducts(ctx.em, ctx, organizationId, items);
    return { items, nextCursor, total };
  },
);

/** One product of the organization. */
export const readProduct = operation(
  { name: 'product', who: ['session'], limit: 'workflow' },
  async function product(ctx: AccountsContext, { organizationId, productId }: ProductArgs): Promise<Product> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const [product] = await readProducts(ctx.em, organizationId, (of) => of.where('product_id', '=', productId));
    if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
    await describeProducts(ctx.em, ctx, organizationId, [product]);
    return product;
  },
);

/** Today in UTC. */
const dayOf = ({ platform }: Pick<AccountsContext, 'platform'>): string =>
  platform.clock.now().toISOString().slice(0, 10);

const NO_ACTIVITY = { lastEventAt: null, lastEventName: null, events7d: 0 };

/** What describing products asks beside the database. */
export type Describing = Pick<AccountsContext, 'platform'> & {
  readonly parts: Pick<AccountsParts, 'readProductActivity'>;
};

/** Fills in the aliases, the number of live keys and what arrived of products of one organization: three statements for a whole page. */
export async function describeProducts(
  em: EntityManager,
  { platform, parts }: Describing,
  organizationId: string,
  products: Product[],
): Promise<void> {
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
  const activity = await parts.readProductActivity(em, organization, uuids, dayOf({ platform }));
  for (const product of products) {
    const { lastEventAt, lastEventName, events7d } = activity.get(uuidOf('prd', product.id) ?? '') ?? NO_ACTIVITY;
    Object.assign(product, { lastEventAt, lastEventName, events7d });
    const own = names.filter(({ productUuid }) => productUuid === product.id).map(({ name }) => name);
    product.aliases = own.filter((name) => name !== product.productId);
    product.liveKeys = keys.filter(({ productUuid }) => productUuid === product.id).length;
  }
}
