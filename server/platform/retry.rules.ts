const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each failed attempt the next one follows: 1 m, 5 m, 30 m, 2 h, 12 h (decisions §7). */
const RETRIES_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];

/** When to try again after so many failed attempts; null when there were enough of them. */
export function retryAt(failedAttempts: number, now: Date): Date | null {
  const pauseMs = RETRIES_MS[failedAttempts - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}
