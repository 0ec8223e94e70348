import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Type prefixes of the ids that callers see (decisions §2). Inside the database they are bare UUIDs. */
const PREFIXES = [
  'evt',
  'org',
  'prd',
  'usr',
  'key',
  'tok',
  'aud',
  'inv',
  'vrd',
  'imp',
  'tol',
  'ofr',
  'clm',
  'lnk',
  'pln',
  'skl',
  'prj',
  'prf',
  'ses',
  'urc',
  'con',
  'snp',
  'sub',
  'drf',
  'cmt',
  'hck',
  'whk',
  'msg',
  'viw',
  'ear',
] as const;
export type IdPrefix = (typeof PREFIXES)[number];

export const isIdPrefix = (value: unknown): value is IdPrefix => PREFIXES.some((prefix) => prefix === value);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const RANDOM_BYTES = 16;
/** Randomness is drawn for so many ids at once: a draw for one takes longer than all the rest of it. */
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let drawnBytes = pool.length;
let latestMs = 0;
let sequence = 0;

/**
 * A new UUIDv7, bare, greater than all that this process made before: ids are made in the application so that the schema can be
 * distributed (scale S7), and lists are ordered by them.
 */
export function newUuid(): string {
  if (drawnBytes === pool.length) {
    randomFillSync(pool);
    drawnBytes = 0;
  }
  const random = pool.subarray(drawnBytes, drawnBytes + RANDOM_BYTES);
  drawnBytes += RANDOM_BYTES;
  const nowMs = Date.now();
  sequence = nowMs > latestMs ? random.readUInt32BE() >>> 1 : sequence + 1; // half of the range is left to count in
  latestMs = Math.max(nowMs, latestMs);
  return v7({ random, msecs: latestMs, seq: sequence });
}

/** Domains change to bare UUIDs one after another. Until all have, our own code may hold an id of these kinds in either form. */
const IN_BOTH_FORMS: readonly IdPrefix[] = ['org', 'prd', 'usr'];

/** True for an id of a kind in change that has its prefix already. */
export const hasPrefix = (prefix: IdPrefix, id: string): boolean =>
  IN_BOTH_FORMS.includes(prefix) && id.startsWith(`${prefix}_`);

/** The public form of a UUID. */
export const publicId = (prefix: IdPrefix, uuid: string): string =>
  hasPrefix(prefix, uuid) ? uuid : `${prefix}_${uuid}`;

/**
 * The UUID behind a public id, or null when the id is malformed or of another type; a malformed id never reaches PostgreSQL. Takes a bare
 * UUID as well where its kind is in change: text that comes from outside is read by `readId`.
 */
export const uuidOf = (prefix: IdPrefix, id: string): string | null =>
  readId(prefix, id) ?? (IN_BOTH_FORMS.includes(prefix) && UUID.test(id) ? id : null);

/** An id of our own without its prefix: entities of domains that have not changed yet hold public ids. Checks nothing else of it. */
export const bareId = (prefix: IdPrefix, id: string): string =>
  id.startsWith(`${prefix}_`) ? id.slice(prefix.length + 1) : id;

/** The UUID behind an id that a caller wrote, or null when it is malformed, of another type or without its prefix. */
export function readId(prefix: IdPrefix, text: string): string | null {
  if (!text.startsWith(`${prefix}_`)) return null;
  const uuid = text.slice(prefix.length + 1);
  return UUID.test(uuid) ? uuid : null;
}

/** The first UUIDv7 of a millisecond: ids are made in the order of time, so that a time range is a range of ids. */
export function firstUuidAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** When a UUIDv7 was made. */
export const timeOfUuid = (uuid: string): Date => new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
