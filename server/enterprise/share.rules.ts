/** A share as the two counts that it is made of: bounds are compared in whole numbers, since 1 − 7 ÷ 100 is less than 0.93 in binary fractions. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** The share as one number; null without a whole. */
export const ratioOf = ({ part, whole }: Share): number | null => (whole > 0 ? part / whole : null);

/** Whether a share is at least so many thousandths. */
export const isAtLeast = ({ part, whole }: Share, thousandths: number): boolean => part * 1_000 >= whole * thousandths;

/** Whether a share is more than so many thousandths. */
export const isAbove = ({ part, whole }: Share, thousandths: number): boolean => part * 1_000 > whole * thousandths;

/** Whether a share lies at least so many thousandths below an earlier one; both have a whole. */
export const hasFallenBy = (now: Share, before: Share, thousandths: number): boolean => {
  const fall = BigInt(before.part) * BigInt(now.whole) - BigInt(now.part) * BigInt(before.whole);
  return fall * 1_000n >= BigInt(thousandths) * BigInt(now.whole) * BigInt(before.whole);
};

/** A share in percent with one decimal at most, such as 12.5 %. */
export const percent = ({ part, whole }: Share): string => `${Math.round((part * 1_000) / whole) / 10} %`;
