import { IsIn, IsInt, IsOptional, Matches, Max, Min, ValidateNested } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { type OfferValue, offerClaims, offerKinds, RecordSource, ToolSource, Vendor } from '../../directory/index.js';
import { IsPlainText } from '../../platform/constraints.js';
import { Eligibility, EligibilityFacts } from './eligibility.types.js';
import { StoredOffer } from './offer.entity.js';

/** Bounds of the list (decisions §2, Lists; §9, find_perks). */
const OFFERS_LIMITS = { queryMax: 200, min: 1, max: 50, default: 20 } as const;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

@ArgsType()
export class OffersArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Words about the offer, its vendor or its tool, 0 to 200 characters.',
  })
  @IsOptional()
  @IsPlainText(OFFERS_LIMITS.queryMax)
  query?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(SLUG, { message: 'must be the slug of a tool' })
  toolSlug?: string | null;

  @Field(() => EligibilityFacts, { nullable: true, description: 'Used for this answer alone; nothing is stored.' })
  @IsOptional()
  @ValidateNested()
  facts?: EligibilityFacts | null;

  @Field(() => String, { nullable: true, description: `${offerClaims.join(' or ')}.` })
  @IsOptional()
  @IsIn(offerClaims, { message: `must be one of ${offerClaims.join(', ')}` })
  claim?: string | null;

  @Field(() => String, { nullable: true, description: `One of ${offerKinds.join(', ')}.` })
  @IsOptional()
  @IsIn(offerKinds, { message: `must be one of ${offerKinds.join(', ')}` })
  kind?: string | null;

  @Field(() => Int, { defaultValue: OFFERS_LIMITS.default, description: '1 to 50.' })
  @IsInt()
  @Min(OFFERS_LIMITS.min)
  @Max(OFFERS_LIMITS.max)
  limit: number;

  @Field(() => String, { nullable: true, description: 'nextCursor of the same question.' })
  cursor?: string | null;
}

@ArgsType()
export class OfferArgs {
  @Field(() => String)
  @Matches(SLUG, { message: 'must be the slug of an offer' })
  slug: string;

  @Field(() => EligibilityFacts, { nullable: true })
  @IsOptional()
  @ValidateNested()
  facts?: EligibilityFacts | null;
}

@ObjectType({ description: 'What an offer is worth, as far as its source states it; null is unknown.' })
export class OfferWorth implements OfferValue {
  @Field(() => String, { nullable: true })
  text: string | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Integer minor units of the currency.' })
  amountCents: number | null;
  @Field(() => String, { nullable: true })
  currency: string | null;
  @Field(() => Float, { nullable: true })
  percent: number | null;
  @Field(() => Int, { nullable: true })
  months: number | null;
  @Field(() => Boolean, { description: 'Amount or percentage is the most that one can get.' })
  upTo: boolean;
}

@ObjectType('OfferTool')
export class ToolOfOffer {
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
}

@ObjectType({ description: 'Credits, a discount, a free plan or a perk of a provider.' })
export class Offer extends StoredOffer {
  @Field(() => Vendor)
  vendor: Vendor;
  @Field(() => OfferWorth)
  value: OfferWorth;
  @Field(() => String, { nullable: true, description: 'A tracked link to where one applies.' })
  url: string | null;
  @Field(() => [ToolOfOffer])
  tools: ToolOfOffer[];
  @Field(() => Eligibility)
  eligibility: Eligibility;
  @Field(() => [ToolSource])
  sources: ToolSource[];
  @Field(() => RecordSource, { nullable: true, description: 'Set while facts of it were stated and not read.' })
  source: RecordSource | null;
  @Field(() => [String], { description: 'What claiming means, in short sentences.' })
  claimRules: string[];
}

@ObjectType()
export class OfferList {
  @Field(() => [Offer])
  offers: Offer[];
  @Field(() => Int)
  total: number;
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
  @Field(() => Date)
  asOf: Date;
}
