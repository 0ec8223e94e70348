import { readInstant } from '../../platform/instant.rules.js';
import type { FieldProblem } from './event.types.js';

/** Lengths in characters (decisions §4, Rules of an event). */
export const lengthMax = {
  eventName: 100,
  developerId: 200,
  key: 255,
  productId: 128,
  label: 200,
  projectId: 128,
} as const;
export const eventNamePattern = '^[A-Za-z][A-Za-z0-9_.:-]*$';

/**
 * Identifiers that stand for no one person, whatever their letter case and surrounding space (decisions §4, Rules of an event). Published: an
 * event under one of them would count many people as one. A text of zeros and hyphens alone (`0`, the all-zero UUID) is one as well.
 */
export const placeholderDeveloperIds = [
  '',
  'null',
  '(null)',
  'nil',
  'none',
  '(none)',
  'undefined',
  'nan',
  'n/a',
  'n.a.',
  'unknown',
  'anonymous',
  'anon',
  'guest',
  'not set',
  '(not set)',
  'not_authenticated',
  'user_id',
  'userid',
  'developer_id',
  'distinct_id',
  'id',
  'email',
  'true',
  'false',
  '-1',
  '[object object]',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
] as const;

const placeholders: ReadonlySet<string> = new Set(placeholderDeveloperIds);
const longestPlaceholder = Math.max(...placeholderDeveloperIds.map((text) => text.length));
const zeros = /^[0-]+$/;

/** True for an identifier that stands for no one person. */
export function isPlaceholderDeveloper(developerId: string): boolean {
  const text = developerId.trim();
  return zeros.test(text) || (text.length <= longestPlaceholder && placeholders.has(text.toLowerCase()));
}

/** `occurredAt` may lead the server's clock by this much, and not lie before 2000 (decisions §4, Rules of an event). */
export const instantBounds = { aheadMaxMs: 5 * 60_000, earliestMs: Date.UTC(2000, 0, 1) } as const;

const withoutOffset = /^\d{4}-\d{2}-\d{2}(?:[Tt ][\d:.,]*)?$/;

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
