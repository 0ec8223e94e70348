import type { Held, TrueFigures } from './figures.types.js';
import { DOMINANCE, GROUP_MIN, MINIMUM_COHORT, type PublicationRules } from './publication.rules.js';
import { type Cohort, type CountName, type PeriodId, periodIds } from './snapshot.types.js';

/** One tool's true figures in each period; null where it has no source. */
export type ToolWindows = Readonly<Record<PeriodId, TrueFigures | null>>;

/** Whether one contributor, or two together, hold so much that others could read their number from the total. */
export const isDominated = ({ total, top1, top2 }: Held): boolean =>
  total > 0 && (top1 / total > DOMINANCE.top1 || top2 / total > DOMINANCE.top2);

/** What may be said of a tool in one window, without a look at its other windows. */
function ownCohort(figures: TrueFigures | null, rules: PublicationRules): Cohort {
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
function ownShown(figures: TrueFigures, rules: PublicationRules): Record<CountName, boolean> {
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
