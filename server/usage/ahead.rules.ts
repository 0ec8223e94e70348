import type { FieldProblem } from '../platform/fault.js';

/** Clocks differ; a time further ahead would freeze every later update (decisions §8). */
const AHEAD_MAX_MS = 5 * 60_000;

/** The problem of a time that lies in the future, at its pointer, or none. */
export const tooFarAhead = (at: Date, now: Date, pointer: string): FieldProblem[] =>
  at.getTime() > now.getTime() + AHEAD_MAX_MS
    ? [
        {
          pointer,
          code: 'too_far_ahead',
          detail: `${pointer.slice(pointer.lastIndexOf('/') + 1)} may be at most 5 minutes ahead`,
        },
      ]
    : [];
