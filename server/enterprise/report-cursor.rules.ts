import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Offsets } from './report-page.rules.js';

/** A report that goes on: what its first answer was about, and how many rows of each list have been answered. */
export interface ReportPlace {
  /** Bare UUIDs. */
  readonly organizationUuid: string;
  readonly productUuid: string;
  readonly from: string;
  readonly to: string;
  readonly asOf: string;
  /** Stands for the rows of all lists: another one means that they changed since. */
  readonly digest: string;
  readonly offsets: Offsets;
}

export interface ReportCursors {
  sign(place: ReportPlace): string;
  /** The place behind a cursor; null for text that was not signed here. */
  verify(cursor: string): ReportPlace | null;
}

const CURSOR_MAX = 1_000;

/** Cursors are signed with a key of their own, so that no one but this service decides which rows of whom they are about. */
export function openReportCursors(sessionSecret: string, previous: readonly string[] = []): ReportCursors {
  const current = keyOf(sessionSecret);
  const keys = [current, ...previous.map(keyOf)];
  return {
    sign(place) {
      const packed = Buffer.from(JSON.stringify(place)).toString('base64url');
      return `${packed}.${signatureOf(current, packed)}`;
    },
    verify(cursor) {
      const [packed, signature, ...more] = cursor.length > CURSOR_MAX ? [] : cursor.split('.');
      if (!packed || !signature || more.length > 0) return null;
      if (!keys.some((key) => isEqual(signature, signatureOf(key, packed)))) return null;
      // Signed here, so it has the form that `sign` gave it.
      return JSON.parse(Buffer.from(packed, 'base64url').toString('utf8')) as ReportPlace;
    },
  };
}

const DIGEST_LENGTH = 16;

/** A digest of rows. */
export const digestOf = (rows: unknown): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, DIGEST_LENGTH);

const keyOf = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'dai report cursor v1', 32)));

const signatureOf = (key: KeyObject, content: string): string =>
  createHmac('sha256', key).update(content).digest('base64url');

/** Compares bytes: of two texts of one length, one may have more of them, which `timingSafeEqual` throws at. */
function isEqual(given: string, signed: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(signed)];
  return one.length === other.length && timingSafeEqual(one, other);
}
