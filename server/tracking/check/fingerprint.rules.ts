import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { pointerStep } from '../../platform/graphql/input.walk.js';
import type { PreparedEvent } from '../catalog/index.js';

/** Rises when the canonical form changes; a stored event of an older version is compared by its payload, so that an upgrade never makes an honest retry a 409. */
export const FINGERPRINT_VERSION = 1;

/** SHA-256 of the RFC 8785 form of an event as sent, after stripping (decisions §2, Idempotency). */
export const fingerprintOf = (payload: Record<string, unknown>): Buffer =>
  createHash('sha256')
    .update(canonicalize(payload) ?? '')
    .digest();

/** Where two payloads differ, as pointers in the order of their names; never values. */
export function changedPointers(before: unknown, after: unknown, at = ''): string[] {
  if (before === after) return [];
  const bothObjects = typeof before === 'object' && typeof after === 'object' && before !== null && after !== null;
  if (!bothObjects || Array.isArray(before) !== Array.isArray(after)) return [at];
  const left = new Map<string, unknown>(Object.entries(before));
  const right = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((key) => {
    const pointer = at + pointerStep(key);
    if (!left.has(key) || !right.has(key)) return [pointer];
    return changedPointers(left.get(key), right.get(key), pointer);
  });
}

/** What became of an event that was sent; ids are bare UUIDs. */
export type Recorded =
  | { readonly status: 'tracked' | 'duplicate'; readonly eventId: string; readonly receivedAt: Date }
  | { readonly status: 'ignored' }
  | { readonly status: 'conflict'; readonly changed: string[] }
  | { readonly status: 'revoked' };

/** What a taken key is compared by. */
export interface KeptEvent {
  readonly id: string;
  readonly fingerprint: Buffer;
  readonly fingerprintVersion: number;
  readonly receivedAt: Date;
  readonly payload: Record<string, unknown>;
}

/** A taken key: the same payload is a duplicate, another one a conflict that names what differs, never values. */
export function recordedAgainst(event: Pick<PreparedEvent, 'fingerprint' | 'payload'>, kept: KeptEvent): Recorded {
  const fingerprint = kept.fingerprintVersion === FINGERPRINT_VERSION ? kept.fingerprint : fingerprintOf(kept.payload);
  if (fingerprint.equals(event.fingerprint))
    return { status: 'duplicate', eventId: kept.id, receivedAt: kept.receivedAt };
  return { status: 'conflict', changed: changedPointers(kept.payload, event.payload) };
}
