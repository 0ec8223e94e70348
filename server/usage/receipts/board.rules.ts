/** Calls and failures of one window. */
export interface CallCounts {
  readonly calls: number;
  readonly failed: number;
}

/** Fewer failures than this may be chance, and are no finding. */
const FAILED_MIN = 3;
/** A share that grew less is no finding. */
const TIMES_MIN = 2;

/** A tool that fails more than it did in the window before. */
export interface FailingMore {
  /** How many times the share of failures is that of before, with one decimal; null where none failed before. */
  readonly times: number | null;
}

/**
 * Compares shares and not counts, so that more use is no more failure. Null without calls before: there is nothing to compare with, and the
 * failures stand in their own column.
 */
export function failingMore(now: CallCounts, before: CallCounts): FailingMore | null {
  if (now.failed < FAILED_MIN || before.calls === 0) return null;
  if (before.failed === 0) return { times: null };
  const times = (now.failed / now.calls) * (before.calls / before.failed);
  return times >= TIMES_MIN ? { times: Math.round(times * 10) / 10 } : null;
}
