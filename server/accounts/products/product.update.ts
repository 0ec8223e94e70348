import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { Fault, invalid } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { AccountsContext } from '../accounts.open.js';
import { MemberRole } from '../member.entity.js';
import { personOf, requireMember } from '../members/index.js';
import { Product, ProductName } from '../product.entity.js';
import { describeProducts } from './product.read.js';
import type { UpdateProductInput } from './product.types.js';

type Changes = Record<string, [unknown, unknown]>;

/** Changes a product's name, type, aliases, or whether its events are stored (`ignored`: they answer tracked: false). */
export const updateProduct = operation(
  { name: 'updateProduct', who: ['session'], writes: true, limit: 'workflow' },
  async function updateProduct(ctx: AccountsContext, input: UpdateProductInput): Promise<Product> {
    await requireMember(ctx, input.organizationId, MemberRole.admin);
    try {
      const updated = await ctx.em.transactional(async (em) => {
        const product = await em.findOne(
          Product,
          { organization: input.organizationId, productId: input.productId },
          { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
        );
        if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
        const changes = changesTo(product, input);
        if (input.aliases) Object.assign(changes, await replaceAliases(em, product, input.aliases));
        if (Object.keys(changes).length > 0) await store(em, ctx, product, changes);
        await describeProducts(em, ctx, input.organizationId, [product]);
        return product;
      });
      ctx.parts.principals.forget(uuidOf('prd', updated.id) ?? ''); // after the commit: what is read before it is the old product
      return updated;
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw invalid([
          { pointer: '/aliases', code: 'taken', detail: 'another product of this organization has one of these names' },
        ]);
      throw error;
    }
  },
);

async function store(em: EntityManager, ctx: AccountsContext, product: Product, changes: Changes): Promise<void> {
  product.updatedAt = ctx.platform.clock.now();
  await em.flush();
  await recordAudit(em, product.updatedAt, {
    chain: organizationChain(product.organizationId),
    actor: personOf(ctx),
    action: 'product.update',
    resource: 'product',
    resourceId: product.id,
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

async function replaceAliases(em: EntityManager, product: Product, wanted: string[]): Promise<Changes> {
  const { organizationId, id, productId } = product;
  const present = await em.find(ProductName, { organizationId, productUuid: id });
  const before = present.map(({ name }) => name).filter((name) => name !== productId);
  const after = [...new Set(wanted)].filter((name) => name !== productId).sort();
  if (before.sort().join('\n') === after.join('\n')) return {};
  await em.nativeDelete(ProductName, {
    organizationId,
    productUuid: id,
    name: { $in: before.filter((name) => !after.includes(name)) },
  });
  for (const name of after)
    if (!before.includes(name)) em.create(ProductName, { organizationId, name, productUuid: id });
  return { aliases: [before, after] };
}
