import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import * as claims from './claim.operations.js';
import { OfferClaim, OfferClaimList } from './claim.types.js';
import { AdvanceClaimInput, advanceClaim } from './claim-decision.operations.js';
import { listOffers, OfferArgs, OffersArgs, readOffer } from './offer.operations.js';
import { Offer, OfferList } from './offer.types.js';
import { SaveOfferInput, saveOffer } from './offer-edit.operations.js';
import type { OffersContext } from './offers.context.js';
import * as review from './review.operations.js';
import { ReviewedOffer, ReviewedOfferList } from './review.types.js';

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

  @Query(() => OfferClaimList)
  myClaims(
    @Args(() => claims.MyClaimsArgs) args: claims.MyClaimsArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaimList> {
    return claims.listMyClaims(ctx, args);
  }

  @Query(() => OfferClaimList)
  offerClaims(
    @Args(() => claims.OfferClaimsArgs) args: claims.OfferClaimsArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaimList> {
    return claims.listOfferClaims(ctx, args);
  }

  @Query(() => ReviewedOfferList)
  reviewerOffers(
    @Args(() => review.ReviewerOffersArgs) args: review.ReviewerOffersArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOfferList> {
    return review.listReviewerOffers(ctx, args);
  }

  @Query(() => ReviewedOfferList)
  organizationOffers(
    @Args(() => review.OrganizationOffersArgs) args: review.OrganizationOffersArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOfferList> {
    return review.listOrganizationOffers(ctx, args);
  }

  @Mutation(() => OfferClaim, { nullable: true })
  claimOffer(
    @Arg('input', () => claims.ClaimOfferInput) input: claims.ClaimOfferInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaim> {
    return claims.claimOffer(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => OfferClaim, { nullable: true })
  advanceClaim(
    @Arg('input', () => AdvanceClaimInput) input: AdvanceClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaim> {
    return advanceClaim(ctx, input);
  }

  @Mutation(() => OfferClaim, { nullable: true })
  reportRedemption(
    @Arg('input', () => claims.OwnClaimInput) input: claims.OwnClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaim> {
    return claims.reportRedemption(ctx, input);
  }

  @Mutation(() => OfferClaim, { nullable: true })
  withdrawClaim(
    @Arg('input', () => claims.OwnClaimInput) input: claims.OwnClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaim> {
    return claims.withdrawClaim(ctx, input);
  }

  @Mutation(() => ReviewedOffer, { nullable: true })
  saveOffer(
    @Arg('input', () => SaveOfferInput) input: SaveOfferInput,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOffer> {
    return saveOffer(ctx, input);
  }
}
