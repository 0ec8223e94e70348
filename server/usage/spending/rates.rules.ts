import { isUtf8 } from 'node:buffer';
import { isISO8601 } from 'class-validator';
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** Daily euro reference rates: how many units of a currency are one euro, as the feed wrote them; the euro itself is 1. */
export interface ReferenceRates {
  /** The day of the rates, `2026-10-06`. */
  readonly date: string;
  readonly perEur: ReadonlyMap<string, string>;
}

/** Why there are no rates to convert with. */
export type RatesRefusal = 'rates_unavailable' | 'rates_invalid' | 'rates_in_the_future' | 'rates_too_old';

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

/** What was read so far; anything out of place ends it. */
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
