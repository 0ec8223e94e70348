import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { invalid } from '../../platform/fault.js';
import { once } from '../../platform/idempotency/idempotency.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import type { AccountsContext } from '../accounts.open.js';
import { MemberRole } from '../member.entity.js';
import { personOf, requireMember } from '../members/index.js';
import { Product, ProductName } from '../product.entity.js';
import { describeProducts } from './product.read.js';
import type { CreateProductInput } from './product.types.js';

export interface CreateProductCall extends CreateProductInput {
  idempotencyKey?: string | null;
}

export const productIdTaken = () =>
  invalid([
    { pointer: '/productId', code: 'taken', detail: 'another product of this organization has this id or alias' },
  ]);

/** Stores a product and the name under which events call it. Rejects with a UniqueConstraintViolationException when the id is taken in the organization. */
export async function storeProduct(em: EntityManager, input: CreateProductInput): Promise<Product> {
  const product = em.create(Product, {
    organization: input.organizationId,
    id: publicId('prd', newUuid()),
    productId: input.productId,
    name: input.name.trim(),
    type: input.type,
    version: 1,
  });
  await em.flush();
  em.create(ProductName, {
    organizationId: product.organizationId,
    name: product.productId,
    productUuid: product.id,
  });
  await em.flush();
  return product;
}

/** Registers a product of the organization under the id that the company chose. */
export const createProduct = operation(
  { name: 'createProduct', who: ['session'], writes: true, limit: 'workflow' },
  async function createProduct(ctx: AccountsContext, call: CreateProductCall): Promise<Product> {
    await requireMember(ctx, call.organizationId, MemberRole.admin);
    const { idempotencyKey, ...body } = call;
    try {
      const id = await once(ctx, 'createProduct', idempotencyKey, body, async (em) => {
        const product = await storeProduct(em, body);
        await recordAudit(em, ctx.platform.clock.now(), {
          chain: organizationChain(body.organizationId),
          actor: personOf(ctx),
          action: 'product.create',
          resource: 'product',
          resourceId: product.id,
          changes: { productId: [null, product.productId], name: [null, product.name], type: [null, product.type] },
          requestId: ctx.requestId,
        });
        refuseBeyond('products', await em.count(Product, { organization: body.organizationId }));
        return product.id;
      });
      const product = await ctx.em.fork().findOneOrFail(Product, { organization: body.organizationId, id });
      await describeProducts(ctx.em, ctx, body.organizationId, [product]);
      return product;
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? productIdTaken() : error;
    }
  },
);
