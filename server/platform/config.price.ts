import { z } from 'zod';

/** The worth of one credit of a provider by a published price, and since when; a reference, never money that anyone has. */
export interface CreditPrice {
  /** US dollars as decimal text, above 0. */
  readonly pricePerCredit: string;
  /** The day as of which the price was read: `2026-10-01`. */
  readonly priceAsOf: string;
  /** The page that publishes it. */
  readonly source: string;
}

const FORM = /^(\d{1,6}(?:\.\d{1,12})?)@(\d{4}-\d\d-\d\d)@(\S.{0,199})$/;

function priceIn(text: string): CreditPrice | null {
  const [, pricePerCredit = '', priceAsOf = '', source = ''] = FORM.exec(text) ?? [];
  if (!/[1-9]/.test(pricePerCredit) || !z.iso.date().safeParse(priceAsOf).success) return null;
  return { pricePerCredit, priceAsOf, source: source.trim() };
}

/** The form of a price in a variable: `0.008@2026-10-01@https://example.com/pricing`. A price without its day and source is no reference. */
export const creditPrice = z.string().transform((text, context) => {
  const price = priceIn(text);
  if (price) return price;
  context.addIssue('must be price@day@source, such as 0.008@2026-10-01@https://example.com/pricing');
  return z.NEVER;
});
