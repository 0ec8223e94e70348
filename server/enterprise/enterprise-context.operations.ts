import { PlanId, ProductStatus } from '../accounts/index.js';
import { type ProductSource, readProductSources } from '../adoption/index.js';
import { policies } from '../platform/limits/limits.js';
import { readFoldedUntil } from '../tracking/index.js';
import type { EnterpriseAuthority } from './authority.query.js';
import { ENTERPRISE_TOOLS, type EnterpriseArgs, PAID_TOOLS } from './enterprise.types.js';
import type { EnterpriseContext } from './enterprise-context.types.js';
import { enterpriseRead } from './enterprise-read.operations.js';

/** Bounds of the specification (§8). */
const PERIOD_DAYS = { min: 7, max: 365 };
const ACTIONS = { min: 1, max: 20 };
/** The largest answer of an MCP tool (decisions §9). */
const ANSWER_BYTES = 24 * 1024;
const ENDING_MS = 10 * 24 * 60 * 60 * 1000;

/** Answers the sources and limits of a key's or member's reads; the free plan includes it. */
export const readEnterpriseContext = enterpriseRead<EnterpriseArgs, Omit<EnterpriseContext, 'auditReceiptId'>>(
  { name: 'enterpriseContext', tool: 'get_enterprise_context' },
  async function enterpriseContext(ctx, _input, authority) {
    const { organization, product, plan, key, now } = authority;
    const sources = await readProductSources(ctx.em, organization.id, product.id);
    const isPaid = plan.id === PlanId.paid;
    return {
      organization,
      product: { productId: product.productId, name: product.name, type: product.type },
      plan: {
        id: plan.id,
        opens: ENTERPRISE_TOOLS.filter((tool) => isPaid || !PAID_TOOLS.includes(tool)),
        lacks: isPaid ? [] : [...PAID_TOOLS],
      },
      key,
      sources,
      windows: { periodDays: PERIOD_DAYS },
      limits: {
        callsPerMinute: Math.floor(policies.workflow.limit * ctx.platform.config.rateLimitScale),
        actions: ACTIONS,
        answerBytes: ANSWER_BYTES,
      },
      asOf: (await readFoldedUntil(ctx.em)) ?? now,
      notices: noticesOf(authority, sources),
    };
  },
);

function noticesOf({ product, plan, key, now }: EnterpriseAuthority, sources: readonly ProductSource[]): string[] {
  const isSample = sources.length > 0 && sources.every(({ label }) => label === 'sample');
  const isEnding = key !== null && key.expiresAt.getTime() - now.getTime() <= ENDING_MS;
  return [
    ...(plan.id === PlanId.paid
      ? []
      : ['The free plan has no reports: an owner or admin can ask the operator of this service for the paid plan.']),
    ...(plan.until === null ? [] : [`The paid plan ends after ${plan.until}.`]),
    ...(sources.length === 0 ? ['No event of this product has arrived: its numbers are unknown, not zero.'] : []),
    ...(isSample ? ['Every event of this product is sample data.'] : []),
    ...(product.status === ProductStatus.ignored
      ? ['Events of this product are ignored: no new ones are stored.']
      : []),
    ...(isEnding ? [`This key ends on ${key.expiresAt.toISOString().slice(0, 10)}.`] : []),
  ];
}
