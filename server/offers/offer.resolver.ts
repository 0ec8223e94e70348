import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { listOffers, Offer, OfferArgs, OfferList, OffersArgs, readOffer } from './catalog/index.js';
import {
  advanceClaim,
  claimOffer,
  claimTypes as claims,
  listMyClaims,
  listOfferClaims,
  reportRedemption,
  withdrawClaim,
} from './claims/index.js';
import type { OffersContext } from './offers.open.js';
import {
  listOrganizationOffers,
  listReviewerOffers,
  OrganizationOffersArgs,
  ReviewedOffer,
  ReviewedOfferList,
  ReviewerOffersArgs,
  SaveOfferInput,
  saveOffer,
} from './review/index.js';

/** Binds the offers' operations to the schema; every rule stands on the operation. */
@Resolver()
export class OfferResolver {
  @Query(() => OfferList)
  offers(@Args(() => OffersArgs) args: OffersArgs, @Ctx() ctx: OffersContext): Promise<OfferList> {
    return listOffers(ctx, args);
  }

  @Query(() => Offer)
  offer(@Args(() => OfferArgs) args: OfferArgs, @Ctx() ctx: OffersContext): Promise<Offer> {
    return readOffer(ctx, args);
  }

  @Query(() => claims.OfferClaimList)
  myClaims(
    @Args(() => claims.MyClaimsArgs) args: claims.MyClaimsArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<claims.OfferClaimList> {
    return listMyClaims(ctx, args);
  }

  @Query(() => claims.OfferClaimList)
  offerClaims(
    @Args(() => claims.OfferClaimsArgs) args: claims.OfferClaimsArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<claims.OfferClaimList> {
    return listOfferClaims(ctx, args);
  }

  @Query(() => ReviewedOfferList)
  reviewerOffers(
    @Args(() => ReviewerOffersArgs) args: ReviewerOffersArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOfferList> {
    return listReviewerOffers(ctx, args);
  }

  @Query(() => ReviewedOfferList)
  organizationOffers(
    @Args(() => OrganizationOffersArgs) args: OrganizationOffersArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOfferList> {
    return listOrganizationOffers(ctx, args);
  }

  @Mutation(() => claims.OfferClaim, { nullable: true })
  claimOffer(
    @Arg('input', () => claims.ClaimOfferInput) input: claims.ClaimOfferInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: OffersContext,
  ): Promise<claims.OfferClaim> {
    return claimOffer(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => claims.OfferClaim, { nullable: true })
  advanceClaim(
    @Arg('input', () => claims.AdvanceClaimInput) input: claims.AdvanceClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<claims.OfferClaim> {
    return advanceClaim(ctx, input);
  }

  @Mutation(() => claims.OfferClaim, { nullable: true })
  reportRedemption(
    @Arg('input', () => claims.OwnClaimInput) input: claims.OwnClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<claims.OfferClaim> {
    return reportRedemption(ctx, input);
  }

  @Mutation(() => claims.OfferClaim, { nullable: true })
  withdrawClaim(
    @Arg('input', () => claims.OwnClaimInput) input: claims.OwnClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<claims.OfferClaim> {
    return withdrawClaim(ctx, input);
  }

  @Mutation(() => ReviewedOffer, { nullable: true })
  saveOffer(
    @Arg('input', () => SaveOfferInput) input: SaveOfferInput,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOffer> {
    return saveOffer(ctx, input);
  }
}
