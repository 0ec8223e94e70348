import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';

/** The service as an authenticator knows it: a passkey made for one works for no other. */
export interface RelyingParty {
  /** The host of the workspace. */
  readonly id: string;
  readonly origin: string;
}

/** Null where browsers take no passkeys: they need a host with a name, and https beyond the machine itself. */
export function relyingPartyOf(workspaceUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(workspaceUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return null;
  return { id: hostname, origin };
}

/** The act that a challenge is for, and its holder: the session that asked, or the cookie of a sign-in. It counts for no other. */
export interface Binding {
  readonly purpose: 'enroll' | 'prove' | 'second_factor' | 'sign_in';
  readonly holder: string;
}

/** As long as a person may take at the browser's dialog. */
export const CHALLENGE_MS = 5 * 60 * 1000;
const TIME_BYTES = 6;
const RANDOM_BYTES = 24;

export interface Challenges {
  /** A new challenge; nothing of it is stored. */
  create(binding: Binding, at: Date): string;
  /** When a challenge of ours for this binding ends; null for any other text, and once it has ended. */
  endOf(challenge: string, binding: Binding, at: Date): Date | null;
}

/**
 * Challenges that carry their end, signed under SESSION_SECRET together with what they are for: asking for one writes nothing, however often a
 * page does. One of a previous secret counts until it ends.
 */
export function openChallenges(secrets: readonly string[]): Challenges {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'dai passkey challenge v1', 32)));
  const [currentKey = Buffer.alloc(0)] = keys;
  const signature = (key: Buffer, body: Buffer, { purpose, holder }: Binding): Buffer =>
    createHmac('sha256', key)
      .update(body)
      .update(JSON.stringify([purpose, holder]))
      .digest();
  return {
    create(binding, at) {
      const body = Buffer.alloc(TIME_BYTES + RANDOM_BYTES, randomBytes(TIME_BYTES + RANDOM_BYTES));
      body.writeUIntBE(at.getTime() + CHALLENGE_MS, 0, TIME_BYTES);
      return Buffer.concat([body, signature(currentKey, body, binding)]).toString('base64url');
    },
    endOf(challenge, binding, at) {
      const bytes = Buffer.from(challenge, 'base64url');
      const body = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
      const given = bytes.subarray(TIME_BYTES + RANDOM_BYTES);
      const isOurs = keys.some((key) => {
        const expected = signature(key, body, binding);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isOurs) return null;
      const end = new Date(body.readUIntBE(0, TIME_BYTES));
      return end > at ? end : null;
    },
  };
}

/** The digest of its bytes, which a text of base64 may spell in several ways. */
export const challengeHash = (challenge: string): Buffer =>
  createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest();

/** The person as an authenticator stores them: the bytes of the account's id, which say nothing about the person. */
export const userHandleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);
/** Longer than any credential's id (1,023 bytes) and any answer without an attestation. */
const ID_MAX = 1_400;
const ANSWER_MAX = 8_000;

/** The members of a browser's answer that we read; whatever else a browser adds is left aside. */
const credential = { id: base64url(ID_MAX), rawId: base64url(ID_MAX), type: z.literal('public-key') } as const;

/** A new passkey, as `PublicKeyCredential.toJSON()` writes it. */
export const newPasskeyShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(ANSWER_MAX),
    attestationObject: base64url(ANSWER_MAX),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});

/** The use of a passkey, as the same function writes it. */
export const passkeyUseShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(ANSWER_MAX),
    authenticatorData: base64url(ANSWER_MAX),
    signature: base64url(ANSWER_MAX),
    userHandle: base64url(100).nullish(),
  }),
});

const clientDataShape = z.object({ challenge: base64url(200), crossOrigin: z.boolean().optional() });

/** The challenge in a browser's answer; null when there is none, and for an answer that a frame of another site brought about. */
export function challengeIn(clientDataJson: string): string | null {
  try {
    const read = clientDataShape.safeParse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')));
    return read.success && read.data.crossOrigin !== true ? read.data.challenge : null;
  } catch {
    return null;
  }
}
