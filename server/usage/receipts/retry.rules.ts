const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each failed attempt the next one follows: 1 m, 5 m, 30 m, 2 h, 12 h (decisions §7). */
const RETRIES_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];

/** How long after the queue refused a receipt the sweeper offers it again. */
export const SWEEP_PAUSE_MS = MINUTE_MS;
/** A queued receipt that is overdue for so long has lost its job: with a worker that was killed, or with the queue. */
export const LOST_AFTER_MS = 10 * MINUTE_MS;

/** Why a receipt was not delivered: for its owner, in our words alone. */
export enum RelayFailure {
  /** Its owner revoked the connection before it was delivered. */
  connection_revoked = 'connection_revoked',
  /** The connection expired before the queue took it. */
  connection_expired = 'connection_expired',
  /** The vendor's link to the tool, its verified domain or its product was gone before it was delivered. */
  vendor_unlinked = 'vendor_unlinked',
  /** Every attempt failed on our side. */
  delivery_failed = 'delivery_failed',
}

/** When to try again after so many failed attempts; null when there were enough of them. */
export function retryAt(failedAttempts: number, now: Date): Date | null {
  const pauseMs = RETRIES_MS[failedAttempts - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}
