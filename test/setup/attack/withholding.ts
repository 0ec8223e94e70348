import type { Count } from './answers.js';
import { PERIODS, type RuleName } from './world.types.js';

/** How a secret number is drawn: geometric with the ratio q, and never more than `max`. */
export interface Draw {
  readonly q: number;
  readonly max: number;
}
/** Without withholding every number is 0. */
export const NOTHING_WITHHELD: Draw = { q: 0, max: 0 };

const WITHHELD_MAX = 60;
const EVENTS_WITHHELD_MAX = 200;
const PEOPLE: Draw = { q: 0.8, max: WITHHELD_MAX };
/** How the secret numbers are drawn, and whether each count has one apart from those of the others. */
export interface Withholding {
  readonly apart: boolean;
  readonly draws: Readonly<Record<Count, Draw>>;
}
/** As decisions §5 has it with what decision 0094 changes: one number a tool, each contained in the next. */
export const WITHHOLDING: Withholding = {
  apart: false,
  draws: {
    developers: PEOPLE,
    accounts: { q: 0.7, max: WITHHELD_MAX },
    events: { q: 0.95, max: EVENTS_WITHHELD_MAX },
    activated: PEOPLE,
    retained: PEOPLE,
    newDevelopers: PEOPLE,
    newActivated: PEOPLE,
    matured: PEOPLE,
    returned: PEOPLE,
    steadyOf: PEOPLE,
    steady: PEOPLE,
  },
};

const BASES: readonly Count[] = ['accounts', 'events'];

/** The name of the secret number of a count: one for all windows and days, unless a rule is off. */
export function secretOf(
  count: Count,
  period: number,
  day: number,
  off: RuleName | undefined,
  { apart }: Withholding,
): string {
  const name = apart || BASES.includes(count) ? count : 'developers';
  if (off === 'sameInAllWindows') return `${name} of ${PERIODS[period]}`;
  return off === 'drawnOnce' ? `${name} on ${day}` : name;
}

/** Whether one number serves all windows and days of a count, so that they can be compared. */
export const isOneNumber = (off: RuleName | undefined): boolean => off !== 'drawnOnce' && off !== 'sameInAllWindows';

/** One account for each developer is the rule in most products, and known of none. */
export type Belief = 'nothing' | 'one account each';

/** The comparisons of days and counts that may be made. */
export interface Assumptions {
  readonly off: RuleName | undefined;
  /** Events come late or are taken back, so that two days can't be compared. */
  readonly unsteady: boolean;
  readonly beliefs: readonly Belief[];
  readonly withholding: Withholding;
}
