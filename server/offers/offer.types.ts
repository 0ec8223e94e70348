import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { type OfferValue, RecordSource, ToolSource, Vendor } from '../directory/index.js';
import { Eligibility } from './eligibility.types.js';
import { StoredOffer } from './offer.entity.js';

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
  /** `ofr_…`, as the catalog in memory holds it. */
  @Field(() => ID)
  id: string;
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
