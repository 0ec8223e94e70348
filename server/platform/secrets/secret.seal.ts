import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret that was opened, and whether the current SESSION_SECRET had sealed it. */
export interface Opened {
  readonly text: string;
  readonly current: boolean;
}

/** Encrypts secrets that we have to know again, such as those that we sign with. */
export interface Sealer {
  /** `owner` names the record that the secret belongs to: sealed for one it opens for no other. */
  seal(text: string, owner: string): string;
  /** Null when no secret that we know sealed it for this owner. */
  open(sealed: string, owner: string): Opened | null;
}

/** Seals under a key of this purpose that SESSION_SECRET gives; what one of the previous secrets sealed still opens. */
export function openSealer(purpose: string, secret: string, previous: readonly string[]): Sealer {
  const keys = [secret, ...previous].map((one) =>
    Buffer.from(hkdfSync('sha256', one, '', `dai seal ${purpose} v1`, 32)),
  );
  const [currentKey = Buffer.alloc(0)] = keys;
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, currentKey, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64',
      );
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64');
      for (const key of keys) {
        const text = decrypted(bytes, key, owner);
        if (text !== null) return { text, current: key === currentKey };
      }
      return null;
    },
  };
}

function decrypted(bytes: Buffer, key: Buffer, owner: string): string | null {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null; // sealed by another key, or for another owner
  }
}
