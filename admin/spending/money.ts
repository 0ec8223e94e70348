/** At most a thousand million (decisions §8), with at most two decimals. */
const AMOUNT_FORM = /^(\d{1,10})(?:\.(\d{1,2}))?$/;
const AMOUNT_CENTS_MAX = 100_000_000_000;

/** Integer minor units in their own currency, always with both decimals: they stand under each other. */
export const formatCents = (cents: number, currency: string): string => formatAmount(cents / 100, currency);

/** An amount in units of a currency. */
export const formatAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/** A number that is no money, or money of an unknown currency. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

/** The minor units that a user typed as `12.34`, or null; digit by digit, since a product with 100 would round. */
export function centsOfText(text: string): number | null {
  const [, units, decimals = ''] = AMOUNT_FORM.exec(text.trim()) ?? [];
  if (units === undefined) return null;
  const cents = Number(`${units}${decimals.padEnd(2, '0')}`);
  return cents <= AMOUNT_CENTS_MAX ? cents : null;
}
