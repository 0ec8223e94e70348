import { isUtf8 } from 'node:buffer';
import Big from 'big.js';
import { isISO8601 } from 'class-validator';
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** An amount in its own currency, in integer minor units. */
export interface Amount {
  readonly currency: string;
  readonly amountCents: number;
}

/** The rates that an amount was converted with, as the feed wrote them. */
interface UsedRate {
  readonly date: string;
  readonly usdPerEur: string;
  readonly currencyPerEur: string;
}

/** Why an amount has no value in US dollars. */
type ConversionRefusal = RatesRefusal | 'currency_missing' | 'rate_implausible';

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

/** The sums of entries in US dollars: the total, and the part of it that is known. */
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

/** Daily euro reference rates: how many units of a currency are one euro, as the feed wrote them; the euro itself is 1. */
interface ReferenceRates {
  /** The day of the rates, `2026-10-06`. */
  readonly date: string;
  readonly perEur: ReadonlyMap<string, string>;
}

/** Why there are no rates to convert with. */
type RatesRefusal = 'rates_unavailable' | 'rates_invalid' | 'rates_in_the_future' | 'rates_too_old';

/** Rates that may be used now, or why there are none; both are expected. */
export type RatesReading = { readonly rates: ReferenceRates } | { readonly refusal: RatesRefusal };

/** Rates dated more days ago are refused (specification §8); the longest gap between two publications is 5 days. */
const AGE_MAX_DAYS = 7;
const DAY_MS = 86_400_000;

/** Digits that are read exactly and stay readable; real rates have at most 5 before the point and 5 after it. */
const RATE_FORM = /^\d{1,9}(\.\d{1,12})?$/;
const CURRENCY_FORM = /^[A-Z]{3}$/;
const DAY_FORM = /^\d{4}-\d\d-\d\d$/;
/** The namespace has moved before; its last word has not (external formats). */
const VOCABULARY = /eurofxref/i;

/**
 * Reads the European Central Bank's daily file: Envelope, Cube, exactly one Cube with a time, and in it a Cube for each currency. Null for
 * everything else: a DOCTYPE, an entity of its own, a cut end, a rate that is no decimal above 0. A currency that is missing is no error.
 */
export function parseRates(bytes: Buffer): ReferenceRates | null {
  if (!isUtf8(bytes)) return null;
  const reading = new FeedReading();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.on('opentag', (tag) => reading.open(tag));
  parser.on('closetag', () => reading.close());
  try {
    parser.write(bytes.toString('utf8')).close();
    return reading.rates();
  } catch {
    return null; // the parser's own words quote the feed
  }
}

function refuse(): never {
  throw new Error('not the documented feed');
}

/** The feed as far as it was read; anything out of place ends it. */
class FeedReading {
  private depth = 0;
  private date: string | null = null;
  private readonly perEur = new Map<string, string>();

  open(tag: SaxesTagNS): void {
    this.depth += 1;
    if (this.depth === 1 && tag.local !== 'Envelope') refuse();
    if (tag.local !== 'Cube') return;
    if (this.depth < 2 || this.depth > 4 || !VOCABULARY.test(tag.uri)) refuse();
    const { time, currency, rate } = Object.fromEntries(
      Object.values(tag.attributes).map(({ local, value }) => [local, value]),
    );
    if ((time !== undefined) !== (this.depth === 3) || (currency !== undefined) !== (this.depth === 4)) refuse();
    if (this.depth === 3) this.readDate(time ?? '');
    if (this.depth === 4) this.readRate(currency ?? '', rate ?? '');
  }

  close(): void {
    this.depth -= 1;
  }

  rates(): ReferenceRates {
    if (this.date === null || this.perEur.size === 0) refuse();
    return { date: this.date, perEur: this.perEur.set('EUR', '1') };
  }

  private readDate(time: string): void {
    if (this.date !== null || !DAY_FORM.test(time) || !isISO8601(time, { strict: true })) refuse();
    this.date = time;
  }

  private readRate(currency: string, rate: string): void {
    const isRate = RATE_FORM.test(rate) && /[1-9]/.test(rate);
    if (!CURRENCY_FORM.test(currency) || !isRate || this.perEur.has(currency)) refuse();
    this.perEur.set(currency, rate);
  }
}

/** Why rates of that day may not be used at this moment, or null when they may; days are those of UTC. */
export function ageRefusal({ date }: ReferenceRates, now: Date): RatesRefusal | null {
  const today = Date.parse(now.toISOString().slice(0, 10));
  const days = (today - Date.parse(date)) / DAY_MS;
  if (days < 0) return 'rates_in_the_future';
  return days > AGE_MAX_DAYS ? 'rates_too_old' : null;
}
