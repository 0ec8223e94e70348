import type { FieldProblem } from './event.types.js';

/** `occurredAt` may lead the server's clock by this much, and not lie before 2000 (decisions §4, Rules of an event). */
export const instantBounds = { aheadMaxMs: 5 * 60_000, earliestMs: Date.UTC(2000, 0, 1) } as const;

const form =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/;
const withoutOffset = /^\d{4}-\d{2}-\d{2}(?:[Tt ][\d:.,]*)?$/;

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (daysOfMonth[month - 1] ?? 0);
}

/**
 * Reads an ISO 8601 time with offset, to the millisecond (further digits are cut). Null when it is not of that form or the calendar
 * doesn't have it, such as 30 February, hour 24 or second 60.
 */
export function readInstant(text: string): Date | null {
  const parts = form.exec(text);
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

const notATime = (text: string, pointer: string): FieldProblem =>
  withoutOffset.test(text)
    ? {
        pointer,
        code: 'no_offset',
        detail: 'occurredAt needs an offset',
        hint: 'end it in Z or in an offset such as +02:00',
      }
    : {
        pointer,
        code: 'not_a_time',
        detail: 'occurredAt must be an ISO 8601 time with offset that the calendar has',
        hint: 'such as 2026-01-31T09:30:00.000Z; leave it out when the time is unknown',
      };

/** Reads a time as `occurredAt`, or reports what is wrong with it. `now` is the server's clock. */
export function instantWithin(text: string, now: Date, pointer: string): Date | FieldProblem {
  const instant = readInstant(text);
  if (!instant) return notATime(text, pointer);
  if (instant.getTime() > now.getTime() + instantBounds.aheadMaxMs) {
    return {
      pointer,
      code: 'too_far_ahead',
      detail: 'occurredAt may be at most 5 minutes ahead',
      hint: 'check the clock and the offset of the sender',
    };
  }
  if (instant.getTime() < instantBounds.earliestMs) {
    return {
      pointer,
      code: 'before_2000',
      detail: 'occurredAt must not be before 2000',
      hint: 'leave it out when the time is unknown',
    };
  }
  return instant;
}
