import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Extensions, Field, InputType, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../platform/graphql/choices.js';
import { SpendCurrency } from '../currency.rules.js';
import { type BudgetState, budgetStates } from './budget.rules.js';
import { AMOUNT_CENTS_MAX, SpendProvider } from './spend.entity.js';

const BudgetStates = enumOf(
  'BudgetState',
  budgetStates,
  'How far a month has come in a budget: near from 80 percent, reached from 100, unknown where nothing was reported.',
);

@InputType({ description: 'Names the budget of a provider and a currency.' })
export class RemoveSpendBudgetInput {
  @Field(() => SpendProvider, { description: 'Provider that charges.' })
  provider: SpendProvider;

  @Field(() => SpendCurrency, { description: 'Currency of its charges.' })
  currency: SpendCurrency;
}

@InputType({ description: 'The amount that the person means to spend a month with a provider, in one currency.' })
export class SpendBudgetInput extends RemoveSpendBudgetInput {
  @Field(() => GraphQLSafeInt, { description: `Integer minor units a month, 1 to ${AMOUNT_CENTS_MAX}.` })
  @Extensions({ hint: 'a number of minor units without a fraction: 12.34 is 1234' })
  @Min(1)
  @Max(AMOUNT_CENTS_MAX)
  amountCents: number;
}

@ObjectType('SpendBudget', {
  description:
    'A monthly budget beside what was reported for the month in the same currency. It pays and stops nothing.',
})
export class BudgetAnswer {
  @Field(() => SpendProvider, { description: 'Provider that charges.' })
  provider: SpendProvider;
  @Field(() => SpendCurrency, { description: 'Currency of the budget; other currencies are never converted into it.' })
  currency: SpendCurrency;
  @Field(() => GraphQLSafeInt, { description: 'Minor units a month.' })
  amountCents: number;
  @Field(() => String, { description: 'The month that it is compared with, YYYY-MM.' })
  month: string;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Reported for the month; null where nothing was.' })
  spentCents: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The rest; below zero where more was charged, null where nothing was reported.',
  })
  remainingCents: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Whole percent, rounded down; null where nothing was reported.',
  })
  usedPercent: number | null;
  @Field(() => BudgetStates, { description: 'How far the month has come in it.' })
  state: BudgetState;
  @Field(() => String, { nullable: true, description: 'A reminder from 80 percent on; null below.' })
  notice: string | null;
  @Field(() => Date, { description: 'Moment at which it was set.' })
  updatedAt: Date;
}

@ObjectType({ description: 'Reply to the removal of a budget.' })
export class RemovedSpendBudget {
  @Field(() => Boolean, { description: 'False when there was none.' })
  removed: boolean;
}

/** A provider and currency has entries in at most so many months. */
const MONTHS_MAX = 24;
export const MONTHS_DEFAULT = 6;

@ArgsType()
export class SpendingMonthsArgs {
  @Field(() => Int, {
    nullable: true,
    description: `How many months, this one included: 2 to ${MONTHS_MAX}; 6 when absent.`,
  })
  @IsOptional()
  @IsInt()
  @Min(2)
  @Max(MONTHS_MAX)
  months?: number | null;
}

@ObjectType({ description: 'The charges of one provider in one currency, month by month.' })
export class SpendingRow {
  @Field(() => SpendProvider, { description: 'Provider that charged.' })
  provider: SpendProvider;
  @Field(() => SpendCurrency, { description: 'Currency of the charges.' })
  currency: SpendCurrency;
  @Field(() => [GraphQLSafeInt], {
    nullable: 'items',
    description: 'Minor units in the order of the months; null where nothing was reported.',
  })
  amountsCents: (number | null)[];
}

@ObjectType({ description: 'Reported charges of several months beside each other; currencies are never summed.' })
export class SpendingMonths {
  @Field(() => [String], { description: 'The months, the oldest first.' })
  months: string[];
  @Field(() => [SpendingRow], { description: 'One row for each provider and currency with a charge in them.' })
  rows: SpendingRow[];
}
