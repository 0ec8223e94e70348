import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

const DAY_MS = 86_400_000;
/** How long a receipt can be named in a later save (decisions §3). */
const LIVES_DAYS = 30;

/** The question and the answer of a public read: the content of a receipt. */
export interface ReceiptContent {
  readonly kind: 'directory' | 'build_search' | 'build_brief';
  /** The question as it was understood: its text and its bounds. */
  readonly query: string;
  readonly constraints: unknown;
  readonly catalogVersion: number;
  /** The digest of the answer without its receipt, `sha256:…`. */
  readonly resultDigest: string;
}

export interface Receipt extends ReceiptContent {
  /** `rcp.<content>.<signature>`; the signature begins with the id of its key. */
  readonly id: string;
  readonly asOf: Date;
  readonly expiresAt: Date;
}

export interface Receipts {
  /** Names the key that signs now: an answer that holds a receipt is another one under another key. */
  readonly keyId: string;
  /** Signs an answer. Nothing is stored: the same question to the same catalog has the same receipt for a whole UTC day. */
  sign(content: ReceiptContent, now: Date, catalogChangedAt: Date): Receipt;
  /** The receipt behind an id; null when it was not signed here or has expired. */
  verify(id: string, now: Date): Receipt | null;
}

interface ReceiptKey {
  /** The beginning of a digest of the key; it reveals nothing about the key or the secret. */
  readonly id: string;
  readonly key: KeyObject;
}

function keyOf(secret: string): ReceiptKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'dai receipt v1', 32));
  const id = createHash('sha256').update('dai receipt key').update(bytes).digest('base64url').slice(0, KEY_ID_LENGTH);
  return { id, key: createSecretKey(bytes) };
}

const KEY_ID_LENGTH = 8;
const SIGNATURE_LENGTH = 43;

const signatureOf = ({ key }: ReceiptKey, content: string): string =>
  createHmac('sha256', key).update(content).digest('base64url');

/** Compares bytes: two texts of one length may differ in bytes, and `timingSafeEqual` throws at that. */
function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Receipts of public reads are signed with a key of their own, derived from the session secret that all replicas share. Receipts that a
 * previous secret signed are verified until they expire.
 */
export function openReceipts(sessionSecret: string, previous: readonly string[] = []): Receipts {
  const current = keyOf(sessionSecret);
  const keys = [current, ...previous.map(keyOf)];

  return {
    keyId: current.id,
    sign(content, now, catalogChangedAt) {
      const day = startOfDay(now);
      const asOf = catalogChangedAt > day ? catalogChangedAt : day;
      const { kind, query, constraints, catalogVersion, resultDigest } = content;
      const packed = Buffer.from(
        JSON.stringify([
          kind,
          query,
          constraints,
          catalogVersion,
          resultDigest,
          day.getTime() / DAY_MS,
          asOf.getTime(),
        ]),
      ).toString('base64url');
      return {
        ...content,
        id: `rcp.${packed}.${current.id}${signatureOf(current, packed)}`,
        asOf,
        expiresAt: new Date(day.getTime() + LIVES_DAYS * DAY_MS),
      };
    },
    verify(id, now) {
      const [prefix, packed, signed, ...more] = id.split('.');
      if (prefix !== 'rcp' || !packed || !signed || more.length) return null;
      const keyId = signed.slice(0, -SIGNATURE_LENGTH); // receipts from before the key ids have none
      const signature = signed.slice(-SIGNATURE_LENGTH);
      if (!keys.some((one) => (keyId === '' || one.id === keyId) && isEqual(signature, signatureOf(one, packed))))
        return null;
      // Signed here, so it has the form that `sign` gave it.
      const [kind, query, constraints, catalogVersion, resultDigest, day, asOfMs] = JSON.parse(
        Buffer.from(packed, 'base64url').toString('utf8'),
      ) as [Receipt['kind'], string, unknown, number, string, number, number];
      const expiresAt = new Date((day + LIVES_DAYS) * DAY_MS);
      if (now >= expiresAt) return null;
      return {
        id,
        kind,
        query,
        constraints,
        catalogVersion,
        resultDigest,
        asOf: new Date(asOfMs),
        expiresAt,
      };
    },
  };
}

/** Midnight UTC of that day. */
export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
