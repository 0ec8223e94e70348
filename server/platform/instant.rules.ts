/** RFC 3339, and ISO 8601 with an offset of hours alone or a blank for the T, as PostgreSQL writes times (decisions §2). */
const FORM =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (daysOfMonth[month - 1] ?? 0);
}

/**
 * Reads a time with its offset as one is sent to us, to the millisecond (further digits are cut). Null when it is not of that form or the calendar
 * doesn't have it, such as 30 February, hour 24 or second 60.
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
    part(6) > 59 ||
    part(9) > 23 ||
    part(10) > 59
  )
    return null;
  const offsetMinutes = (parts[8] === '-' ? -1 : 1) * (part(9) * 60 + part(10));
  const minutes = part(4) * 60 + part(5) - offsetMinutes;
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  return new Date(midnight + minutes * 60_000 + part(6) * 1000 + milliseconds);
}

/** The same, or a day, which begins at midnight UTC. */
export const readTime = (text: string): Date | null => readInstant(DAY.test(text) ? `${text}T00:00:00Z` : text);

/** The moment of a text that `readTime` was found to take. */
export function momentOf(text: string): Date {
  const at = readTime(text);
  if (!at) throw new Error('a time that was not checked');
  return at;
}
