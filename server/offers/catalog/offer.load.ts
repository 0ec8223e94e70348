import type { EntityDTO } from '@mikro-orm/core';
import { findOfferLinks, type LoadOffers, type OfferFacts } from '../../directory/index.js';
import { publicId } from '../../platform/ids.js';
import { describeRequirements } from './eligibility.rules.js';
import { CatalogOffer, OfferTool } from './offer.entity.js';
import { factsIn } from './offer.query.js';

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

/** The address where one applies is left behind: who reads the catalog opens the tracked link. */
function factsOf(row: EntityDTO<CatalogOffer>, tools: readonly string[], linkId: string | null): OfferFacts {
  const { id, organization, url: _address, value, ...same } = factsIn(row);
  return {
    ...same,
    id: publicId('ofr', id),
    value: value.text,
    worth: value,
    requirements: describeRequirements(same.eligibility),
    organizationId: organization && publicId('org', organization),
    toolIds: tools.map((tool) => publicId('tol', tool)),
    link: linkId === null ? null : { id: publicId('lnk', linkId), kind: 'claim' },
  };
}
