import { findLiveAgentKeys, findTrackingKeys } from '../accounts/index.js';
import { daysOf, type RuleFigures } from '../adoption/index.js';
import { findLinkedTools, type LinkedTool } from '../directory/index.js';
import type { RequestContext } from '../platform/context.js';
import { publicId } from '../platform/ids.js';
import type { ActionFacts, LinkedToolFact } from './action-facts.rules.js';
import type { EnterpriseAuthority } from './authority.query.js';

/**
 * The facts that the rules decide by: figures of the product, its keys, and its entries in the directory. Ids are public, since actions and
 * their links name them in text.
 */
export async function readFacts(
  { em, platform }: RequestContext,
  { organization, product, now }: EnterpriseAuthority,
  figures: RuleFigures,
): Promise<ActionFacts> {
  const { label, window, asOf, totals, previous, toolCalls, previousToolCalls } = figures;
  const { campaigns, refusedByCode, accounts, familiesEver } = figures;
  const trackingKeys = await findTrackingKeys(em, organization.id);
  return {
    organizationId: publicId('org', organization.id),
    productId: product.productId,
    now,
    asOf,
    label,
    window: { ...window, days: daysOf(window) },
    totals,
    previous,
    toolCalls,
    previousToolCalls,
    campaigns,
    refusedByCode,
    accounts: { ...accounts, named: accounts.named.map((one) => ({ ...one, eventId: publicId('evt', one.eventId) })) },
    familiesEver,
    agentKeys: (await findLiveAgentKeys(em, organization.id, product.id, now)).map(keyFactOf),
    trackingKeys: trackingKeys
      .filter(({ productId, revokedAt }) => productId === product.productId && revokedAt === null)
      .map(keyFactOf),
    tools: (await findLinkedTools(em, organization.id, product.id)).map(toolFactOf),
    workspaceUrl: platform.config.workspaceUrl,
  };
}

const keyFactOf = <K extends { readonly id: string }>(key: K): K => ({ ...key, id: publicId('key', key.id) });

const toolFactOf = ({ slug, name, docsUrl, llmsTxt, hasMcp }: LinkedTool): LinkedToolFact => ({
  slug,
  name,
  lacks: [
    ...(docsUrl === null ? (['docs'] as const) : []),
    ...(llmsTxt === null ? (['llms.txt'] as const) : []),
    ...(hasMcp ? [] : (['an MCP line'] as const)),
  ],
});
