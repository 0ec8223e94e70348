import { isAtLeast, ratioOf, type Share } from './share.rules.js';

/** Grades of a report, best first: the mean counts A as 4 and E as 0. */
export enum ReportGrade {
  A = 'A',
  B = 'B',
  C = 'C',
  D = 'D',
  E = 'E',
}

/** The graded areas (decisions §9). */
export enum GradeId {
  activation = 'activation',
  retention = 'retention',
  tool_success = 'tool_success',
  data_quality = 'data_quality',
  coverage = 'coverage',
}

/** The numbers of a report's totals that grades are made of; null is unknown. */
export interface GradedTotals {
  readonly events: number | null;
  readonly eventsWithAccount: number | null;
  readonly newDevelopers: number | null;
  readonly newActivated: number | null;
  readonly matured: number | null;
  readonly returned: number | null;
  readonly calls: number | null;
  readonly failed: number | null;
  readonly families: number | null;
  readonly refused: number | null;
}

/** A grade beside the number that it was made of; null with the reason where its basis is missing. */
export interface Graded {
  readonly id: GradeId;
  readonly value: number | null;
  readonly grade: ReportGrade | null;
  /** The counts that the value was made of. */
  readonly basis: string;
  readonly reason: string | null;
}

const ORDER = Object.values(ReportGrade);
/** Fewer developers or calls say nothing of a share. */
const BASIS_MIN = 20;
/** Fewer grades say nothing of the whole. */
const GRADES_MIN = 3;

/** The least shares of A, B, C and D in thousandths. */
const OF_DEVELOPERS = [400, 250, 150, 50];
const OF_CALLS = [990, 970, 930, 850];
const OF_ACCOUNTS = [900, 750, 500, 250];
/** The least shares of events that were not refused: at most 0.5, 1, 2 and 5 % were. */
const OF_ACCEPTED = [995, 990, 980, 950];
/** The fewest families of A, B, C and D. */
const OF_FAMILIES = [6, 5, 4, 3];

/** The first grade whose bound holds, else the last. */
const firstOf = (bounds: readonly number[], holds: (bound: number) => boolean): ReportGrade =>
  ORDER[bounds.findIndex(holds)] ?? ReportGrade.E;

const gradeOf = (share: Share, bounds: readonly number[]): ReportGrade =>
  firstOf(bounds, (bound) => isAtLeast(share, bound));

/** The five grades of totals, in their fixed order. */
export const gradesOf = (totals: GradedTotals): Graded[] => [
  gradeOfShare(GradeId.activation, 'newActivated ÷ newDevelopers', totals.newActivated, totals.newDevelopers),
  gradeOfShare(GradeId.retention, 'returned ÷ matured', totals.returned, totals.matured),
  gradeOfCalls(totals),
  gradeOfQuality(totals),
  gradeOfCoverage(totals),
];

/** The mean of at least three grades, rounded down; null of fewer. */
export function overallGrade(grades: readonly Graded[]): ReportGrade | null {
  const points = grades.flatMap(({ grade }) => (grade === null ? [] : [ORDER.length - 1 - ORDER.indexOf(grade)]));
  if (points.length < GRADES_MIN) return null;
  const mean = Math.floor(points.reduce((sum, one) => sum + one, 0) / points.length);
  return ORDER[ORDER.length - 1 - mean] ?? null;
}

/** Why there is no grade of the whole. */
export const noOverallGrade = (grades: readonly Graded[]): string =>
  `${grades.filter(({ grade }) => grade !== null).length} of ${grades.length} grades are known, and the grade of the whole needs ${GRADES_MIN}.`;

const ungraded = (id: GradeId, basis: string, reason: string, value: number | null = null): Graded => ({
  id,
  value,
  grade: null,
  basis,
  reason,
});

/** The grade of a share of developers. */
function gradeOfShare(id: GradeId, name: string, part: number | null, whole: number | null): Graded {
  if (part === null || whole === null) return ungraded(id, name, 'Its numbers are not known.');
  const share = { part, whole };
  const basis = `${name} = ${part} ÷ ${whole}`;
  const group = id === GradeId.activation ? 'new developers' : 'matured developers';
  if (whole < BASIS_MIN)
    return ungraded(id, basis, `It needs ${BASIS_MIN} ${group}, and there were ${whole}.`, ratioOf(share));
  return { id, value: ratioOf(share), grade: gradeOf(share, OF_DEVELOPERS), basis, reason: null };
}

function gradeOfCalls({ calls, failed }: GradedTotals): Graded {
  const id = GradeId.tool_success;
  if (calls === null || failed === null) return ungraded(id, '1 − failed ÷ calls', 'Its numbers are not known.');
  const share = { part: calls - failed, whole: calls };
  const basis = `1 − failed ÷ calls = 1 − ${failed} ÷ ${calls}`;
  if (calls < BASIS_MIN)
    return ungraded(id, basis, `It needs ${BASIS_MIN} tool calls, and there were ${calls}.`, ratioOf(share));
  return { id, value: ratioOf(share), grade: gradeOf(share, OF_CALLS), basis, reason: null };
}

/** The worse of two shares: events that were refused, and events that name an account. Its value is that of the worse one. */
function gradeOfQuality({ events, eventsWithAccount, refused }: GradedTotals): Graded {
  const id = GradeId.data_quality;
  const name = 'the worse of refusedShare and eventsWithAccount ÷ events';
  if (events === null || eventsWithAccount === null || refused === null)
    return ungraded(id, name, 'Its numbers are not known.');
  if (events === 0) return ungraded(id, name, 'No event counts in this window.');
  const sent = refused + events;
  const refusals = gradeOf({ part: events, whole: sent }, OF_ACCEPTED);
  const accounts = gradeOf({ part: eventsWithAccount, whole: events }, OF_ACCOUNTS);
  if (ORDER.indexOf(refusals) > ORDER.indexOf(accounts))
    return { id, value: refused / sent, grade: refusals, basis: `refusedShare = ${refused} ÷ ${sent}`, reason: null };
  return {
    id,
    value: eventsWithAccount / events,
    grade: accounts,
    basis: `eventsWithAccount ÷ events = ${eventsWithAccount} ÷ ${events}`,
    reason: null,
  };
}

function gradeOfCoverage({ events, families }: GradedTotals): Graded {
  const id = GradeId.coverage;
  if (families === null) return ungraded(id, 'families', 'Its numbers are not known.');
  if (events === 0) return ungraded(id, 'families', 'No event counts in this window.');
  const grade = firstOf(OF_FAMILIES, (bound) => families >= bound);
  return { id, value: families, grade, basis: `families = ${families} of 6`, reason: null };
}
