import { type SqlBool, sql } from 'kysely';
import { reviewerOf } from '../../accounts/index.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { OPEN_CLAIMS } from '../claims/index.js';
import { OfferStanding, offerSorts, type ReviewedOfferList, type ReviewerOffersArgs } from './review.types.js';
import { type OfferSelection, readReviewedOffers, selectOffers } from './reviewed-offer.read.js';

const LIST: SortedListOf<typeof offerSorts> = {
  name: 'reviewerOffers',
  sorts: offerSorts,
  tie: { by: sql`o.slug`, type: 'text' },
  by: {
    slug: null,
    title: { by: sql`lower(o.title)`, type: 'text' },
    vendor: { by: sql`lower(o.vendor_name)`, type: 'text', nullable: true },
    openClaims: { by: OPEN_CLAIMS, type: 'number' },
    lastRead: { by: sql`o.last_read_at`, type: 'time', nullable: true },
    edited: { by: sql`o.edited_at`, type: 'time', nullable: true },
    ends: { by: sql`o.ends_at`, type: 'time', nullable: true },
  },
  naming: [sql`o.title`, sql`o.slug`, sql`o.vendor_name`, sql`o.vendor_domain`],
};

const STANDS: Record<OfferStanding, (offers: OfferSelection, now: Date) => OfferSelection> = {
  [OfferStanding.open]: (offers, now) =>
    offers.where('o.listed', '=', true).where(sql<SqlBool>`(o.ends_at is null or o.ends_at > ${now})`),
  [OfferStanding.ended]: (offers, now) => offers.where('o.listed', '=', true).where('o.ends_at', '<=', now),
  [OfferStanding.unlisted]: (offers) => offers.where('o.listed', '=', false),
};

/** All offers for reviewers, in the order of their slugs if no other is asked for, and how many the filters find. */
export const listReviewerOffers = operation(
  { name: 'reviewerOffers', who: ['session'], limit: 'workflow' },
  async (ctx, args: ReviewerOffersArgs): Promise<ReviewedOfferList> => {
    reviewerOf(ctx);
    const { claim, kind, standing } = args;
    const page = sortedPage(LIST, args);
    const wanted = (offers: OfferSelection): OfferSelection => {
      let found = standing ? STANDS[standing](offers, ctx.platform.clock.now()) : offers;
      if (claim) found = found.where('o.claim', '=', claim);
      return kind ? found.where('o.kind', '=', kind) : found;
    };
    const offers = await readReviewedOffers(ctx.em, (of) => page.narrow(wanted(of)));
    const { count } = await page
      .filter(wanted(selectOffers(ctx.em)))
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return { ...page.cut(offers), total: Number(count) };
  },
);
