import type { EntityManager } from '@mikro-orm/postgresql';
import { reviewerOf } from '../../accounts/index.js';
import type { OfferRule } from '../../directory/index.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/page.js';
import type { StoredOfferRow } from '../catalog/index.js';
import { CLOSED } from '../claims/index.js';
import type { OfferRuleParts, ReviewedOffer, ReviewedOfferList, ReviewerOffersArgs } from './review.types.js';

type Row = StoredOfferRow & { version: string; tools: string[]; open_claims: number };

/** Offers by a condition in SQL with bind values, as a reviewer sees them. */
export async function findReviewedOffers(
  em: EntityManager,
  condition: string,
  values: unknown[],
): Promise<ReviewedOffer[]> {
  const rows = await em.execute<Row[]>(
    `select o.*, array(select t.slug from offer_tool x join tool t on t.id = x.tool_id where x.offer_id = o.id order by t.slug) as tools,
       (select count(*)::int from offer_claim c where c.offer_id = o.id and c.state not in (${CLOSED.map(() => '?').join(', ')}, 'redeemed')) as open_claims
     from offer o where ${condition}`,
    [...CLOSED, ...values],
  );
  return rows.map(reviewedOf);
}

/** All offers in the order of their slugs, for reviewers. */
export const listReviewerOffers = operation(
  { name: 'reviewerOffers', who: ['session'], limit: 'workflow' },
  async (ctx, { limit, cursor, claim }: ReviewerOffersArgs): Promise<ReviewedOfferList> => {
    reviewerOf(ctx);
    const after = keyOfCursor(cursor, /^[a-z0-9-]{1,80}$/) ?? '';
    const wanted = claim ? 'o.claim = ?' : 'true';
    const values = claim ? [claim] : [];
    const offers = await findReviewedOffers(ctx.em, `o.slug > ? and ${wanted} order by o.slug limit ?`, [
      after,
      ...values,
      limit + 1,
    ]);
    const [{ total }] = await ctx.em.execute<[{ total: number }]>(
      `select count(*)::int as total from offer o where ${wanted}`,
      values,
    );
    return { ...pageOf(offers, limit, ({ slug }) => slug), total };
  },
);

const reviewedOf = (row: Row): ReviewedOffer => {
  const { rules, other } = row.eligibility;
  return {
    id: publicId('ofr', row.id),
    revision: Number(row.version),
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    kind: row.kind,
    claim: row.claim,
    url: row.url,
    termsUrl: row.terms_url,
    lastReadAt: dayOf(row.last_read_at),
    lastConfirmedAt: dayOf(row.last_confirmed_at),
    endsAt: dayOf(row.ends_at),
    organizationId: row.organization_id === null ? null : publicId('org', row.organization_id),
    listed: row.listed,
    vendor: { name: row.vendor_name, domain: row.vendor_domain },
    value: {
      text: row.value_text,
      amountCents: row.value_cents === null ? null : Number(row.value_cents),
      currency: row.value_currency,
      percent: row.value_percent === null ? null : Number(row.value_percent),
      months: row.value_months,
      upTo: row.value_up_to,
    },
    tools: row.tools,
    rules: rules.map(partsOf),
    other: [...other],
    sources: row.sources.map((source) => ({ ...source, facts: [...source.facts] })),
    label: row.label,
    origin: row.origin,
    editedAt: row.edited_at === null ? null : new Date(row.edited_at),
    openClaims: row.open_claims,
  };
};

const dayOf = (time: string | null): string | null =>
  time === null ? null : new Date(time).toISOString().slice(0, 10);

function partsOf({ fact, op, value }: OfferRule): OfferRuleParts {
  if (typeof value === 'number') return { fact, op, number: value };
  if (typeof value === 'boolean') return { fact, op, flag: value };
  return typeof value === 'string' ? { fact, op, text: value } : { fact, op, list: [...value] };
}
