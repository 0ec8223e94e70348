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
  'msr',
  'frs',
  'idn',
  'psk',
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

/** The public form of a bare UUID. Throws for an id that has a prefix already: it would be shown with two. */
export function publicId(prefix: IdPrefix, uuid: string): string {
  if (uuid.includes('_')) throw new TypeError(`the id ${uuid} stands where a bare ${prefix} id belongs`);
  return `${prefix}_${uuid}`;
}

/**
 * The UUID behind an id that a caller wrote, or null when it is malformed, of another type or without its prefix; a malformed id never
 * reaches PostgreSQL.
 */
export function readId(prefix: IdPrefix, text: string): string | null {
  if (!text.startsWith(`${prefix}_`)) return null;
  const uuid = text.slice(prefix.length + 1);
  return UUID.test(uuid) ? uuid : null;
}

/** The UUID behind a public id that a document of our own holds (decision 0091 names them); throws for any other text. */
export function storedUuid(prefix: IdPrefix, text: string): string {
  const uuid = readId(prefix, text);
  if (uuid === null) throw new TypeError(`a stored document holds "${text}" where a ${prefix} id belongs`);
  return uuid;
}

/** The first UUIDv7 of a millisecond: ids are made in the order of time, so that a time range is a range of ids. */
export function firstUuidAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** When a UUIDv7 was made. */
export const timeOfUuid = (uuid: string): Date => new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
