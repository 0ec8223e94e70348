import Big from 'big.js';
import type { CreditPrice } from '../platform/config.price.js';
import { isRecord } from '../platform/json.rules.js';

/** The value of credits by a published price: an estimate that is no money and is added to nothing (decisions §8). */
interface CreditValue extends CreditPrice {
  readonly cents: number;
  readonly label: 'reference_estimate_noncash';
}

const CENTS_PER_DOLLAR = 100;

/** The reference value of so many credits, rounded half away from zero to US cents; null without credits or without a price. */
export function creditValue(credits: number | null, price: CreditPrice | undefined): CreditValue | null {
  if (credits === null || !price) return null;
  const cents = new Big(String(credits)).times(price.pricePerCredit).times(CENTS_PER_DOLLAR);
  const rounded = Number(cents.round(0, Big.roundHalfUp).toFixed(0)) + 0; // minus nothing is nothing
  if (!Number.isSafeInteger(rounded)) return null;
  return { cents: rounded, ...price, label: 'reference_estimate_noncash' };
}

/** The credits that a search provider's snapshot says the plan still holds; null where it says nothing of them. */
export function creditsLeftIn(snapshot: unknown): number | null {
  const account = isRecord(snapshot) ? snapshot.account : null;
  const left = isRecord(account) ? account.planRemaining : null;
  return typeof left === 'number' ? left : null;
}
