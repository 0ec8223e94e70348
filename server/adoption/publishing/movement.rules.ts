import { GROUP_MIN, type PublicationRules } from './publication.rules.js';
import { roundCount } from './rounding.rules.js';
import type { Basis } from './snapshot.types.js';

/** A number on its way into a snapshot. */
export interface Movement {
  readonly truth: number;
  readonly day: string;
  /** What was published of it last, also where it was withheld since. */
  readonly before: Basis | undefined;
  /** Whether ten developers stand behind what has changed since then. */
  readonly supported: boolean;
}

/**
 * The number to publish, with what has to be remembered of it. One that was published before stays as it was until ten developers stand
 * behind the change: otherwise two snapshots would differ by one person.
 */
export function settleNumber(
  { truth, day, before, supported }: Movement,
  rules: PublicationRules,
  round: (truth: number) => number = roundCount,
): Basis {
  if (before && rules.differencing && !supported) return before;
  return { published: rules.rounding ? round(truth) : truth, truth, day };
}

/** Whether a count of people has changed by so many of them. */
export const movedByGroup = (truth: number, before: Basis | undefined): boolean =>
  before === undefined || Math.abs(truth - before.truth) >= GROUP_MIN;
