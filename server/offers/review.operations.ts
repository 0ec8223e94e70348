import { IsEnum, IsOptional } from 'class-validator';
import { type SqlBool, sql } from 'kysely';
import { ArgsType, Field, ID, registerEnumType } from 'type-graphql';
import { MemberRole, requireMember, reviewerOf } from '../accounts/index.js';
import { type OfferClaimWay, type OfferKind, offerClaims, offerKinds } from '../directory/index.js';
import type { RequestContext } from '../platform/context.js';
import { TakesOneOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { operation } from '../platform/operation.js';
import { SortedPageArgs, sortsOf } from '../platform/paging/sorted.args.js';
import { type SortedListOf, sortedPage } from '../platform/paging/sorted.page.js';
import { OPEN_CLAIMS } from './claim.query.js';
import { type OfferSelection, readReviewedOffers, reviewedOffer, selectOffers } from './review.query.js';
import type { ReviewedOfferList } from './review.types.js';

/** Tells whether an offer can be had now, is over, or was taken out of the list. */
export enum OfferStanding {
  open = 'open',
  ended = 'ended',
  unlisted = 'unlisted',
}
registerEnumType(OfferStanding, {
  name: 'OfferStanding',
  description: 'open: listed and not over. ended: listed, and its last day has passed.',
});

export const offerSorts = sortsOf(['slug', 'title', 'vendor', 'openClaims', 'lastRead', 'edited', 'ends'], 'slug');

@ArgsType()
export class ReviewerOffersArgs extends SortedPageArgs(offerSorts, 'title, slug or the vendor’s name or domain') {
  @Field(() => String, { nullable: true, description: `One of ${offerKinds.join(', ')}.` })
  @IsOptional()
  @TakesOneOf(offerKinds)
  kind?: OfferKind | null;

  @Field(() => OfferStanding, { nullable: true, description: 'Only offers that stand so.' })
  @IsOptional()
  @IsEnum(OfferStanding)
  standing?: OfferStanding | null;

  @Field(() => String, { nullable: true, description: 'native or provider_link.' })
  @IsOptional()
  @TakesOneOf(offerClaims)
  claim?: OfferClaimWay | null;
}

@ArgsType()
export class OrganizationOffersArgs extends ReviewerOffersArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;
}

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
  organizationId?: string,
): Promise<ReviewedOfferList> {
  const { claim, kind, standing } = args;
  const page = sortedPage({ ...LIST, name }, args);
  const wanted = (offers: OfferSelection): OfferSelection => {
    let found = own(standing ? STANDS[standing](offers, ctx.platform.clock.now()) : offers);
    if (claim) found = found.where('o.claim', '=', claim);
    return kind ? found.where('o.kind', '=', kind) : found;
  };
  const offers = await readReviewedOffers(ctx.em, (of) => page.narrow(wanted(of)), {
    now: ctx.platform.clock.now(),
    ...(organizationId ? { organizationId } : {}),
  });
  const { items, nextCursor } = page.cut(offers);
  const { count } = await page
    .filter(wanted(selectOffers(ctx.em)))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { items: items.map(reviewedOffer), nextCursor, total: Number(count) };
}

/** All offers for reviewers, in the order of their slugs if no other is asked for, and how many the filters find. */
export const listReviewerOffers = operation(
  { name: 'reviewerOffers', who: ['session'], limit: 'workflow' },
  async function reviewerOffers(ctx, args: ReviewerOffersArgs): Promise<ReviewedOfferList> {
    reviewerOf(ctx);
    return readPage(ctx, 'reviewerOffers', args, (of) => of);
  },
);

/** The offers of an organization that decides on their claims, ended and unlisted ones too, for its members. */
export const listOrganizationOffers = operation(
  { name: 'organizationOffers', who: ['session'], limit: 'workflow' },
  async function organizationOffers(ctx, args: OrganizationOffersArgs): Promise<ReviewedOfferList> {
    const { organizationId } = args;
    await requireMember(ctx, organizationId, MemberRole.reader);
    return readPage(
      ctx,
      'organizationOffers',
      args,
      (of) => of.where('o.organization_id', '=', organizationId),
      organizationId,
    );
  },
);
