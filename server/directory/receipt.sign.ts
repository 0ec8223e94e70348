import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

const DAY_MS = 86_400_000;
/** How long a receipt can be named in a later save (decisions §3). */
const LIVES_DAYS = 30;

/** What a public read asked and answered; the content of a receipt. */
export interface ReceiptContent {
  readonly kind: 'directory' | 'build_search' | 'build_brief';
  /** The question as it was understood: text and whatever bounds it. */
  readonly query: string;
  readonly constraints: unknown;
  readonly catalogVersion: number;
  /** Of the answer without its receipt, `sha256:…`. */
  readonly resultDigest: string;
}

export interface Receipt extends ReceiptContent {
  /** `rcp.<content>.<signature>` */
  readonly id: string;
  readonly asOf: Date;
  readonly expiresAt: Date;
}

export interface Receipts {
  /** Signs an answer. Nothing is stored: the same question to the same catalog has the same receipt for a whole UTC day. */
  sign(content: ReceiptContent, now: Date, catalogChangedAt: Date): Receipt;
  /** The receipt behind an id; null when it was not signed here or has expired. */
  verify(id: string, now: Date): Receipt | null;
}

/** Receipts of public reads are signed with a key of their own, derived from the session secret that all replicas share. */
export function openReceipts(sessionSecret: string): Receipts {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', sessionSecret, '', 'dai receipt v1', 32)));
  const signatureOf = (content: string): Buffer => createHmac('sha256', key).update(content).digest();

  return {
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
        id: `rcp.${packed}.${signatureOf(packed).toString('base64url')}`,
        asOf,
        expiresAt: new Date(day.getTime() + LIVES_DAYS * DAY_MS),
      };
    },
    verify(id, now) {
      const [prefix, packed, signature, ...more] = id.split('.');
      if (prefix !== 'rcp' || !packed || !signature || more.length) return null;
      const given = Buffer.from(signature, 'base64url');
      const wanted = signatureOf(packed);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      // Signed here, so it has the form that `sign` gave it.
      const [kind, query, constraints, catalogVersion, resultDigest, day, asOfMs] = JSON.parse(
        Buffer.from(packed, 'base64url').toString('utf8'),
      ) as [Receipt['kind'], string, unknown, number, string, number, number];
      const expiresAt = new Date((day + LIVES_DAYS) * DAY_MS);
      if (now >= expiresAt) return null;
      return {
        id: `rcp.${packed}.${wanted.toString('base64url')}`,
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
