/** RFC 3339, and ISO 8601 with an offset of hours alone or a blank for the T, as PostgreSQL writes times (decisions §2). */
const FORM =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)$/;
const DAY_MS = 86_400_000;
/** The years that PostgreSQL and four digits have in common: an offset can lead beyond them, on either side. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
/** 23:59, in minutes of a day. */
const LAST_MINUTE = 1_439;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (daysOfMonth[month - 1] ?? 0);
}

/** Whether a day, counted from midnight UTC, ends its month: only there a leap second may be. */
const endsMonth = (midnight: number): boolean => new Date(midnight + DAY_MS).getUTCDate() === 1;

/**
 * Reads a time with its offset as one is sent to us, to the millisecond (further digits are cut). A leap second (23:59:60 UTC at the end of a
 * month) is the second after it, since our clocks have none. Null when it is not of that form or the calendar doesn't have it, such as
 * 30 February, hour 24 or another second 60, and when it lies in UTC before the year 1 or after the year 9999.
 */
export function readInstant(text: string): Date | null {
  const parts = FORM.exec(text);
  if (!parts) return null;
  const part = (index: number): number => Number(parts[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  if (
    day < 1 ||
    day > daysIn(year, month) ||
    part(4) > 23 ||
    part(5) > 59 ||
    part(6) > 60 ||
    part(9) > 23 ||
    part(10) > 59
  )
    return null;
  const offsetMinutes = (parts[8] === '-' ? -1 : 1) * (part(9) * 60 + part(10));
  const minutes = part(4) * 60 + part(5) - offsetMinutes;
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  const lastMinute = midnight + minutes * 60_000 - LAST_MINUTE * 60_000;
  if (part(6) === 60 && !(lastMinute % DAY_MS === 0 && endsMonth(lastMinute))) return null;
  const at = midnight + minutes * 60_000 + part(6) * 1000 + milliseconds;
  return at < FIRST || at > LAST ? null : new Date(at);
}

/** The same, or a day, which begins at midnight UTC. */
export const readTime = (text: string): Date | null => readInstant(DAY.test(text) ? `${text}T00:00:00Z` : text);

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => DAY.test(text) && readTime(text) !== null;

/** Whether a text is a day from which days are counted back or forward: the years that come out still have four digits. */
export const isWindowDay = (text: string): boolean => isDay(text) && text >= '1000-01-01' && text < '9000-01-01';

/** The moment of a text that `readTime` was found to take. */
export function momentOf(text: string): Date {
  const at = readTime(text);
  if (!at) throw new Error('a time that was not checked');
  return at;
}
