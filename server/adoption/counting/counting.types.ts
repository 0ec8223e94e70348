import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { IsOneOf } from '../../platform/graphql/choices.js';

/** Decisions §5, Company view, last point. */
export enum CountingRule {
  counted = 'counted',
  vendor_own_domain = 'vendor_own_domain',
  sample = 'sample',
  imported = 'imported',
  relayed = 'relayed',
  no_occurred_at = 'no_occurred_at',
  failed_call = 'failed_call',
  over_daily_cap = 'over_daily_cap',
  free_mail_account = 'free_mail_account',
  unlinked_product = 'unlinked_product',
}
registerEnumType(CountingRule, {
  name: 'CountingRule',
  description: 'Why an event counts toward a figure, or does not.',
});

export const countingWindows = ['company', '7d', '30d', '90d'] as const;
export type CountingWindow = (typeof countingWindows)[number];

@ObjectType({ description: 'A figure that an event bears on, and whether the event counts toward it.' })
export class CountsToward {
  @Field(() => String, {
    description:
      'A member of `totals` in the company view, or of a public row, such as `shares.return`. Figures that are computed from others are absent.',
  })
  figure: string;

  @Field(() => String, {
    description: 'The company view of its product, or the public windows of so many days that have its day.',
  })
  @IsOneOf(countingWindows)
  window: CountingWindow;

  @Field(() => Boolean, { description: 'True where the figure would be another without it, or rests on it.' })
  counted: boolean;

  @Field(() => CountingRule, { description: '`counted`, or the first rule that leaves it out.' })
  rule: CountingRule;
}

@ObjectType({ description: 'How many events of a window a rule counts or leaves out.' })
export class EventsOfRule {
  @Field(() => CountingRule, { description: 'The same rule as in `countsToward` of each of them.' })
  rule: CountingRule;

  @Field(() => GraphQLSafeInt, { description: 'How many events.' })
  events: number;
}
