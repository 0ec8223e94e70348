const SIGNIFICANT_DIGITS = 2;

/** By how much published counts of this size differ: 10 to 99 by 5, 100 to 999 by 10, above by the second significant digit. */
export function stepOf(count: number): number {
  if (count < 100) return 5;
  if (count < 1000) return 10;
  return 10 ** (Math.floor(Math.log10(count)) - SIGNIFICANT_DIGITS + 1);
}

/** A count as it is published, halves upwards. */
export function roundCount(count: number): number {
  const step = stepOf(count);
  return Math.round(count / step) * step;
}
