import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { BilledSpending } from './balance.types.js';
import { IsProviderKey } from './provider-key.rules.js';

@InputType()
export class SyncWebDataInput {
  @Field(() => String, {
    description: 'The web data provider’s key, used for this one call and stored nowhere. Pass it in a variable.',
  })
  @IsProviderKey('web_data_api')
  apiKey: string;
}

@ObjectType()
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
  @Field(() => Int, { nullable: true })
  remainingRequests: null;
  @Field(() => Int, { nullable: true })
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
  @Field(() => WebDataAmount)
  balance: WebDataAmount;
  @Field(() => WebDataFreeTier)
  freeTier: WebDataFreeTier;
  @Field(() => BilledSpending)
  spending: BilledSpending;
  @Field(() => Date, { description: 'When the provider was asked.' })
  checkedAt: Date;
}

@ObjectType()
export class SavedWebDataBalance {
  @Field(() => WebDataBalance, { nullable: true, description: 'Null where nothing was ever saved.' })
  snapshot: WebDataBalance | null;
}

@ObjectType()
export class WebDataSync extends SavedWebDataBalance {
  @Field(() => Boolean, { description: 'False where a newer saved snapshot was retained.' })
  updated: boolean;
}
