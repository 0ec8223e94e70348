import {
  type CatalogSnapshot,
  type OfferFacts,
  sourcesOf,
  statedSource,
  statementInWords,
} from '../../directory/index.js';
import type { EligibilityVerdict } from './eligibility.rules.js';
import type { Eligibility } from './eligibility.types.js';
import type { Offer } from './offer-answer.types.js';

/** What claiming an offer means; the same sentences stand in the answers of every transport (decisions §3). */
export function describeClaimRules({
  claim,
  lastConfirmedAt,
  statements,
}: Pick<OfferFacts, 'claim' | 'lastConfirmedAt' | 'statements'>): string[] {
  const stated = statementInWords(statements);
  const way =
    claim === 'native'
      ? [
          'Claimed here by a signed-in person in a browser; no token can claim it.',
          'A claim is a request: the vendor decides, and nothing is approved before it says so.',
          'Only the vendor’s confirmation or a commercial event of the vendor counts as redeemed; a report of your own stays a self-report.',
        ]
      : [
          'Taken at the provider, under its terms.',
          'A provider link is no claim and no proof of approval.',
          'Opening it counts one anonymous intent and nothing else.',
        ];
  if (stated !== null) return [...way, stated];
  return lastConfirmedAt === null
    ? [...way, 'The provider has not confirmed this offer here: check its present terms before you rely on it.']
    : way;
}

/** An offer as every transport shows it; `baseUrl` is where its tracked link is opened. */
export function describeOffer(
  offer: OfferFacts,
  verdict: EligibilityVerdict,
  snapshot: CatalogSnapshot,
  baseUrl: string,
): Offer {
  const { worth, link, toolIds, sources, statements, ...facts } = offer;
  return {
    ...facts,
    value: worth,
    url: link === null ? null : `${baseUrl}/go/${link.id}`,
    tools: toolIds.flatMap((id) => {
      const tool = snapshot.tools.get(id);
      return tool ? [{ slug: tool.slug, name: tool.name }] : [];
    }),
    eligibility: describeVerdict(verdict),
    sources: sourcesOf(sources, statements),
    source: statedSource(statements),
    claimRules: describeClaimRules(offer),
  };
}

/** A verdict as the schema shows it. */
export const describeVerdict = ({ verdict, missing, failed, requirements }: EligibilityVerdict): Eligibility => ({
  verdict,
  missing: [...missing],
  failed: [...failed],
  requirements: [...requirements],
});
