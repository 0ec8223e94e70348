import type { DayWindow } from '../day.rules.js';
import { addDays } from '../day.rules.js';
import type { Held, ToolFigures } from '../evidence/index.js';
import { type Basis, type Cohort, type CountName, type PeriodId, periodDays, periodIds } from './snapshot.types.js';

/** The numbers of decisions §5 by which a count is published, rounded or withheld. */
export const MINIMUM_COHORT = { developers: 10, accounts: 3 } as const;
export const MINIMUM_DENOMINATOR = 20;
export const DOMINANCE = { top1: 0.6, top2: 0.85 } as const;
export const CATEGORY_TOOLS_MIN = 3;
export const LAG_HOURS = 24;
/** A sub-count, its complement and a change below this would tell of too few people. */
export const GROUP_MIN = 10;

/**
 * The rules, each of which the attacker's test switches off to show what it is for. Nothing but that test hands in anything else than
 * `ALL_RULES`.
 */
export interface PublicationRules {
  readonly rounding: boolean;
  readonly minimumCohort: boolean;
  readonly dominance: boolean;
  /** A sub-count or its complement in the row below ten is withheld. */
  readonly subCounts: boolean;
  /** What is withheld in one window is not left over from the windows around it. */
  readonly nestedWindows: boolean;
  /** A published count moves only when ten developers stand behind the change. */
  readonly differencing: boolean;
  /** Totals add published rows alone. */
  readonly publishedTotals: boolean;
  readonly categoryTools: boolean;
  readonly minimumDenominator: boolean;
  /** Change, score, grade, rank, order and proof come from published numbers. */
  readonly derivedFromPublished: boolean;
  readonly sampleApart: boolean;
}

export const ALL_RULES: PublicationRules = {
  rounding: true,
  minimumCohort: true,
  dominance: true,
  subCounts: true,
  nestedWindows: true,
  differencing: true,
  publishedTotals: true,
  categoryTools: true,
  minimumDenominator: true,
  derivedFromPublished: true,
  sampleApart: true,
};

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

const HOUR_MS = 3_600_000;

/** The newest day that is closed and has waited out the lag in which its late events arrive. */
export const newestDueDay = (now: Date): string =>
  addDays(new Date(now.getTime() - LAG_HOURS * HOUR_MS).toISOString().slice(0, 10), -1);

/** The period that ends with that day. */
export const windowOf = (period: PeriodId, day: string): DayWindow => ({
  from: addDays(day, 1 - periodDays[period]),
  to: day,
});

/** One tool's true figures in each period; null where it has no source. */
export type ToolWindows = Readonly<Record<PeriodId, ToolFigures | null>>;

/** Whether one contributor, or two together, hold so much that others could read their number from the total. */
export const isDominated = ({ total, top1, top2 }: Held): boolean =>
  total > 0 && (top1 / total > DOMINANCE.top1 || top2 / total > DOMINANCE.top2);

/** What may be said of a tool in one window, without a look at its other windows. */
function ownCohort(figures: ToolFigures | null, rules: PublicationRules): Cohort {
  if (!figures?.hasSource) return 'missing';
  const { developers, accounts, events, held } = figures;
  // Zero is no cohort either: nothing that arrived is no proof that nothing is used.
  if (developers === 0 || events === 0) return 'insufficient';
  if (rules.minimumCohort && (developers < MINIMUM_COHORT.developers || accounts < MINIMUM_COHORT.accounts))
    return 'insufficient';
  const shares = [held.eventsByDeveloper, held.eventsByAccount, held.developersByAccount];
  return rules.dominance && shares.some(isDominated) ? 'suppressed' : 'reported';
}

/**
 * The cohort of each window. Windows lie within each other: one that is suppressed would be left over, or bounded from both sides, by those
 * that are published, so all of them are suppressed (complementary suppression). A suppressed window has ten developers at least, and lies
 * within those of later days: as long as it may, a later one with fewer than twenty would say almost exactly how many, and is suppressed too.
 */
export function cohortsOf(
  windows: ToolWindows,
  rules: PublicationRules,
  wasSuppressed: boolean,
): Record<PeriodId, Cohort> {
  const own = {
    '7d': ownCohort(windows['7d'], rules),
    '30d': ownCohort(windows['30d'], rules),
    '90d': ownCohort(windows['90d'], rules),
  };
  const isBounding = (id: PeriodId): boolean =>
    wasSuppressed && own[id] === 'reported' && (windows[id]?.developers ?? 0) < MINIMUM_COHORT.developers + GROUP_MIN;
  if (!rules.nestedWindows || !periodIds.some((id) => own[id] === 'suppressed' || isBounding(id))) return own;
  for (const id of periodIds) if (own[id] === 'reported') own[id] = 'suppressed';
  return own;
}

/** The counts of a reported row that may be published: true where a number tells of no person in particular. */
function ownShown(figures: ToolFigures, rules: PublicationRules): Record<CountName, boolean> {
  const { developers, accounts, activated, retained, held } = figures;
  const isCohort = (count: number, ...wholes: readonly number[]): boolean =>
    !rules.subCounts ||
    (count >= GROUP_MIN && wholes.every((whole) => whole === count || Math.abs(whole - count) >= GROUP_MIN));
  const isSpread = (one: Held): boolean => !rules.dominance || !isDominated(one);
  return {
    developers: true,
    events: true,
    accounts: isCohort(accounts, developers),
    activated: isCohort(activated, developers) && isSpread(held.activatedByAccount),
    retained: isCohort(retained, activated, developers) && isSpread(held.retainedByAccount),
  };
}

/**
 * Which counts of which windows are published. A sub-count that is withheld for another reason than being small could be bounded by the same
 * count of the other windows, so it is withheld in all of them.
 */
export function shownCounts(
  windows: ToolWindows,
  cohorts: Readonly<Record<PeriodId, Cohort>>,
  rules: PublicationRules,
): Record<PeriodId, Record<CountName, boolean>> {
  const none = { developers: false, accounts: false, activated: false, retained: false, events: false };
  const shownIn = (id: PeriodId): Record<CountName, boolean> => {
    const figures = windows[id];
    return figures && cohorts[id] === 'reported' ? ownShown(figures, rules) : { ...none };
  };
  const shown = { '7d': shownIn('7d'), '30d': shownIn('30d'), '90d': shownIn('90d') };
  if (!rules.nestedWindows) return shown;
  for (const name of ['accounts', 'activated', 'retained'] as const) {
    const isHidden = (id: PeriodId): boolean =>
      cohorts[id] === 'reported' && !shown[id][name] && (windows[id]?.[name] ?? 0) >= GROUP_MIN;
    if (periodIds.some(isHidden)) for (const id of periodIds) shown[id][name] = false;
  }
  return shown;
}
