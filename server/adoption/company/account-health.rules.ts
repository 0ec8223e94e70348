import { addDays, daysOf } from '../day.rules.js';
import type { AccountHealth } from './story.types.js';

/** The days before the last one, itself included, that show how often an account used to come. */
const HABIT_DAYS = 28;
/** Fewer days with events show no habit. */
const HABIT_MIN = 4;

/**
 * How an account stands against its own past: whole days of silence, days with events of the four weeks that end with the last one, and the mean
 * number of days from one of them to the next, which is null where there are fewer than four. `days` are UTC days in their order, at least one.
 */
export function healthOf(days: readonly string[], today: string): AccountHealth {
  const lastDay = days.at(-1) ?? today;
  const begin = addDays(lastDay, 1 - HABIT_DAYS);
  const recent = days.filter((day) => day >= begin);
  const [first = lastDay] = recent;
  const span = daysOf({ from: first, to: lastDay }) - 1;
  return {
    lastDay,
    quietDays: Math.max(0, daysOf({ from: lastDay, to: today }) - 1),
    activeDays: recent.length,
    usualGapDays: recent.length < HABIT_MIN ? null : span / (recent.length - 1),
  };
}
