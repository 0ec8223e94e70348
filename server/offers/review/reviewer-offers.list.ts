import type { EntityManager, FilterQuery, Loaded } from '@mikro-orm/postgresql';
import { reviewerOf } from '../../accounts/index.js';
import type { OfferRule } from '../../directory/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { CatalogOffer } from '../catalog/index.js';
import { CLOSED, Claim, ClaimState } from '../claims/index.js';
import type { OfferRuleParts, ReviewedOffer, ReviewedOfferList, ReviewerOffersArgs } from './review.types.js';

/** Where a claim is neither closed nor redeemed. */
const OPEN = { state: { $nin: [...CLOSED, ClaimState.redeemed] } };

/** Offers as a reviewer sees them, in the order of their slugs. */
export async function findReviewedOffers(
  em: EntityManager,
  where: FilterQuery<CatalogOffer>,
  limit?: number,
): Promise<ReviewedOffer[]> {
  const offers = await em.find(CatalogOffer, where, {
    fields: ['*', 'tools.slug'],
    orderBy: { slug: 'asc' },
    disableIdentityMap: true,
    ...(limit === undefined ? {} : { limit }),
  });
  const open = await em.countBy(Claim, 'offer', { where: { offer: { $in: offers.map(({ id }) => id) }, ...OPEN } });
  return offers.map((offer) => reviewedOf(offer, open[uuidOf('ofr', offer.id) ?? ''] ?? 0));
}

/** All offers in the order of their slugs, for reviewers. */
export const listReviewerOffers = operation(
  { name: 'reviewerOffers', who: ['session'], limit: 'workflow' },
  async (ctx, { limit, cursor, claim }: ReviewerOffersArgs): Promise<ReviewedOfferList> => {
    reviewerOf(ctx);
    const after = keyOfCursor(cursor, /^[a-z0-9-]{1,80}$/) ?? '';
    const wanted = claim ? { claim } : {};
    const offers = await findReviewedOffers(ctx.em, { ...wanted, slug: { $gt: after } }, limit + 1);
    const total = await ctx.em.count(CatalogOffer, wanted);
    return { ...pageOf(offers, limit, ({ slug }) => slug), total };
  },
);

const reviewedOf = (offer: Loaded<CatalogOffer, never, '*' | 'tools.slug'>, openClaims: number): ReviewedOffer => {
  const { rules, other } = offer.eligibility;
  return {
    id: offer.id,
    revision: offer.version,
    slug: offer.slug,
    title: offer.title,
    summary: offer.summary,
    kind: offer.kind,
    claim: offer.claim,
    url: offer.url,
    termsUrl: offer.termsUrl,
    lastReadAt: dayOf(offer.lastReadAt),
    lastConfirmedAt: dayOf(offer.lastConfirmedAt),
    endsAt: dayOf(offer.endsAt),
    organizationId: offer.organization?.id ?? null,
    listed: offer.listed,
    vendor: { name: offer.vendorName, domain: offer.vendorDomain },
    value: {
      text: offer.valueText,
      amountCents: offer.valueCents,
      currency: offer.valueCurrency,
      percent: offer.valuePercent,
      months: offer.valueMonths,
      upTo: offer.valueUpTo,
    },
    tools: offer.tools
      .getItems()
      .map(({ slug }) => slug)
      .toSorted(),
    rules: rules.map(partsOf),
    other: [...other],
    sources: offer.sources.map((source) => ({ ...source, facts: [...source.facts] })),
    label: offer.label,
    origin: offer.origin,
    editedAt: offer.editedAt,
    openClaims,
  };
};

const dayOf = (time: Date | null): string | null => time?.toISOString().slice(0, 10) ?? null;

function partsOf({ fact, op, value }: OfferRule): OfferRuleParts {
  if (typeof value === 'number') return { fact, op, number: value };
  if (typeof value === 'boolean') return { fact, op, flag: value };
  return typeof value === 'string' ? { fact, op, text: value } : { fact, op, list: [...value] };
}
