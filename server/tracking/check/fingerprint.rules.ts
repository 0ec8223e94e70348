import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { pointerStep } from '../../platform/graphql/input.walk.js';
import { isRecord } from '../../platform/json.rules.js';
import type { PreparedEvent } from '../catalog/index.js';
import { withoutNulls } from './member.rules.js';

/**
 * Rises when the canonical form changes; a stored event of an older version is compared by its payload in the present form, so that an
 * upgrade never makes an honest retry a 409. Version 2 leaves out nulls outside of metadata.
 */
export const FINGERPRINT_VERSION = 2;

/** Stands for a value whose names JavaScript would not keep in order. */
const disordered = Symbol('disordered');
const startsWithDigit = (name: string): boolean => name >= '0' && name < ':';

/** A copy with every object's names in the order of RFC 8785. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(ordered);
    return items.includes(disordered) ? disordered : items;
  }
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = ordered(value[name]);
    if (member === disordered || startsWithDigit(name)) return disordered;
    copy[name] = member;
  }
  return copy;
}

/**
 * The RFC 8785 form of a value that `inspectContent` found to be JSON (finite numbers, no lone surrogates, bounded depth, no `__proto__`).
 * JavaScript writes text and numbers as the RFC requires, so an ordered copy is enough, in a third of the time of the package `canonicalize`;
 * that package does the rest, since JavaScript puts names that are whole numbers first whatever the order. The tests compare both.
 */
export function canonicalJson(value: unknown): string {
  const copy = ordered(value);
  return (copy === disordered ? canonicalize(value) : JSON.stringify(copy)) ?? 'null';
}

/** SHA-256 of the canonical form of an event as sent, after stripping: it decides between a duplicate and a conflict (decisions §2, Idempotency). */
export const digestOf = (canonical: string): Buffer => hash('sha256', canonical, 'buffer');

/** The fingerprint of a payload; `checkEvent` has the canonical form already. */
export const fingerprintOf = (payload: Record<string, unknown>): Buffer => digestOf(canonicalJson(payload));

/** The differences of two payloads, as pointers in the order of their names; never values. */
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

/** Why an event is ignored: its product is, or its name is switched off for the product. */
export type IgnoredReason = 'product_ignored' | 'event_ignored';

/** The outcome of an event that was offered for storage. */
export type Recorded =
  | { readonly status: 'tracked' | 'duplicate'; readonly eventId: string; readonly receivedAt: Date }
  | { readonly status: 'ignored'; readonly reason: IgnoredReason }
  | { readonly status: 'conflict'; readonly changed: string[] };

/** The members by which the event under a taken key is compared. */
export interface StoredEvent {
  readonly id: string;
  readonly fingerprint: Buffer;
  readonly fingerprintVersion: number;
  readonly receivedAt: Date;
  readonly payload: Record<string, unknown>;
  /** True where its content was erased: its fingerprint alone decides, and no difference can be named. */
  readonly erased: boolean;
}

/** A taken key: the same payload is a duplicate, another one a conflict that names what differs, never values. */
export function recordedAgainst(event: Pick<PreparedEvent, 'fingerprint' | 'payload'>, stored: StoredEvent): Recorded {
  const isPresent = stored.fingerprintVersion === FINGERPRINT_VERSION;
  const fingerprint = isPresent ? stored.fingerprint : fingerprintOf(withoutNulls(stored.payload));
  // A fingerprint of another version than ours has nothing left to compare with: its key was used, and nothing may come back.
  if (fingerprint.equals(event.fingerprint) || (stored.erased && !isPresent))
    return { status: 'duplicate', eventId: stored.id, receivedAt: stored.receivedAt };
  return { status: 'conflict', changed: stored.erased ? [''] : changedPointers(stored.payload, event.payload) };
}
