/** How far the reported charges of a month have come in a budget. */
export const budgetStates = ['unknown', 'within', 'near', 'reached'] as const;
export type BudgetState = (typeof budgetStates)[number];

/** A budget says so before it is used up, and once it is. */
const NEAR_PERCENT = 80;
const REACHED_PERCENT = 100;

export interface BudgetStanding {
  /** Null where nothing was reported for the month: that is no zero. */
  readonly spentCents: number | null;
  /** Below zero where more was charged than was meant; null where nothing was reported. */
  readonly remainingCents: number | null;
  /** Whole percent, rounded down, so that 100 is never said before it is reached. */
  readonly usedPercent: number | null;
  readonly state: BudgetState;
}

/** Compares a budget with what was reported in the same currency; other currencies are never converted into it. */
export function standingOf(amountCents: number, spentCents: number | null): BudgetStanding {
  if (spentCents === null) return { spentCents, remainingCents: null, usedPercent: null, state: 'unknown' };
  const usedPercent = Math.floor((spentCents * 100) / amountCents);
  const state = usedPercent >= REACHED_PERCENT ? 'reached' : usedPercent >= NEAR_PERCENT ? 'near' : 'within';
  return { spentCents, remainingCents: amountCents - spentCents, usedPercent, state };
}

/** The sentence at 80 and at 100 percent; null below, and where nothing was reported. */
export const noticeOf = ({ state, usedPercent }: BudgetStanding, name: string): string | null =>
  state === 'near' || state === 'reached'
    ? `${usedPercent} % of the budget for ${name} is used, by what was reported. It is a reminder: nothing is paid or stopped.`
    : null;
