import type { EntityManager } from '@mikro-orm/postgresql';
import {
  findNamedProduct,
  findOrganizationsOf,
  findPlan,
  MemberRole,
  type OrganizationPlan,
  PlanId,
  type Product,
  readProducts,
  requireMember,
} from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { Fault, invalid } from '../platform/fault.js';
import { wasContextRead } from './audit-receipt.query.js';
import { type EnterpriseArgs, type EnterpriseTool, PAID_TOOLS } from './enterprise.types.js';

/** The context counts as read first for so long: a host that starts again reads it again. */
const CONTEXT_READ_MS = 24 * 60 * 60 * 1000;

/** The product that a caller may read, with its organization and that one's present plan. */
export interface EnterpriseAuthority {
  readonly organization: { readonly id: string; readonly name: string };
  readonly product: Pick<Product, 'id' | 'productId' | 'name' | 'type' | 'status'>;
  readonly plan: OrganizationPlan;
  /** Null where a signed-in member reads. */
  readonly key: { readonly name: string; readonly expiresAt: Date } | null;
  readonly now: Date;
  /** Notices about the request that the answer has to repeat. */
  readonly notices: readonly string[];
}

/**
 * The organization whose data a call is about: that of the agent key, or one that the signed-in person is a member of. Where
 * the person names none, it is the one that has the product. A stranger gets NOT_FOUND.
 */
export async function requireOrganization(ctx: RequestContext, requested: EnterpriseArgs): Promise<string> {
  const { principal } = ctx;
  if (principal.kind === 'enterprise_key') return principal.organizationId;
  if (principal.kind !== 'session') throw new Fault('WRONG_CREDENTIAL');
  if (requested.organizationId) {
    await requireMember(ctx, requested.organizationId, MemberRole.reader);
    return requested.organizationId;
  }
  if (!requested.productId)
    throw invalid([{ pointer: '/productId', code: 'required', detail: 'a signed-in person names a product' }]);
  const own = await findOrganizationsOf(ctx.em, principal.userId, requested.productId);
  if (own.length > 1)
    throw invalid([
      { pointer: '/organizationId', code: 'required', detail: 'two of your organizations have a product with this id' },
    ]);
  const [only] = own;
  if (only === undefined) throw noSuchProduct();
  return only;
}

/** Checks what a call of a tool may read, with the product and the plan as they are now (decisions §9). */
export async function requireAuthority(
  ctx: RequestContext,
  tool: EnterpriseTool,
  organizationId: string,
  requested: EnterpriseArgs,
): Promise<EnterpriseAuthority> {
  const { principal, platform } = ctx;
  const now = platform.clock.now();
  const em = platform.em();
  if (requested.organizationId && requested.organizationId !== organizationId) throw noSuchProduct();
  const product = await requireProduct(em, ctx, organizationId, requested.productId ?? null);
  const found = await findPlan(em, organizationId, now);
  if (!found) throw noSuchProduct();
  if (found.plan.id !== PlanId.paid && PAID_TOOLS.includes(tool)) throw planRequired(tool);
  const key = principal.kind === 'enterprise_key' ? principal : null;
  return {
    organization: { id: organizationId, name: found.name },
    product,
    plan: found.plan,
    key: key && { name: key.name, expiresAt: key.expiresAt },
    now,
    notices: key && PAID_TOOLS.includes(tool) ? await noticesOf(em, organizationId, key.credentialId, now) : [],
  };
}

/** The product that is read: that of the agent key, which knows no other one, or any of the organization for a member. */
async function requireProduct(
  em: EntityManager,
  { principal }: RequestContext,
  organizationId: string,
  productId: string | null,
): Promise<EnterpriseAuthority['product']> {
  const own = principal.kind === 'enterprise_key' ? principal.productUuid : null;
  if (productId === null && own === null)
    throw invalid([{ pointer: '/productId', code: 'required', detail: 'a signed-in person names a product' }]);
  const named = productId === null ? own : await findNamedProduct(em, organizationId, productId);
  if (named === null || (own !== null && named !== own)) throw noSuchProduct();
  const [product] = await readProducts(em, organizationId, (of) => of.where('id', '=', named));
  if (!product) throw noSuchProduct();
  return product;
}

const noSuchProduct = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such product for this caller.' });

const planRequired = (tool: EnterpriseTool): Fault =>
  new Fault('PLAN_REQUIRED', {
    say: `${tool} needs the paid plan, and this organization has the free plan. The paid plan opens ${PAID_TOOLS.join(', ')}. An owner or admin of the organization can ask the operator of this service for it.`,
    members: { plan: PlanId.free, opens: PAID_TOOLS },
  });

async function noticesOf(
  em: EntityManager,
  organizationId: string,
  credentialId: string,
  now: Date,
): Promise<string[]> {
  const since = new Date(now.getTime() - CONTEXT_READ_MS);
  if (await wasContextRead(em, organizationId, credentialId, since)) return [];
  return ['Read get_enterprise_context first: it says which sources and limits these numbers have.'];
}
