import { BigIntType } from '@mikro-orm/core';
import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SpendCurrency } from '../currency.rules.js';
import { AMOUNT_CENTS_MAX, SpendProvider } from './spend.entity.js';

/** The amount that a person means to spend a month with a provider, in one currency. It pays and stops nothing. */
@Entity({ tableName: 'spend_budget' })
@Check({ name: 'spend_budget_amount_cents_check', expression: `amount_cents between 1 and ${AMOUNT_CENTS_MAX}` })
export class SpendBudget {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  @PrimaryKey({ type: 'text' })
  provider: SpendProvider;

  @PrimaryKey({ type: 'text' })
  currency: SpendCurrency;

  @Property({ type: new BigIntType('number') })
  amountCents: number;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}
