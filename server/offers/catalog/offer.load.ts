import type { EntityDTO } from '@mikro-orm/core';
import { findOfferLinks, type LoadOffers, type OfferFacts } from '../../directory/index.js';
import { publicId } from '../../platform/ids.js';
import { describeRequirements } from './eligibility.rules.js';
import { CatalogOffer, OfferTool } from './offer.entity.js';

/**
 * Every listed offer, for the catalog in memory; what has ended is among them and is left out where offers are shown. They are read as rows
 * by the names of their properties, with bare ids and texts for long numbers: making entities of all of them takes ten times as long.
 */
export const loadOffers: LoadOffers = async (em) => {
  const offers = await em.qb(CatalogOffer).select('*').where({ listed: true }).orderBy({ slug: 'asc' }).execute('all');
  const tools = await em
    .qb(OfferTool)
    .select('*')
    .where({ tool: { listed: true } })
    .orderBy({ tool: { slug: 'asc' } })
    .execute('all');
  const toolsOf = Map.groupBy(tools, ({ offer }) => offer);
  const links = await findOfferLinks(em);
  return offers.map((row) =>
    factsOf(
      row,
      (toolsOf.get(row.id) ?? []).map(({ tool }) => tool),
      links.get(row.id) ?? null,
    ),
  );
};

const factsOf = (offer: EntityDTO<CatalogOffer>, tools: readonly string[], linkId: string | null): OfferFacts => ({
  id: publicId('ofr', offer.id),
  slug: offer.slug,
  title: offer.title,
  summary: offer.summary,
  vendor: { name: offer.vendorName, domain: offer.vendorDomain },
  kind: offer.kind,
  claim: offer.claim,
  label: offer.label,
  value: offer.valueText,
  worth: {
    text: offer.valueText,
    amountCents: offer.valueCents && Number(offer.valueCents),
    currency: offer.valueCurrency,
    percent: offer.valuePercent && Number(offer.valuePercent),
    months: offer.valueMonths,
    upTo: offer.valueUpTo,
  },
  requirements: describeRequirements(offer.eligibility),
  eligibility: offer.eligibility,
  termsUrl: offer.termsUrl,
  lastReadAt: offer.lastReadAt,
  lastConfirmedAt: offer.lastConfirmedAt,
  endsAt: offer.endsAt,
  sources: offer.sources,
  organizationId: offer.organization && publicId('org', offer.organization),
  toolIds: tools.map((id) => publicId('tol', id)),
  link: linkId === null ? null : { id: publicId('lnk', linkId), kind: 'claim' },
});
