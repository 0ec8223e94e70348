import type { PublicToolAnswer } from '../providers/generated/operations.js';
import { EVIDENCE_PERIOD } from './periods.js';

export type HistoryDay = PublicToolAnswer['tool']['adoptionHistory'][number];
/** The published values of a tool on a day, for one period. */
export type TrendDay = HistoryDay['periods'][number] & { readonly day: string };

/** The counts that are drawn; all of them count developers. */
export const SERIES = [
  ['developers', 'Developers'],
  ['activated', 'Activated'],
  ['retained', 'Retained'],
] as const;
export type SeriesName = (typeof SERIES)[number][0];

/** The lines of a period: evidence is published for 90 days alone. */
export const seriesOf = (period: string): readonly (typeof SERIES)[number][] =>
  SERIES.filter(([name]) => name === 'developers' || period === EVIDENCE_PERIOD);

const DAY_MS = 86_400_000;
/** A line over fewer days than these would say more than they do. */
const SPAN_MIN = 6;

/** One period of a history, oldest first. */
export const trendOf = (history: readonly HistoryDay[], period: string): TrendDay[] =>
  history.flatMap(({ day, periods }) => periods.filter((row) => row.period === period).map((row) => ({ ...row, day })));

/** How many days after the first one a day is. */
export const dayNumber = (day: string, first: string): number => (Date.parse(day) - Date.parse(first)) / DAY_MS;

/** How wide the axis is, in days. */
export const spanOf = (days: readonly TrendDay[]): number =>
  Math.max(SPAN_MIN, dayNumber(days.at(-1)?.day ?? '', days[0]?.day ?? '') || 0);

const STEPS = [1, 2, 3, 4, 6, 8, 10];

/** The top of the axis: an even step above every published number; null where none is. */
export function topOf(days: readonly TrendDay[]): number | null {
  const values = days.flatMap((day) => SERIES.map(([name]) => day[name])).filter((value) => value !== null);
  if (values.length === 0) return null;
  const most = Math.max(...values);
  const power = 10 ** Math.floor(Math.log10(Math.max(10, most)));
  return STEPS.map((step) => step * power).find((top) => top >= most) ?? most;
}

/** Runs of following days: a day that has no snapshot, or no such row, ends one. */
export function runsOf(days: readonly TrendDay[], isIn: (day: TrendDay) => boolean): TrendDay[][] {
  const runs: TrendDay[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (!isIn(day)) continue;
    if (run && last && dayNumber(day.day, last.day) === 1) run.push(day);
    else runs.push([day]);
  }
  return runs;
}
