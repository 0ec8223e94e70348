const DAY_MS = 24 * 60 * 60 * 1000;

/** A closed interval of UTC days, `YYYY-MM-DD` each. */
export interface DayWindow {
  readonly from: string;
  readonly to: string;
}

/** The day so many days after another, or before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days a window has. */
export const daysOf = ({ from, to }: DayWindow): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;

/** The window of so many days that ends with a day. */
export const windowEndingAt = (to: string, days: number): DayWindow => ({ from: addDays(to, 1 - days), to });

/** The window of equal length that ends the day before. */
export const precedingWindow = (window: DayWindow): DayWindow =>
  windowEndingAt(addDays(window.from, -1), daysOf(window));

/** The first instant of a window, and the first one after it. */
export const instantsOf = ({ from, to }: DayWindow): readonly [since: string, before: string] => [
  `${from}T00:00:00.000Z`,
  `${addDays(to, 1)}T00:00:00.000Z`,
];

const WEEK = /^(\d{4})-W(\d{2})$/;
const WEEK_DAYS = 7;

/** The Monday of an ISO week (`2026-W45`) in UTC; null for a text that names no week of the calendar. */
export function mondayOfWeek(name: string): string | null {
  const [, year, week] = WEEK.exec(name) ?? [];
  if (year === undefined || week === undefined || year < '1000') return null;
  // ISO 8601: the fourth of January lies in the first week.
  const fourth = `${year}-01-04`;
  const first = addDays(fourth, -((new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % WEEK_DAYS));
  const monday = addDays(first, (Number(week) - 1) * WEEK_DAYS);
  // A week belongs to the year of its Thursday, so that most years have no fifty-third.
  return Number(week) >= 1 && addDays(monday, 3).startsWith(year) ? monday : null;
}
