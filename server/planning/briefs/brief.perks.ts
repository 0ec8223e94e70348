import { type CatalogSnapshot, type OfferFacts, statementInWords } from '../../directory/index.js';
import type { StackRole } from '../stacks/index.js';
import type { PlanPerk } from './brief.types.js';
import { toolsOf } from './brief-tools.rules.js';

/** What holds for claims (specification §1, rule 2). */
const CLAIM_RULES: Record<OfferFacts['claim'], string> = {
  native:
    'Claimed by a signed-in person in the browser: no token stands in for the session, and a claim is no approval.',
  provider_link:
    'Taken at the provider itself: opening the link is no claim, and neither is proof of approval or credit.',
};

/** The live offers of a stack's tools, each once, with what they ask for; null for a price or date that no source states. */
export function perksOf(
  stack: readonly StackRole[],
  snapshot: CatalogSnapshot,
  now: Date,
  baseUrl: string,
): PlanPerk[] {
  const found = new Map<string, PlanPerk>();
  for (const { tool } of toolsOf(stack))
    for (const offer of snapshot.offersOf(tool.id, now))
      if (!found.has(offer.id)) found.set(offer.id, perkOf(offer, tool.slug, baseUrl));
  return [...found.values()];
}

function perkOf(offer: OfferFacts, tool: string, baseUrl: string): PlanPerk {
  const { id, title, claim, requirements, endsAt, link, statements } = offer;
  const stated = statementInWords(statements);
  return {
    id,
    title,
    tool,
    claim,
    rules: [
      ...requirements,
      ...(endsAt ? [`Ends ${endsAt.toISOString().slice(0, 10)}.`] : []),
      CLAIM_RULES[claim],
      ...(stated === null ? [] : [stated]),
    ],
    url: link ? `${baseUrl}/go/${link.id}` : null,
  };
}
