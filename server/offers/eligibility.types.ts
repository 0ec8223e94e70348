import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { IsText } from '../platform/constraints.js';
import { enumOf } from '../platform/graphql/choices.js';
import { HasItemsAtMost } from '../platform/graphql/items.js';
import { type Facts, fundingStages } from './eligibility.rules.js';

const FundingStages = enumOf('FundingStage', fundingStages, 'The last funding round of a company.');

const COUNT_MAX = 10_000_000;
const USD_MAX = 1e13;
const PARTNERS_MAX = 50;

@InputType('EligibilityFactsInput', {
  description: 'What is known of a company. Leave out what is not known: nothing is assumed.',
})
@ObjectType({ description: 'Facts about a company, as stated by the caller; null is unknown.' })
export class EligibilityFacts implements Facts {
  @Field(() => Int, { nullable: true, description: 'Months since the company was founded.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(COUNT_MAX)
  companyAgeMonths?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'In US dollars, all rounds together.' })
  @IsOptional()
  @Min(0)
  @Max(USD_MAX)
  fundingRaisedUsd?: number | null;

  @Field(() => FundingStages, { nullable: true, description: 'The last round.' })
  @IsOptional()
  @IsIn(fundingStages, { message: `must be one of ${fundingStages.join(', ')}` })
  fundingStage?: string | null;

  @Field(() => Int, { nullable: true, description: 'How many people work there.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(COUNT_MAX)
  employees?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'In US dollars.' })
  @IsOptional()
  @Min(0)
  @Max(USD_MAX)
  annualRevenueUsd?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Not a customer of the provider yet.' })
  @IsOptional()
  @IsBoolean()
  newCustomer?: boolean | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2, such as DE.' })
  @IsOptional()
  @Matches(/^[A-Za-z]{2}$/, { message: 'must be a country code of two letters' })
  country?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Every accelerator, investor and partner program that the company belongs to; an empty list says none.',
  })
  @IsOptional()
  @HasItemsAtMost(PARTNERS_MAX)
  @IsText(120, true)
  partners?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'The person studies.' })
  @IsOptional()
  @IsBoolean()
  student?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'The organization works for no profit.' })
  @IsOptional()
  @IsBoolean()
  nonprofit?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'The project is open source.' })
  @IsOptional()
  @IsBoolean()
  openSource?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'The company is registered.' })
  @IsOptional()
  @IsBoolean()
  incorporated?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'The company has a site.' })
  @IsOptional()
  @IsBoolean()
  hasWebsite?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Applies from an e-mail address of the company.' })
  @IsOptional()
  @IsBoolean()
  companyEmail?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'The product builds on a model.' })
  @IsOptional()
  @IsBoolean()
  aiProduct?: boolean | null;
}

@ObjectType({ description: "A requirement that the given facts don't meet." })
export class FailedRequirement {
  @Field(() => String, { description: 'Fact that decides it.' })
  fact: string;
  @Field(() => String, { description: 'The requirement in words.' })
  requirement: string;
}

@ObjectType({ description: 'A condition of an offer.' })
export class Requirement {
  @Field(() => String, { nullable: true, description: 'The fact that decides it; null when only reading it does.' })
  fact: string | null;
  @Field(() => String, { description: 'The condition in words.' })
  requirement: string;
  @Field(() => String, { description: 'met, not_met or unknown.' })
  result: string;
}

@ObjectType({ description: 'Three-valued: what is not known is named and never assumed.' })
export class Eligibility {
  @Field(() => String, { description: 'eligible, ineligible or unknown.' })
  verdict: string;
  @Field(() => [String], {
    description: 'Facts that would decide it, and `other`: requirements that a person has to read.',
  })
  missing: string[];
  @Field(() => [FailedRequirement], { description: "Requirements that the facts don't meet." })
  failed: FailedRequirement[];
  @Field(() => [Requirement], { description: 'All requirements of the offer.' })
  requirements: Requirement[];
}
