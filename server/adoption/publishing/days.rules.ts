import type { ClosedWindow } from './figures.types.js';
import { LAG_HOURS } from './publication.rules.js';
import { type PeriodId, periodDays } from './snapshot.types.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The UTC day so many days later, or earlier where they are negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The newest day that is closed and has waited out the lag in which its late events arrive. */
export const newestDueDay = (now: Date): string =>
  dayAfter(new Date(now.getTime() - LAG_HOURS * HOUR_MS).toISOString().slice(0, 10), -1);

/** The period that ends with that day. */
export const windowOf = (period: PeriodId, day: string): ClosedWindow => ({
  from: dayAfter(day, 1 - periodDays[period]),
  to: day,
});
