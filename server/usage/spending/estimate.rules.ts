import Big from 'big.js';
import type { RatesReading, RatesRefusal, ReferenceRates } from './rates.rules.js';

/** An amount in its own currency, in integer minor units. */
export interface Amount {
  readonly currency: string;
  readonly amountCents: number;
}

/** The rates that an amount was converted with, as the feed wrote them. */
export interface UsedRate {
  readonly date: string;
  readonly usdPerEur: string;
  readonly currencyPerEur: string;
}

/** Why an amount has no value in US dollars. */
export type ConversionRefusal = RatesRefusal | 'currency_missing' | 'rate_implausible';

export interface Conversion {
  readonly usdCents: number | null;
  /** Null where nothing had to be converted, or nothing could be. */
  readonly rate: UsedRate | null;
  /** Null where there is a value. */
  readonly reason: ConversionRefusal | null;
}

/** Division rounds once, to whole cents, half away from zero: a second rounding could tip a half over. */
const Cents = Big();
Cents.DP = 0;
Cents.RM = Big.roundHalfUp;

/** No amount that we store is worth more by any real rate; a feed that says so is wrong. */
const USD_CENTS_MAX = 100_000_000_000_000;

/** False where no rate is needed: dollars are dollars, and nothing is nothing in any currency (specification §4, rule 4). */
export const needsRate = ({ currency, amountCents }: Amount): boolean => currency !== 'USD' && amountCents !== 0;

/** Converts one amount: USD per euro ÷ its currency per euro, exactly, rounded once. `reading` is null when no amount needed rates. */
export function convert(amount: Amount, reading: RatesReading | null): Conversion {
  if (!needsRate(amount)) return { usdCents: amount.amountCents, rate: null, reason: null };
  if (!reading) throw new Error('an amount that needs a rate was to be converted without one');
  return 'rates' in reading ? convertAt(amount, reading.rates) : refused(reading.refusal);
}

const refused = (reason: ConversionRefusal): Conversion => ({ usdCents: null, rate: null, reason });

function convertAt({ currency, amountCents }: Amount, { date, perEur }: ReferenceRates): Conversion {
  const usdPerEur = perEur.get('USD');
  const currencyPerEur = perEur.get(currency);
  if (usdPerEur === undefined || currencyPerEur === undefined) return refused('currency_missing');
  const cents = new Cents(String(amountCents)).times(usdPerEur).div(currencyPerEur);
  if (cents.gt(USD_CENTS_MAX)) return refused('rate_implausible');
  return { usdCents: Number(cents.toFixed(0)), rate: { date, usdPerEur, currencyPerEur }, reason: null };
}

/** What entries amount to in US dollars: the total, and the part of it that is known. */
export interface Sums {
  readonly totalCents: number | null;
  readonly knownSubtotalCents: number | null;
}

/**
 * The total is null where an entry has no value, the known part where none has: an empty sum would say that nothing was spent, which is
 * what an entry of 0 says, and absent knowledge is null (decisions §2).
 */
export function sumUp(values: readonly (number | null)[]): Sums {
  const known = values.filter((value) => value !== null);
  const sum = known.length ? known.reduce((all, one) => all + one, 0) : null;
  return { totalCents: known.length === values.length ? sum : null, knownSubtotalCents: sum };
}
