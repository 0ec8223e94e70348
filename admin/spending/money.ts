/** At most a thousand million (decisions §8), with at most two decimals behind a point or, where the locale writes so, a comma. */
const AMOUNT_FORM = /^(\d{1,10})(?:\.(\d{1,2}))?$/;
const COMMA_FORM = /^(\d{1,10})(?:[.,](\d{1,2}))?$/;
const AMOUNT_CENTS_MAX = 100_000_000_000;

/** Integer minor units in their own currency, always with both decimals: they stand under each other. */
export const formatCents = (cents: number, currency: string): string => formatAmount(cents / 100, currency);

/** An amount in units of a currency. */
export const formatAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/** A number that is no money, or money of an unknown currency. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

/** True where the locale, the browser's own unless another is named, puts a comma before the decimals. */
const writesComma = (locale: string | undefined): boolean =>
  new Intl.NumberFormat(locale).formatToParts(0.5).some(({ type, value }) => type === 'decimal' && value === ',');

/** An amount as the reader's locale writes it. */
export const amountExample = (locale?: string): string => (writesComma(locale) ? '12,34' : '12.34');

/**
 * The minor units that a user typed as `12.34`, or as `12,34` where the locale writes so, or null; digit by digit, since a product with 100
 * would round. No separator of thousands is read: `1,234` must not become a little more than one.
 */
export function centsOfText(text: string, locale?: string): number | null {
  const form = writesComma(locale) ? COMMA_FORM : AMOUNT_FORM;
  const [, units, decimals = ''] = form.exec(text.trim()) ?? [];
  if (units === undefined) return null;
  const cents = Number(`${units}${decimals.padEnd(2, '0')}`);
  return cents <= AMOUNT_CENTS_MAX ? cents : null;
}
