import type { Request, Response } from 'express';
import { Fault } from '../fault.js';
import { openPlaces } from '../places.js';
import { addressOf } from './address.rules.js';

/** Bytes that callers without a valid credential may have in flight: one address, and all of them together (decision 0028). */
const HELD: HoldBounds = { perAddressMax: 8 * 1024 * 1024, inAllMax: 64 * 1024 * 1024 };
const RETRY_AFTER_S = 1;

export interface HoldBounds {
  readonly perAddressMax: number;
  readonly inAllMax: number;
}

export interface BodyHolds {
  /**
   * Reserves room for the body of a caller without a valid credential, before a byte of it is read, until the answer is out. Throws
   * RATE_LIMITED when the address has its share in flight, and UNAVAILABLE when all strangers together have.
   */
  holdBody(req: Request, res: Response, limitBytes: number): void;
  /** Bytes that strangers have in flight now. */
  heldBytes(): number;
}

/** Bounds what strangers hold in memory; with a valid credential the limits of that credential do. */
export function openBodyHolds({ perAddressMax, inAllMax } = HELD): BodyHolds {
  const bytes = openPlaces<'address'>({
    inAllMax,
    eachMax: { address: perAddressMax },
    refuse: (full) =>
      full === 'address'
        ? new Fault('RATE_LIMITED', {
            say: 'This address has too many unauthenticated requests in progress. Wait for their responses.',
            retryAfterS: RETRY_AFTER_S,
          })
        : new Fault('UNAVAILABLE', {
            say: 'Too many unauthenticated requests are in progress.',
            retryAfterS: RETRY_AFTER_S,
          }),
  });
  return {
    heldBytes: () => bytes.taken,
    holdBody: (req, res, limitBytes) =>
      bytes.untilClosed(res, { address: addressOf(req) }, bytesAhead(req, limitBytes)),
  };
}

/** The bytes that a body will take: its length, or the whole limit when it is compressed or does not say. */
function bytesAhead({ headers }: Request, limitBytes: number): number {
  const length = Number(headers['content-length']);
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return 0;
  return isPlain && Number.isSafeInteger(length) ? Math.min(length, limitBytes) : limitBytes;
}
