import { IsEnum, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsId, IsText } from '../../platform/constraints.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { Eligibility, EligibilityFacts } from '../catalog/index.js';
import { ClaimProof, ClaimState } from './claim.rules.js';

registerEnumType(ClaimState, {
  name: 'ClaimState',
  description: 'requested, vendor_review, approved, code_issued, redeemed; exits rejected, expired, withdrawn.',
});

registerEnumType(ClaimProof, {
  name: 'ClaimProof',
  description: 'The vendor confirms the redemption, by its word or by a commercial event of its own.',
});

/** Bounds of the texts of a claim. */
const NOTE_MAX = 1_000;
const CODE_MAX = 500;
const REVISION_MAX = 2_147_483_647;

@InputType()
export class ClaimOfferInput {
  @Field(() => ID)
  @IsId('ofr')
  offerId: string;

  @Field(() => EligibilityFacts, { nullable: true, description: 'Facts about the company that the vendor receives.' })
  @IsOptional()
  @ValidateNested()
  facts?: EligibilityFacts | null;

  @Field(() => String, { nullable: true, description: 'A note to the vendor.' })
  @IsOptional()
  @IsText(NOTE_MAX)
  note?: string | null;
}

@InputType()
export class AdvanceClaimInput {
  @Field(() => ID)
  @IsId('clm')
  claimId: string;

  @Field(() => Int, { description: 'The revision that the decision is about; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  @Max(REVISION_MAX)
  revision: number;

  @Field(() => ClaimState)
  @IsEnum(ClaimState)
  to: ClaimState;

  @Field(() => String, { nullable: true, description: 'A note to the claimant.' })
  @IsOptional()
  @IsText(NOTE_MAX)
  note?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'With code_issued; shown to the claimant and to owners and admins of the vendor alone.',
  })
  @IsOptional()
  @IsText(CODE_MAX)
  code?: string | null;

  @Field(() => ClaimProof, { nullable: true, description: 'With redeemed.' })
  @IsOptional()
  @IsEnum(ClaimProof)
  proof?: ClaimProof | null;

  @Field(() => ID, {
    nullable: true,
    description: 'With event_confirmed: a commercial event of the vendor’s organization.',
  })
  @IsOptional()
  @IsId('evt')
  eventId?: string | null;
}

@InputType()
export class OwnClaimInput {
  @Field(() => ID)
  @IsId('clm')
  claimId: string;
}

export const claimSorts = sortsOf(['created', 'updated', 'state', 'offer'], '-created');

@ArgsType()
export class MyClaimsArgs extends TimedPageArgs(claimSorts, 'the offer’s title or its vendor’s name', 'Updated') {
  @Field(() => [ClaimState], { nullable: true, description: 'Only claims in one of these states.' })
  @IsOptional()
  @IsEnum(ClaimState, { each: true })
  states?: ClaimState[] | null;

  @Field(() => ID, { nullable: true, description: 'Only this claim.' })
  @IsOptional()
  @IsId('clm')
  claimId?: string | null;
}

@ArgsType()
export class OfferClaimsArgs extends MyClaimsArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ClaimState, { nullable: true, description: 'One state; `states` takes several.' })
  @IsOptional()
  @IsEnum(ClaimState)
  state?: ClaimState | null;
}

@ObjectType()
export class ClaimedOffer {
  @Field(() => ID)
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
  id: string;
  @Field(() => ClaimedOffer)
  offer: ClaimedOffer;
  @Field(() => ID, {
    nullable: true,
    description: 'The vendor’s organization; null where the offer has become one that is claimed at its provider.',
  })
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
