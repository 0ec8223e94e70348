import { type SqlBool, sql } from 'kysely';
import { MemberRole, requireMember, reviewerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { OPEN_CLAIMS } from '../claims/index.js';
import {
  OfferStanding,
  type OrganizationOffersArgs,
  offerSorts,
  type ReviewedOfferList,
  type ReviewerOffersArgs,
} from './review.types.js';
import { type OfferSelection, readReviewedOffers, selectOffers } from './reviewed-offer.read.js';

const LIST: Omit<SortedListOf<typeof offerSorts>, 'name'> = {
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

/** A page of the offers that `own` leaves, and how many the filters find. */
async function readPage(
  ctx: RequestContext,
  name: string,
  args: ReviewerOffersArgs,
  own: (offers: OfferSelection) => OfferSelection,
): Promise<ReviewedOfferList> {
  const { claim, kind, standing } = args;
  const page = sortedPage({ ...LIST, name }, args);
  const wanted = (offers: OfferSelection): OfferSelection => {
    let found = own(standing ? STANDS[standing](offers, ctx.platform.clock.now()) : offers);
    if (claim) found = found.where('o.claim', '=', claim);
    return kind ? found.where('o.kind', '=', kind) : found;
  };
  const offers = await readReviewedOffers(ctx.em, (of) => page.narrow(wanted(of)));
  const { count } = await page
    .filter(wanted(selectOffers(ctx.em)))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { ...page.cut(offers), total: Number(count) };
}

/** All offers for reviewers, in the order of their slugs if no other is asked for, and how many the filters find. */
export const listReviewerOffers = operation(
  { name: 'reviewerOffers', who: ['session'], limit: 'workflow' },
  async function reviewerOffers(ctx, args: ReviewerOffersArgs): Promise<ReviewedOfferList> {
    reviewerOf(ctx);
    return readPage(ctx, 'reviewerOffers', args, (of) => of);
  },
);

/** The offers on whose claims an organization decides, ended and unlisted ones too, for its members. */
export const listOrganizationOffers = operation(
  { name: 'organizationOffers', who: ['session'], limit: 'workflow' },
  async function organizationOffers(ctx, args: OrganizationOffersArgs): Promise<ReviewedOfferList> {
    const { organizationId } = args;
    await requireMember(ctx, organizationId, MemberRole.member);
    return readPage(ctx, 'organizationOffers', args, (of) =>
      of.where('o.organization_id', '=', uuidOf('org', organizationId) ?? ''),
    );
  },
);
