import { IsInt, IsNumber, IsObject, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { IsPlainText, IsTime } from '../../platform/constraints.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { latencyMaxMs } from '../../tracking/index.js';
import { CreditReferenceValue } from '../credit.types.js';
import { IsProviderKey } from './provider.rules.js';

@ObjectType({ description: 'Money that a provider billed: its balance interface does not say.' })
export class BilledSpending {
  @Field(() => Float, { nullable: true, description: 'Always null.' })
  billedUsd: null;
}

const TEXT_MAX = 200;
/** More credits than any plan has; a greater number is a mistake of units. */
const CREDITS_MAX = 1_000_000_000;

@InputType({ description: 'The latest successful run, as the client knows it; what is unknown is left out.' })
export class SearchRunInput {
  @Field(() => String, { description: 'ISO 8601 with offset, at most 5 minutes ahead.' })
  @IsTime()
  occurredAt: string;

  @Field(() => String, { nullable: true, description: 'The provider’s id of the request.' })
  @IsOptional()
  @IsPlainText(TEXT_MAX)
  requestId?: string | null;

  @Field(() => Float, { nullable: true, description: 'Credits that the run took; no money.' })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(CREDITS_MAX)
  credits?: number | null;

  @Field(() => Int, { nullable: true, description: 'Milliseconds.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(latencyMaxMs)
  durationMs?: number | null;

  @Field(() => String, { nullable: true, description: 'What asked the provider.' })
  @IsOptional()
  @IsPlainText(TEXT_MAX)
  applicationName?: string | null;
}

@InputType({ description: "One look at the search provider, with the caller's key." })
export class SyncSearchProviderInput {
  @Field(() => String, {
    description: 'The search provider’s key, used for this one call and stored nowhere. Pass it in a variable.',
  })
  @IsProviderKey('search_api')
  apiKey: string;

  @Field(() => SearchRunInput, { nullable: true, description: 'The latest run that the client knows of.' })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  lastRun?: SearchRunInput | null;
}

@ObjectType({ description: 'Credits of the key in the current billing cycle.' })
export class SearchKeyCounters {
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Credits used by the key.' })
  usage: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Null when unlimited or not said.' })
  limit: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Credits that the key may still use.' })
  remaining: number | null;
}

@ObjectType({ description: 'Credits of the account in the current billing cycle.' })
export class SearchAccountCounters {
  @Field(() => String, { nullable: true, description: "Name of the plan, in the provider's words." })
  plan: string | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Credits of the plan that are used.' })
  planUsage: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Credits of the plan.' })
  planLimit: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Credits of the plan that are left.' })
  planRemaining: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Credits used beyond the plan.' })
  paygoUsage: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Bound of the credits beyond the plan.' })
  paygoLimit: number | null;
}

@ObjectType({ description: 'A run as the client reported it.' })
export class SearchRun {
  @Field(() => Date, { description: 'Moment of the run.' })
  occurredAt: Date;
  @Field(() => String, { nullable: true, description: "The provider's id of the request." })
  requestId: string | null;
  @Field(() => Float, { nullable: true, description: 'Credits that the run took; no money.' })
  credits: number | null;
  @Field(() => Int, { nullable: true, description: 'Milliseconds.' })
  durationMs: number | null;
  @Field(() => String, { nullable: true, description: 'Program that asked the provider.' })
  applicationName: string | null;
  @Field(() => String, { description: 'client_reported' })
  @IsOneOf(['client_reported'])
  source: 'client_reported';
}

@ObjectType({ description: 'Credits at the search provider. What it did not say is null; none of it is money.' })
export class SearchBalance {
  @Field(() => String, { description: 'search_api' })
  @IsOneOf(['search_api'])
  provider: 'search_api';
  @Field(() => String, { description: 'provider_api' })
  @IsOneOf(['provider_api'])
  source: 'provider_api';
  @Field(() => SearchKeyCounters, { description: 'Counters of the key.' })
  key: SearchKeyCounters;
  @Field(() => SearchAccountCounters, { description: 'Counters of the account.' })
  account: SearchAccountCounters;
  @Field(() => SearchRun, { nullable: true, description: 'The latest run that was reported; null without one.' })
  lastRun: SearchRun | null;
  @Field(() => BilledSpending, { description: 'Money that the provider billed.' })
  spending: BilledSpending;
  @Field(() => CreditReferenceValue, {
    nullable: true,
    description: 'Of what the plan still holds; null until a price is configured.',
  })
  creditReferenceValue: CreditReferenceValue | null;
  @Field(() => Date, { description: 'When the provider was asked.' })
  checkedAt: Date;
}

@ObjectType({ description: 'The saved balance at the search provider.' })
export class SavedSearchBalance {
  @Field(() => SearchBalance, { nullable: true, description: 'Null where nothing was ever saved.' })
  snapshot: SearchBalance | null;
}

@ObjectType({ description: 'The balance after a look at the search provider.' })
export class SearchSync extends SavedSearchBalance {
  @Field(() => Boolean, {
    description: 'True when this call changed what is saved; false where a newer answer was retained.',
  })
  updated: boolean;
  @Field(() => Boolean, { description: 'The provider was asked within the last 90 seconds and not again.' })
  coalesced: boolean;
}

@InputType({ description: "One look at the web data provider, with the caller's key." })
export class SyncWebDataInput {
  @Field(() => String, {
    description: 'The web data provider’s key, used for this one call and stored nowhere. Pass it in a variable.',
  })
  @IsProviderKey('web_data_api')
  apiKey: string;
}

@ObjectType({ description: 'An amount at the provider.' })
export class WebDataAmount {
  @Field(() => Float, { nullable: true, description: 'May be negative.' })
  amount: number | null;
  @Field(() => Float, { nullable: true, description: 'What is pending at the provider now; not a monthly bill.' })
  pendingAmount: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'Null unless the provider itself said one of USD, MXN, EUR, GBP.',
  })
  currency: string | null;
}

@ObjectType({ description: 'The provider’s balance interface does not say.' })
export class WebDataFreeTier {
  @Field(() => Int, { nullable: true, description: 'Always null.' })
  remainingRequests: null;
  @Field(() => Int, { nullable: true, description: 'Always null.' })
  limit: null;
}

@ObjectType({ description: 'Money at the web data provider. What it did not say is null.' })
export class WebDataBalance {
  @Field(() => String, { description: 'web_data_api' })
  @IsOneOf(['web_data_api'])
  provider: 'web_data_api';
  @Field(() => String, { description: 'provider_api' })
  @IsOneOf(['provider_api'])
  source: 'provider_api';
  @Field(() => WebDataAmount, { description: "The account's balance." })
  balance: WebDataAmount;
  @Field(() => WebDataFreeTier, { description: 'Requests without charge.' })
  freeTier: WebDataFreeTier;
  @Field(() => BilledSpending, { description: 'Money that the provider billed.' })
  spending: BilledSpending;
  @Field(() => Date, { description: 'When the provider was asked.' })
  checkedAt: Date;
}

@ObjectType({ description: 'The saved balance at the web data provider.' })
export class SavedWebDataBalance {
  @Field(() => WebDataBalance, { nullable: true, description: 'Null where nothing was ever saved.' })
  snapshot: WebDataBalance | null;
}

@ObjectType({ description: 'The balance after a look at the web data provider.' })
export class WebDataSync extends SavedWebDataBalance {
  @Field(() => Boolean, { description: 'False where a newer saved snapshot was retained.' })
  updated: boolean;
}

@ObjectType({ description: 'The saved snapshots of the account at its providers; null where nothing was ever saved.' })
export class ProviderSnapshots {
  @Field(() => SearchBalance, { nullable: true, description: 'Balance at the search provider.' })
  searchApi: SearchBalance | null;
  @Field(() => WebDataBalance, { nullable: true, description: 'Balance at the web data provider.' })
  webDataApi: WebDataBalance | null;
}
