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

@ObjectType()
export class ClaimedOffer {
  @Field(() => ID)
  @IdOf('ofr')
  id: string;
  @Field(() => String)
  slug: string;
  @Field(() => String)
  title: string;
  @Field(() => Date, { nullable: true })
  endsAt: Date | null;
}

@ObjectType()
export class Claimant {
  @Field(() => ID)
  @IdOf('usr')
  userId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  email: string;
  @Field(() => Boolean, { description: 'Whether the person has shown that this address is theirs.' })
  emailVerified: boolean;
}

@ObjectType({
  description:
    'A person’s claim on a native offer. Members of the vendor who are neither owner nor admin see its state, and nothing of the person.',
})
export class OfferClaim {
  @Field(() => ID)
  @IdOf('clm')
  id: string;
  @Field(() => ClaimedOffer)
  offer: ClaimedOffer;
  @Field(() => ID, {
    nullable: true,
    description: 'The vendor’s organization; null where the offer has become one that is claimed at its provider.',
  })
  @IdOf('org')
  organizationId: string | null;
  @Field(() => ClaimState)
  state: ClaimState;
  @Field(() => [ClaimState], { description: 'The states to which the caller may take it now.' })
  nextStates: ClaimState[];
  @Field(() => Int)
  revision: number;
  @Field(() => Claimant, { nullable: true })
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
  @Field(() => ClaimProof, { nullable: true })
  proof: ClaimProof | null;
  @Field(() => ID, { nullable: true })
  @IdOf('evt')
  proofEventId: string | null;
  @Field(() => Date, {
    nullable: true,
    description: 'When the claimant reported the redemption: a self-report, and no proof.',
  })
  selfReportedAt: Date | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType()
export class OfferClaimList {
  @Field(() => [OfferClaim])
  items: OfferClaim[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}
