import { IsInt, IsNumber, IsObject, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { IsPlainText, IsTime } from '../../platform/constraints.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { latencyMaxMs } from '../../tracking/index.js';
import { CreditReferenceValue } from '../credit.types.js';
import { BilledSpending } from './balance.types.js';
import { IsProviderKey } from './provider-key.rules.js';

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

  @Field(() => Int, { nullable: true })
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

@InputType()
export class SyncSearchProviderInput {
  @Field(() => String, {
    description: 'The search provider’s key, used for this one call and stored nowhere. Pass it in a variable.',
  })
  @IsProviderKey('search_api')
  apiKey: string;

  @Field(() => SearchRunInput, { nullable: true })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  lastRun?: SearchRunInput | null;
}

@ObjectType({ description: 'Credits of the key in the current billing cycle.' })
export class SearchKeyCounters {
  @Field(() => GraphQLSafeInt, { nullable: true })
  usage: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Null when unlimited or not said.' })
  limit: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  remaining: number | null;
}

@ObjectType({ description: 'Credits of the account in the current billing cycle.' })
export class SearchAccountCounters {
  @Field(() => String, { nullable: true })
  plan: string | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  planUsage: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  planLimit: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  planRemaining: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  paygoUsage: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  paygoLimit: number | null;
}

@ObjectType()
export class SearchRun {
  @Field(() => Date)
  occurredAt: Date;
  @Field(() => String, { nullable: true })
  requestId: string | null;
  @Field(() => Float, { nullable: true })
  credits: number | null;
  @Field(() => Int, { nullable: true })
  durationMs: number | null;
  @Field(() => String, { nullable: true })
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
  @Field(() => SearchKeyCounters)
  key: SearchKeyCounters;
  @Field(() => SearchAccountCounters)
  account: SearchAccountCounters;
  @Field(() => SearchRun, { nullable: true })
  lastRun: SearchRun | null;
  @Field(() => BilledSpending)
  spending: BilledSpending;
  @Field(() => CreditReferenceValue, {
    nullable: true,
    description: 'Of what the plan still holds; null until a price is configured.',
  })
  creditReferenceValue: CreditReferenceValue | null;
  @Field(() => Date, { description: 'When the provider was asked.' })
  checkedAt: Date;
}

@ObjectType()
export class SavedSearchBalance {
  @Field(() => SearchBalance, { nullable: true, description: 'Null where nothing was ever saved.' })
  snapshot: SearchBalance | null;
}

@ObjectType()
export class SearchSync extends SavedSearchBalance {
  @Field(() => Boolean, {
    description: 'True when this call changed what is saved; false where a newer answer was retained.',
  })
  updated: boolean;
  @Field(() => Boolean, { description: 'The provider was asked within the last 90 seconds and not again.' })
  coalesced: boolean;
}
