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
  @Query(() => OfferList, { description: 'Live offers.' })
  offers(@Args(() => OffersArgs) args: OffersArgs, @Ctx() ctx: OffersContext): Promise<OfferList> {
    return listOffers(ctx, args);
  }

  @Query(() => Offer, { description: 'An offer, with eligibility for the given facts.' })
  offer(@Args(() => OfferArgs) args: OfferArgs, @Ctx() ctx: OffersContext): Promise<Offer> {
    return readOffer(ctx, args);
  }

  @Query(() => OfferClaimList, { description: 'Offers that the caller claimed.' })
  myClaims(
    @Args(() => claims.MyClaimsArgs) args: claims.MyClaimsArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaimList> {
    return claims.listMyClaims(ctx, args);
  }

  @Query(() => OfferClaimList, { description: 'Claims of an organization.' })
  offerClaims(
    @Args(() => claims.OfferClaimsArgs) args: claims.OfferClaimsArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaimList> {
    return claims.listOfferClaims(ctx, args);
  }

  @Query(() => ReviewedOfferList, { description: 'Offers of the catalog, for reviewers.' })
  reviewerOffers(
    @Args(() => review.ReviewerOffersArgs) args: review.ReviewerOffersArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOfferList> {
    return review.listReviewerOffers(ctx, args);
  }

  @Query(() => ReviewedOfferList, {
    description: 'Offers of an organization, ended and unlisted ones too, for its members.',
  })
  organizationOffers(
    @Args(() => review.OrganizationOffersArgs) args: review.OrganizationOffersArgs,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOfferList> {
    return review.listOrganizationOffers(ctx, args);
  }

  @Mutation(() => OfferClaim, { nullable: true, description: 'Claims an offer for an organization.' })
  claimOffer(
    @Arg('input', () => claims.ClaimOfferInput) input: claims.ClaimOfferInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaim> {
    return claims.claimOffer(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => OfferClaim, {
    nullable: true,
    description: 'Decides on a claim, by an owner or admin of the vendor.',
  })
  advanceClaim(
    @Arg('input', () => AdvanceClaimInput) input: AdvanceClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaim> {
    return advanceClaim(ctx, input);
  }

  @Mutation(() => OfferClaim, { nullable: true, description: 'Notes that the claimant used the code; it is no proof.' })
  reportRedemption(
    @Arg('input', () => claims.OwnClaimInput) input: claims.OwnClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaim> {
    return claims.reportRedemption(ctx, input);
  }

  @Mutation(() => OfferClaim, { nullable: true, description: 'Takes back a claim.' })
  withdrawClaim(
    @Arg('input', () => claims.OwnClaimInput) input: claims.OwnClaimInput,
    @Ctx() ctx: OffersContext,
  ): Promise<OfferClaim> {
    return claims.withdrawClaim(ctx, input);
  }

  @Mutation(() => ReviewedOffer, { nullable: true, description: 'Stores an offer as a reviewer wrote it.' })
  saveOffer(
    @Arg('input', () => SaveOfferInput) input: SaveOfferInput,
    @Ctx() ctx: OffersContext,
  ): Promise<ReviewedOffer> {
    return saveOffer(ctx, input);
  }
}
