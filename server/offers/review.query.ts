import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type OfferRule, statedSource } from '../directory/index.js';
import { columnsOf } from '../platform/database/kysely.js';
import type { Row } from '../platform/row.types.js';
import { OPEN_CLAIMS } from './claim.query.js';
import { CatalogOffer } from './offer.entity.js';
import { factsIn, type OfferTables } from './offer.query.js';
import type { OfferRuleParts, ReviewedOffer } from './review.types.js';

/** Offers of the catalog (`o`), listed or not. */
export const selectOffers = (em: EntityManager) => em.getKysely<OfferTables>().selectFrom('offer as o');
export type OfferSelection = ReturnType<typeof selectOffers>;

type ReviewedRow = Row<CatalogOffer> & { readonly openClaims: number; readonly slugs: string[] | null };

/** Reads the offers that a condition finds, with their tools and the number of their open claims, in one statement. */
export const readReviewedOffers = (
  em: EntityManager,
  narrow: (offers: OfferSelection) => OfferSelection,
): Promise<ReviewedRow[]> =>
  narrow(selectOffers(em))
    .select([columnsOf(em, CatalogOffer, 'o'), OPEN_CLAIMS.as('openClaims')])
    .select(({ selectFrom }) =>
      selectFrom('offer_tool as x')
        .innerJoin('tool as t', 't.id', 'x.tool_id')
        .whereRef('x.offer_id', '=', 'o.id')
        .select(sql<string[] | null>`array_agg(t.slug order by t.slug)`.as('slugs'))
        .as('slugs'),
    )
    .$castTo<ReviewedRow>()
    .execute();

/** An offer as a reviewer sees it. */
export function reviewedOffer({ slugs, ...offer }: ReviewedRow): ReviewedOffer {
  const { eligibility, lastReadAt, lastConfirmedAt, endsAt, version, statements, ...facts } = factsIn(offer);
  const days = {
    lastReadAt: dayOf(lastReadAt),
    lastConfirmedAt: dayOf(lastConfirmedAt),
    endsAt: dayOf(endsAt),
  };
  return {
    ...facts,
    ...days,
    tools: slugs ?? [],
    revision: version,
    source: statedSource(statements),
    rules: eligibility.rules.map(partsOf),
    other: [...eligibility.other],
  };
}

const dayOf = (time: Date | null): string | null => time?.toISOString().slice(0, 10) ?? null;

function partsOf({ fact, op, value }: OfferRule): OfferRuleParts {
  if (typeof value === 'number') return { fact, op, number: value };
  if (typeof value === 'boolean') return { fact, op, flag: value };
  return typeof value === 'string' ? { fact, op, text: value } : { fact, op, list: [...value] };
}
