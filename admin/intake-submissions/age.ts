import type { IntakeSubmissionRow } from '../providers/generated/operations.js';

const DAY_MS = 86_400_000;
/** Days of waiting after which a submission is marked, the longest first. */
const MARKS = [
  [5, 'five'],
  [2, 'two'],
] as const;

/** The mark of a submission's age at a time in milliseconds; null while it is young. */
export const ageMarkOf = (submittedAt: string, now: number): 'two' | 'five' | null =>
  MARKS.find(([days]) => now - Date.parse(submittedAt) >= days * DAY_MS)?.[1] ?? null;

/** States in which a submission waits for a reviewer. */
const WAITING: ReadonlySet<IntakeSubmissionRow['state']> = new Set([
  'triaged',
  'draft_prepared',
  'in_review',
  'approved',
]);
export const isWaiting = (state: IntakeSubmissionRow['state']): boolean => WAITING.has(state);
