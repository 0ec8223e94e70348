const MINUTE_MS = 60_000;

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
