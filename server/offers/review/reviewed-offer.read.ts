import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type CatalogTool, type OfferRule, statedSource } from '../../directory/index.js';
import { rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { publicId } from '../../platform/ids.js';
import { keepPlace } from '../../platform/paging/sort.place.js';
import { CatalogOffer, factsIn, type OfferTool } from '../catalog/index.js';
import { OPEN_CLAIMS } from '../claims/index.js';
import type { OfferRuleParts, ReviewedOffer } from './review.types.js';

interface OfferTables {
  readonly offer: TableOf<CatalogOffer>;
  readonly offer_tool: TableOf<OfferTool>;
  readonly tool: TableOf<CatalogTool>;
}

/** Offers of the catalog (`o`), listed or not. */
export const selectOffers = (em: EntityManager) => em.getKysely<OfferTables>().selectFrom('offer as o');
export type OfferSelection = ReturnType<typeof selectOffers>;

/** The offers that a condition finds, as a reviewer sees them, with their tools and the number of their open claims, in one statement. */
export async function readReviewedOffers(
  em: EntityManager,
  narrow: (offers: OfferSelection) => OfferSelection,
): Promise<ReviewedOffer[]> {
  const offer = rowReader(em, CatalogOffer, 'o');
  const rows = await narrow(selectOffers(em))
    .select([...offer.columns])
    .select(['o.organization_id as vendor', OPEN_CLAIMS.as('open_claims')])
    .select(({ selectFrom }) =>
      selectFrom('offer_tool as x')
        .innerJoin('tool as t', 't.id', 'x.tool_id')
        .whereRef('x.offer_id', '=', 'o.id')
        .select(sql<string[] | null>`array_agg(t.slug order by t.slug)`.as('slugs'))
        .as('slugs'),
    )
    .execute();
  return rows.map((row) => {
    const own = {
      organizationId: row.vendor === null ? null : publicId('org', row.vendor),
      tools: row.slugs ?? [],
      openClaims: row.open_claims,
    };
    const reviewed = reviewedOf(offer.read(row), own);
    keepPlace(reviewed, row);
    return reviewed;
  });
}

const reviewedOf = (offer: CatalogOffer, own: Pick<ReviewedOffer, 'organizationId' | 'tools' | 'openClaims'>) => {
  const { eligibility, lastReadAt, lastConfirmedAt, endsAt, version, statements, ...facts } = factsIn(offer);
  return {
    ...facts,
    ...own,
    revision: version,
    source: statedSource(statements),
    lastReadAt: dayOf(lastReadAt),
    lastConfirmedAt: dayOf(lastConfirmedAt),
    endsAt: dayOf(endsAt),
    rules: eligibility.rules.map(partsOf),
    other: [...eligibility.other],
  };
};

const dayOf = (time: Date | null): string | null => time?.toISOString().slice(0, 10) ?? null;

function partsOf({ fact, op, value }: OfferRule): OfferRuleParts {
  if (typeof value === 'number') return { fact, op, number: value };
  if (typeof value === 'boolean') return { fact, op, flag: value };
  return typeof value === 'string' ? { fact, op, text: value } : { fact, op, list: [...value] };
}
