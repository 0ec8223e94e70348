import { BigIntType } from '@mikro-orm/core';
import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
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

/** A provider's charge to a person for a month, in the currency of the charge; an amount is replaced and never added to. */
@ObjectType({ description: 'What the owner or an agent reported for a provider, a month and a currency.' })
@Entity({ tableName: 'monthly_spend' })
@Check({
  name: 'monthly_spend_amount_cents_check',
  expression: `amount_cents between 0 and ${AMOUNT_CENTS_MAX}`,
})
export class SpendEntry {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  @Field(() => SpendProvider, { description: 'Provider that charged.' })
  @PrimaryKey({ type: 'text' })
  provider: SpendProvider;

  @Field(() => String, { description: 'YYYY-MM.' })
  @PrimaryKey({ type: new Month() })
  month: string;

  @Field(() => SpendCurrency, { description: 'Currency of the charge.' })
  @PrimaryKey({ type: 'text' })
  currency: SpendCurrency;

  @Field(() => GraphQLSafeInt, { description: 'Integer minor units of the currency, as reported.' })
  @Property({ type: new BigIntType('number') })
  amountCents: number;

  @Field(() => SpendSource, { description: 'Whether the person or an agent reported it.' })
  @Property({ type: 'text' })
  source: SpendSource;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Field(() => Date, { description: 'Moment of the last report.' })
  @Property({ type: 'datetime' })
  updatedAt: Date;
}
