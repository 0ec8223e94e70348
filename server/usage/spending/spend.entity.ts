import { BigIntType } from '@mikro-orm/core';
import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { PrefixedId } from '../../platform/database/id.type.js';
import { Month } from '../../platform/database/month.type.js';
import { SpendCurrency } from '../currency.rules.js';

export enum SpendProvider {
  coding_agent = 'coding_agent',
  search_api = 'search_api',
  web_data_api = 'web_data_api',
}
registerEnumType(SpendProvider, {
  name: 'SpendProvider',
  description:
    'coding_agent covers its subscription and extra credit purchases, never pay-per-use API bills of its vendor.',
});

registerEnumType(SpendCurrency, { name: 'SpendCurrency', description: 'Different currencies are never summed.' });

export enum SpendSource {
  user_reported = 'user_reported',
  agent_reported = 'agent_reported',
}
registerEnumType(SpendSource, { name: 'SpendSource', description: 'Who says so.' });

/** The largest amount in minor units (decisions §8). */
export const AMOUNT_CENTS_MAX = 100_000_000_000;

/** What a provider charged a person in a month, in the currency of the charge; an amount is replaced and never added to. */
@ObjectType({ description: 'What the owner or an agent reported for a provider, a month and a currency.' })
@Entity({ tableName: 'monthly_spend' })
@Check({
  name: 'monthly_spend_amount_cents_check',
  expression: `amount_cents between 0 and ${AMOUNT_CENTS_MAX}`,
})
export class SpendEntry {
  @PrimaryKey({ type: new PrefixedId('usr') })
  userId: string;

  @Field(() => SpendProvider)
  @PrimaryKey({ type: 'text' })
  provider: SpendProvider;

  @Field(() => String)
  @PrimaryKey({ type: new Month() })
  month: string;

  @Field(() => SpendCurrency)
  @PrimaryKey({ type: 'text' })
  currency: SpendCurrency;

  @Field(() => GraphQLSafeInt, { description: 'Integer minor units of the currency, as reported.' })
  @Property({ type: new BigIntType('number') })
  amountCents: number;

  @Field(() => SpendSource)
  @Property({ type: 'text' })
  source: SpendSource;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  updatedAt: Date;
}
