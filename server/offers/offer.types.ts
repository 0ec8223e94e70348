import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { type OfferValue, RecordSource, ToolSource, Vendor } from '../directory/index.js';
import { Eligibility } from './eligibility.types.js';
import { StoredOffer } from './offer.entity.js';

@ObjectType({ description: 'What an offer is worth, as far as its source states it; null is unknown.' })
export class OfferWorth implements OfferValue {
  @Field(() => String, { nullable: true, description: 'The value in words.' })
  text: string | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Integer minor units of the currency.' })
  amountCents: number | null;
  @Field(() => String, { nullable: true, description: 'ISO 4217 code.' })
  currency: string | null;
  @Field(() => Float, { nullable: true, description: 'Discount, in percent.' })
  percent: number | null;
  @Field(() => Int, { nullable: true, description: 'How long it lasts.' })
  months: number | null;
  @Field(() => Boolean, { description: 'Amount or percentage is the most that one can get.' })
  upTo: boolean;
}

@ObjectType('OfferTool', { description: 'A tool that an offer is for.' })
export class ToolOfOffer {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;
  @Field(() => String, { description: "The tool's name." })
  name: string;
}

@ObjectType({ description: 'Credits, a discount, a free plan or a perk of a provider.' })
export class Offer extends StoredOffer {
  /** `ofr_…`, as the catalog in memory holds it. */
  @Field(() => ID, { description: 'Identifier, ofr_….' })
  id: string;
  @Field(() => Vendor, { description: 'The company that makes the offer.' })
  vendor: Vendor;
  @Field(() => OfferWorth, { description: 'What it is worth.' })
  value: OfferWorth;
  @Field(() => String, { nullable: true, description: 'A tracked link to where one applies.' })
  url: string | null;
  @Field(() => [ToolOfOffer], { description: 'Tools that it is for.' })
  tools: ToolOfOffer[];
  @Field(() => Eligibility, { description: 'Who may claim it, judged by the given facts.' })
  eligibility: Eligibility;
  @Field(() => [ToolSource], { description: 'Pages that show these facts.' })
  sources: ToolSource[];
  @Field(() => RecordSource, { nullable: true, description: 'Set while facts of it were stated and not read.' })
  source: RecordSource | null;
  @Field(() => [String], { description: 'What claiming means, in short sentences.' })
  claimRules: string[];
}

@ObjectType({ description: 'One page of a list.' })
export class OfferList {
  @Field(() => [Offer], { description: 'Offers of this page.' })
  offers: Offer[];
  @Field(() => Int, { description: 'How many offers match.' })
  total: number;
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
  @Field(() => Date, { description: 'State of the catalog that answered.' })
  asOf: Date;
}
