import { z } from 'zod';
import { isRecord } from '../../platform/json.rules.js';
import { SpendCurrency } from '../currency.rules.js';

/** Money at the web data provider; what it did not say is null. A balance may be negative. */
export interface WebDataAmounts {
  readonly amount: number | null;
  /** What the provider will bill in the next cycle as of now; not a monthly bill. */
  readonly pendingAmount: number | null;
  /** Only where the answer itself says it, and as one of ours. */
  readonly currency: string | null;
}

const CURRENCIES: readonly unknown[] = Object.values(SpendCurrency);
/** No account holds more; a greater number is no amount (external formats). */
const AMOUNT_MAX = 1e12;

const amount = z.number().min(-AMOUNT_MAX).max(AMOUNT_MAX).nullish();
const answer = z.object({ balance: amount, pending_balance: amount, pending_costs: amount });

/**
 * Reads an answer of the web data provider, or null when it is not the documented one: an amount that is no finite number of a possible size,
 * or none of the documented members. Everything else that it holds is dropped.
 */
export function parseWebDataAmounts(json: unknown): WebDataAmounts | null {
  const read = answer.safeParse(json);
  if (!read.success) return null;
  const { balance, pending_balance: pending, pending_costs: costs } = read.data;
  if (balance === undefined && pending === undefined && costs === undefined) return null;
  const currency = isRecord(json) && CURRENCIES.includes(json.currency) ? String(json.currency) : null;
  return { amount: balance ?? null, pendingAmount: pending ?? costs ?? null, currency };
}
