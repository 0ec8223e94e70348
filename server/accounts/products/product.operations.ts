import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { Fault, invalid } from '../../platform/fault.js';
import { once } from '../../platform/idempotency/idempotency.js';
import { publicId, storedUuid } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { AccountsContext, ActivityOrder } from '../accounts.context.js';
import { MemberRole } from '../member.entity.js';
import { personOf, requireMember } from '../members/index.js';
import { Product, ProductName } from '../product.entity.js';
import {
  countProducts,
  dayOf,
  type NarrowProducts,
  productAnswers,
  readProducts,
  storeProduct,
} from './product.query.js';
import {
  type CreateProductInput,
  type ProductAnswer,
  type ProductArgs,
  type ProductList,
  type ProductsArgs,
  productSorts,
  type UpdateProductInput,
} from './product.types.js';

const noSuchProduct = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });

const listOf = ({ lastEventAt, events7d }: ActivityOrder): SortedListOf<typeof productSorts> => ({
  name: 'products',
  sorts: productSorts,
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
    await requireMember(ctx, organizationId, MemberRole.reader);
    const page = sortedPage(listOf(ctx.parts.orderByActivity(organizationId, dayOf(ctx))), args);
    const wanted: NarrowProducts = (of) => {
      const ofStatus = status ? of.where('t.status', '=', status) : of;
      const ofType = type ? ofStatus.where('t.type', '=', type) : ofStatus;
      return productIds ? ofType.where(sql<boolean>`t.product_id = any(${productIds}::text[])`) : ofType;
    };
    const [rows, total] = await Promise.all([
      readProducts(ctx.em, organizationId, (of) => page.narrow(wanted(of))),
      countProducts(ctx.em, organizationId, (of) => page.filter(wanted(of))),
    ]);
    const { items, nextCursor } = page.cut(rows);
    return { items: await productAnswers(ctx.em, ctx, organizationId, items), nextCursor, total };
  },
);

/** One product of the organization. */
export const readProduct = operation(
  { name: 'product', who: ['session'], limit: 'workflow' },
  async function product(ctx: AccountsContext, { organizationId, productId }: ProductArgs): Promise<ProductAnswer> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    return requireAnswer(ctx, organizationId, (of) => of.where('product_id', '=', productId));
  },
);

async function requireAnswer(
  ctx: AccountsContext,
  organizationId: string,
  narrow: NarrowProducts,
): Promise<ProductAnswer> {
  const [answer] = await productAnswers(
    ctx.em,
    ctx,
    organizationId,
    await readProducts(ctx.em, organizationId, narrow),
  );
  if (!answer) throw noSuchProduct();
  return answer;
}

export interface CreateProductCall extends CreateProductInput {
  idempotencyKey?: string | null;
}

/** Registers a product of the organization under the id that the company chose. */
export const createProduct = operation(
  { name: 'createProduct', who: ['session'], writes: true, limit: 'workflow' },
  async function createProduct(
    ctx: AccountsContext,
    { idempotencyKey, ...body }: CreateProductCall,
  ): Promise<ProductAnswer> {
    const { organizationId } = body;
    await requireMember(ctx, organizationId, MemberRole.admin);
    const sent = { ...body, organizationId: publicId('org', organizationId) }; // the fingerprint of a retry is that of the request
    try {
      const stored = await once(ctx, 'createProduct', idempotencyKey, sent, (em) => insertProduct(ctx, em, body));
      return await requireAnswer(ctx, organizationId, (of) => of.where('id', '=', storedUuid('prd', stored)));
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? productIdTaken() : error;
    }
  },
);

/** Answers the public id: the stored answer of an idempotency key has this form. */
async function insertProduct(ctx: AccountsContext, em: EntityManager, input: CreateProductInput): Promise<string> {
  const { organizationId } = input;
  const product = await storeProduct(em, input);
  const id = publicId('prd', product.id);
  await recordAudit(em, ctx.platform.clock.now(), {
    chain: organizationChain(organizationId),
    actor: personOf(ctx),
    action: 'product.create',
    resource: 'product',
    resourceId: id,
    changes: { productId: [null, product.productId], name: [null, product.name], type: [null, product.type] },
    requestId: ctx.requestId,
  });
  refuseBeyond('products', await em.count(Product, { organization: organizationId }));
  return id;
}

const productIdTaken = (): Fault =>
  invalid([
    { pointer: '/productId', code: 'taken', detail: 'another product of this organization has this id or alias' },
  ]);

type Changes = Record<string, [unknown, unknown]>;

/** Changes a product's name, type, aliases, or whether its events are stored (`ignored`: they answer tracked: false). */
export const updateProduct = operation(
  { name: 'updateProduct', who: ['session'], writes: true, limit: 'workflow' },
  async function updateProduct(ctx: AccountsContext, input: UpdateProductInput): Promise<ProductAnswer> {
    const { organizationId, productId, aliases } = input;
    await requireMember(ctx, organizationId, MemberRole.admin);
    try {
      const updated = await ctx.em.transactional(async (em) => {
        const product = await em.findOne(
          Product,
          { organization: organizationId, productId },
          { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
        );
        if (!product) throw noSuchProduct();
        const changes = changesTo(product, input);
        if (aliases) Object.assign(changes, await replaceAliases(em, product, aliases));
        if (Object.keys(changes).length > 0) await store(em, ctx, product, changes);
        return productAnswers(em, ctx, organizationId, [product]);
      });
      const [answer] = updated;
      if (!answer) throw noSuchProduct();
      ctx.parts.principals.forget(answer.id); // after the commit: a read before it would remember the old product
      return answer;
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? aliasTaken() : error;
    }
  },
);

const aliasTaken = (): Fault =>
  invalid([
    { pointer: '/aliases', code: 'taken', detail: 'another product of this organization has one of these names' },
  ]);

async function store(em: EntityManager, ctx: AccountsContext, product: Product, changes: Changes): Promise<void> {
  product.updatedAt = ctx.platform.clock.now();
  await em.flush();
  await recordAudit(em, product.updatedAt, {
    chain: organizationChain(product.organization.id),
    actor: personOf(ctx),
    action: 'product.update',
    resource: 'product',
    resourceId: publicId('prd', product.id),
    revision: product.version,
    changes,
    requestId: ctx.requestId,
  });
}

function changesTo(product: Product, { name, type, status }: UpdateProductInput): Changes {
  const changes: Changes = {};
  if (name && name.trim() !== product.name) changes.name = [product.name, name.trim()];
  if (type && type !== product.type) changes.type = [product.type, type];
  if (status && status !== product.status) changes.status = [product.status, status];
  if (name) product.name = name.trim();
  if (type) product.type = type;
  if (status) product.status = status;
  return changes;
}

/** Removes and adds names in the unit of work; `store` writes them. */
async function replaceAliases(em: EntityManager, product: Product, wanted: string[]): Promise<Changes> {
  const { id, productId } = product;
  const organizationId = product.organization.id;
  const present = (await em.find(ProductName, { organizationId, productUuid: id })).filter(
    (one) => one.name !== productId,
  );
  const before = present.map(({ name }) => name).sort();
  const after = [...new Set(wanted)].filter((name) => name !== productId).sort();
  if (before.join('\n') === after.join('\n')) return {};
  for (const one of present) if (!after.includes(one.name)) em.remove(one);
  for (const name of after)
    if (!before.includes(name)) em.create(ProductName, { organizationId, name, productUuid: id });
  return { aliases: [before, after] };
}
