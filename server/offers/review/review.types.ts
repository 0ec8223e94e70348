import { IsBoolean, IsEnum, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  type OfferClaimWay,
  type OfferKind,
  offerClaims,
  offerKinds,
  RecordSource,
  ruleOps,
} from '../../directory/index.js';
import { IsId } from '../../platform/constraints.js';
import { addRecordFields } from '../../platform/graphql/form.input.js';
import { SortedPageArgs, sortsOf } from '../../platform/paging/sorted.args.js';
import { factNames, offerMembers } from '../catalog/index.js';

@InputType('OfferRuleInput', { description: 'One of number, text, flag and list holds the value.' })
@ObjectType({ description: 'A requirement that a fact decides; one of number, text, flag and list holds its value.' })
export class OfferRuleParts {
  @Field(() => String, { description: `One of ${factNames.join(', ')}.` })
  fact: string;
  @Field(() => String, { description: `One of ${ruleOps.join(', ')}.` })
  op: string;
  @Field(() => Float, { nullable: true })
  number?: number | null;
  @Field(() => String, { nullable: true })
  text?: string | null;
  @Field(() => Boolean, { nullable: true })
  flag?: boolean | null;
  @Field(() => [String], { nullable: true })
  list?: string[] | null;
}

/** What a reviewer writes of an offer; the whole of it, also when it is edited. The form of every import gives it the rest of its members, and checks it. */
@InputType()
export class SaveOfferInput {
  @Field(() => ID, { nullable: true, description: 'The offer to edit; a new one without it.' })
  @IsOptional()
  @IsId('ofr')
  offerId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'With offerId: the revision that was edited; another one is STALE_REVISION.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision?: number | null;

  @Field(() => ID, { nullable: true, description: 'The vendor’s organization, which decides on claims.' })
  @IsOptional()
  @IsId('org')
  organizationId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'A new offer is listed without it, and an edited one stays as it is; null cannot clear it there.',
  })
  @IsOptional()
  @IsBoolean()
  listed?: boolean | null;

  @Field(() => [String], { description: 'Slugs of listed tools that it is for.' })
  tools: string[];

  @Field(() => [OfferRuleParts])
  rules: OfferRuleParts[];

  @Field(() => [String], { description: 'Requirements that no rule can express, a sentence each.' })
  other: string[];
}

/** Whether an offer can be had now, is over, or was taken out of the list. */
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
  @IsIn(offerKinds, { message: `must be one of ${offerKinds.join(', ')}` })
  kind?: OfferKind | null;

  @Field(() => OfferStanding, { nullable: true })
  @IsOptional()
  @IsEnum(OfferStanding)
  standing?: OfferStanding | null;

  @Field(() => String, { nullable: true, description: 'native or provider_link.' })
  @IsOptional()
  @IsIn(offerClaims, { message: `must be one of ${offerClaims.join(', ')}` })
  claim?: OfferClaimWay | null;
}

@ArgsType()
export class OrganizationOffersArgs extends ReviewerOffersArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;
}

@ObjectType({
  description: 'An offer as reviewers see it: unlisted and ended ones too, with its address and its rules as data.',
})
export class ReviewedOffer {
  @Field(() => ID)
  id: string;
  @Field(() => Int)
  revision: number;
  @Field(() => ID, { nullable: true })
  organizationId: string | null;
  @Field(() => Boolean)
  listed: boolean;
  @Field(() => [String])
  tools: string[];
  @Field(() => [OfferRuleParts])
  rules: OfferRuleParts[];
  @Field(() => [String])
  other: string[];
  @Field(() => String)
  label: string;
  @Field(() => RecordSource, { nullable: true, description: 'Set while facts of it were stated and not read.' })
  source: RecordSource | null;
  @Field(() => String, { description: 'Where the record came from.' })
  origin: string;
  @Field(() => Date, { nullable: true, description: 'When a reviewer edited it; imports leave it alone since.' })
  editedAt: Date | null;
  @Field(() => Int, { description: 'Claims on it that are open.' })
  openClaims: number;
}

/** What the form alone declares of an offer; its requirements have parts here, and its tools are references. */
const formMembers = offerMembers.filter(({ name }) => name !== 'eligibility' && name !== 'tools');
const inputs: Readonly<Record<string, string>> = { vendor: 'OfferVendorInput', value: 'OfferValueInput' };
const answers: Readonly<Record<string, string>> = { vendor: 'OfferVendor', value: 'OfferStatedValue' };
addRecordFields(SaveOfferInput, formMembers, 'input', ({ name }) => inputs[name] ?? 'OfferSourceInput');
addRecordFields(ReviewedOffer, formMembers, 'answer', ({ name }) => answers[name] ?? 'OfferReading');

@ObjectType()
export class ReviewedOfferList {
  @Field(() => [ReviewedOffer])
  items: ReviewedOffer[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
  @Field(() => Int)
  total: number;
}
