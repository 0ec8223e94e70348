import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IdOf } from '../platform/graphql/id.edge.js';
import { ClaimProof, ClaimState } from './claim.rules.js';
import { Eligibility, EligibilityFacts } from './eligibility.types.js';

registerEnumType(ClaimState, {
  name: 'ClaimState',
  description: 'requested, vendor_review, approved, code_issued, redeemed; exits rejected, expired, withdrawn.',
});

registerEnumType(ClaimProof, {
  name: 'ClaimProof',
  description: 'The vendor confirms the redemption, by its word or by a commercial event of its own.',
});

@ObjectType({ description: 'The offer behind a claim.' })
export class ClaimedOffer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('ofr')
  id: string;
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;
  @Field(() => String, { description: 'Heading of the offer.' })
  title: string;
  @Field(() => Date, { nullable: true, description: "Moment from which it can't be claimed; null without an end." })
  endsAt: Date | null;
}

@ObjectType({ description: 'The person who claimed.' })
export class Claimant {
  @Field(() => ID, { description: 'The person.' })
  @IdOf('usr')
  userId: string;
  @Field(() => String, { description: 'Shown to reviewers.' })
  name: string;
  @Field(() => String, { description: 'Sign-in address.' })
  email: string;
  @Field(() => Boolean, { description: 'Whether the person has shown that this address is theirs.' })
  emailVerified: boolean;
}

@ObjectType({
  description:
    'A person’s claim on a native offer. Members of the vendor who are neither owner nor admin see its state, and nothing of the person.',
})
export class OfferClaim {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('clm')
  id: string;
  @Field(() => ClaimedOffer, { description: 'The offer that is claimed.' })
  offer: ClaimedOffer;
  @Field(() => ID, {
    nullable: true,
    description: 'The vendor’s organization; null where the offer has become one that is claimed at its provider.',
  })
  @IdOf('org')
  organizationId: string | null;
  @Field(() => ClaimState, { description: 'Where the claim stands.' })
  state: ClaimState;
  @Field(() => [ClaimState], { description: 'The states to which the caller may take it now.' })
  nextStates: ClaimState[];
  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;
  @Field(() => Claimant, { nullable: true, description: 'The person who claimed; null after the account was closed.' })
  claimant: Claimant | null;
  @Field(() => EligibilityFacts, {
    nullable: true,
    description: 'Facts about the company, as the claimant stated them.',
  })
  facts: EligibilityFacts | null;
  @Field(() => Eligibility, { nullable: true, description: 'The offer’s requirements against those facts.' })
  eligibility: Eligibility | null;
  @Field(() => String, { nullable: true, description: 'From the claimant to the vendor.' })
  note: string | null;
  @Field(() => String, { nullable: true, description: 'From the vendor to the claimant.' })
  vendorNote: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'For the claimant and for owners and admins of the vendor alone.',
  })
  code: string | null;
  @Field(() => ClaimProof, { nullable: true, description: 'Evidence of use that the claim cites.' })
  proof: ClaimProof | null;
  @Field(() => ID, { nullable: true, description: 'The event that proves use; null without one.' })
  @IdOf('evt')
  proofEventId: string | null;
  @Field(() => Date, {
    nullable: true,
    description: 'When the claimant reported the redemption: a self-report, and no proof.',
  })
  selfReportedAt: Date | null;
  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;
  @Field(() => Date, { description: 'Moment of its last change.' })
  updatedAt: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class OfferClaimList {
  @Field(() => [OfferClaim], { description: 'Records of this page.' })
  items: OfferClaim[];
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}
