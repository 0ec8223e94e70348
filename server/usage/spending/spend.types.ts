import { IsOptional, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Extensions, Field, InputType, ObjectType } from 'type-graphql';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { CreditReferenceValue } from '../credit.types.js';
import { SpendCurrency } from '../currency.rules.js';
import { BudgetAnswer } from './budget.types.js';
import { CodexSnapshot } from './codex.types.js';
import { IsMonth } from './month.rules.js';
import { AMOUNT_CENTS_MAX, SpendEntry, SpendProvider, SpendSource } from './spend.entity.js';

@InputType({ description: 'Names one monthly entry.' })
export class RemoveSpendInput {
  @Field(() => SpendProvider, { description: 'Provider that charged.' })
  provider: SpendProvider;

  @Field(() => String, { description: 'YYYY-MM, the current month in UTC at most.' })
  @IsMonth()
  month: string;

  @Field(() => SpendCurrency, { description: 'Currency of the charge.' })
  currency: SpendCurrency;
}

@InputType({ description: 'What a provider charged in a month, in the currency of the charge.' })
export class MonthlySpendInput extends RemoveSpendInput {
  @Field(() => GraphQLSafeInt, { description: `Integer minor units, 0 to ${AMOUNT_CENTS_MAX}.` })
  @Extensions({ hint: 'a number of minor units without a fraction: 12.34 is 1234' })
  @Min(0)
  @Max(AMOUNT_CENTS_MAX)
  amountCents: number;

  @Field(() => SpendSource, { description: 'Whether the person or an agent reports it.' })
  source: SpendSource;
}

@ArgsType()
export class SpendingArgs {
  @Field(() => String, { nullable: true, description: 'YYYY-MM; the current month in UTC when absent.' })
  @IsOptional()
  @IsMonth()
  month?: string | null;
}

@ObjectType({ description: 'An entry with its estimate.' })
export class ValuedSpendEntry extends SpendEntry {
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'An estimate; null where it cannot be converted.' })
  usdCents: number | null;
}

@ObjectType({ description: 'Decimal text as the feed wrote it.' })
export class ReferenceRate {
  @Field(() => String, { description: 'The day of the rates, not of the charge.' })
  date: string;
  @Field(() => String, { description: 'US dollars for a euro.' })
  usdPerEur: string;
  @Field(() => String, { description: "Units of the charge's currency for a euro." })
  currencyPerEur: string;
}

@ObjectType({ description: 'How one entry was converted.' })
export class SpendConversion {
  @Field(() => SpendProvider, { description: 'Provider that charged.' })
  provider: SpendProvider;
  @Field(() => String, { description: 'YYYY-MM.' })
  month: string;
  @Field(() => SpendCurrency, { description: 'Currency of the charge.' })
  currency: SpendCurrency;
  @Field(() => GraphQLSafeInt, { description: 'Minor units of the currency.' })
  amountCents: number;
  @Field(() => GraphQLSafeInt, { nullable: true, description: "US cents; null where it can't be converted." })
  usdCents: number | null;
  @Field(() => ReferenceRate, { nullable: true, description: 'Null for US dollars, for 0, and without usable rates.' })
  rate: ReferenceRate | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Why there is no estimate: rates_unavailable, rates_invalid, rates_in_the_future, rates_too_old, currency_missing or rate_implausible; null where there is one.',
  })
  reason: string | null;
}

@ObjectType({ description: 'A view in US dollars for orientation, never a payment record.' })
export class UsdEstimate {
  @Field(() => String, { description: 'Always USD.' })
  @IsOneOf(['USD'])
  currency: string;
  @Field(() => String, { description: 'Always estimate.' })
  @IsOneOf(['estimate'])
  label: string;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Null without entries and where one cannot be converted.',
  })
  totalCents: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The sum of what could be converted, never a total; null where nothing could.',
  })
  knownSubtotalCents: number | null;
  @Field(() => [SpendConversion], { description: 'Each entry with its rate.' })
  entries: SpendConversion[];
  @Field(() => String, { description: 'Reminder of what an estimate is not.' })
  notice: string;
}

@ObjectType({ description: 'A month of reported charges, and the coding agent’s saved allowance.' })
export class Spending {
  @Field(() => String, { description: 'YYYY-MM.' })
  month: string;
  @Field(() => [ValuedSpendEntry], { description: 'Charges of the month.' })
  monthlyEntries: ValuedSpendEntry[];
  @Field(() => UsdEstimate, { description: 'The charges in US dollars.' })
  usdEstimate: UsdEstimate;
  @Field(() => [BudgetAnswer], { description: 'The budgets beside the charges of the month.' })
  budgets: BudgetAnswer[];
  @Field(() => CodexSnapshot, {
    nullable: true,
    description: "The coding agent's allowance; null where none was reported.",
  })
  codexSnapshot: CodexSnapshot | null;
  @Field(() => CreditReferenceValue, { nullable: true, description: 'Of the coding agent’s credits balance.' })
  codexCreditReferenceValue: CreditReferenceValue | null;
  @Field(() => CreditReferenceValue, {
    nullable: true,
    description: 'Of the credits that the search provider’s plan still holds, by the saved snapshot.',
  })
  creditReferenceValue: CreditReferenceValue | null;
}

@ObjectType({ description: 'Stored spending as a coding agent’s context shows it: the newest entries of any month.' })
export class AccountSpending {
  @Field(() => [ValuedSpendEntry], { description: 'Newest months first, at most 25. Months are not summed.' })
  monthlyEntries: ValuedSpendEntry[];
  @Field(() => [BudgetAnswer], { description: 'The budgets of the person beside the charges of this month.' })
  budgets: BudgetAnswer[];
  @Field(() => CodexSnapshot, {
    nullable: true,
    description: "The coding agent's allowance; null where none was reported.",
  })
  codexSnapshot: CodexSnapshot | null;
  @Field(() => String, { description: 'Reminder of what an estimate is not.' })
  notice: string;
}

@ObjectType({ description: 'Reply to a reported charge.' })
export class RecordedSpend {
  @Field(() => SpendEntry, { description: 'The entry as it is stored.' })
  entry: SpendEntry;
  @Field(() => Boolean, { description: 'False for the first amount of that provider, month and currency.' })
  replaced: boolean;
}

@ObjectType({ description: 'Reply to a removal.' })
export class RemovedSpending {
  @Field(() => Boolean, { description: 'False when there was nothing to remove.' })
  removed: boolean;
}
