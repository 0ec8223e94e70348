import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { countOfferOpens, type OfferRule, statedSource } from '../directory/index.js';
import { columnsOf } from '../platform/database/kysely.js';
import type { Row } from '../platform/row.types.js';
import { ALL_CLAIMS, OPEN_CLAIMS, REDEEMED_CLAIMS } from './claim.query.js';
import { CatalogOffer } from './offer.entity.js';
import { factsIn, type OfferTables } from './offer.query.js';
import type { OfferRuleParts, ReviewedOffer } from './review.types.js';

/** Offers of the catalog (`o`), listed or not. */
export const selectOffers = (em: EntityManager) => em.getKysely<OfferTables>().selectFrom('offer as o');
export type OfferSelection = ReturnType<typeof selectOffers>;

interface Outcomes {
  readonly openClaims: number;
  readonly claims: number | null;
  readonly redeemed: number | null;
}
type ReviewedRow = Row<CatalogOffer> & Outcomes & { readonly slugs: string[] | null };
type CountedRow = ReviewedRow & { readonly opens30d: number | null };

const OPENS_MS = 30 * 86_400_000;

/** Openings are counted until then; for an organization those alone of which it may know. */
interface OpensOf {
  readonly now: Date;
  readonly organizationId?: string;
}

/** Reads the offers that a condition finds, with their tools and what became of them. */
export async function readReviewedOffers(
  em: EntityManager,
  narrow: (offers: OfferSelection) => OfferSelection,
  { now, organizationId }: OpensOf,
): Promise<CountedRow[]> {
  const rows = await narrow(selectOffers(em))
    .select([
      columnsOf(em, CatalogOffer, 'o'),
      OPEN_CLAIMS.as('openClaims'),
      ALL_CLAIMS.as('claims'),
      REDEEMED_CLAIMS.as('redeemed'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('offer_tool as x')
        .innerJoin('tool as t', 't.id', 'x.tool_id')
        .whereRef('x.offer_id', '=', 'o.id')
        .select(sql<string[] | null>`array_agg(t.slug order by t.slug)`.as('slugs'))
        .as('slugs'),
    )
    .$castTo<ReviewedRow>()
    .execute();
  const opens = await countOfferOpens(
    em,
    rows.map(({ id }) => id),
    { since: new Date(now.getTime() - OPENS_MS), organizationId: organizationId ?? null },
  );
  return rows.map((row) => ({ ...row, opens30d: opens.get(row.id) ?? null }));
}

/** An offer as a reviewer sees it. */
export function reviewedOffer({ slugs, ...offer }: CountedRow): ReviewedOffer {
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
