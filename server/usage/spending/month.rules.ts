import { ValidateBy } from 'class-validator';
import type { FieldProblem } from '../../platform/fault.js';

/** PostgreSQL knows no year 0. */
const MONTH_FORM = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;

/** A calendar month, `2026-11`. */
export const IsMonth = (): PropertyDecorator =>
  ValidateBy({
    name: 'month',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && MONTH_FORM.test(value),
      defaultMessage: () => 'must be a month such as 2026-11',
    },
  });

/** The month that it is in UTC. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** The problem of a month that has not begun in UTC, or none. */
export const futureMonth = (month: string, now: Date): FieldProblem[] =>
  month > monthOf(now)
    ? [
        {
          pointer: '/month',
          code: 'too_far_ahead',
          detail: `month may be at most the current one in UTC, ${monthOf(now)}`,
        },
      ]
    : [];

/** So many months up to one, the oldest first. */
export function monthsUntil(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: count }, (_, at) => monthOf(new Date(Date.UTC(year, number - count + at))));
}
