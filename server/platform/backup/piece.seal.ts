import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import canonicalize from 'canonicalize';
import { StartError } from '../start.error.js';
import type { Piece } from './backup.manifest.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Bytes of rows in one piece: what a process holds of a backup at once, and what one request to an object store carries. */
export const PIECE_BYTES_MAX = 16 * 1024 * 1024;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** 64 MiB and about a fifth of a second for one guess of a passphrase. */
const COST = { n: 65_536, r: 8, p: 1 } as const;

/** How the keys of a backup are derived from its passphrase (RFC 7914). */
export interface Derivation {
  readonly kdf: 'scrypt';
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly salt: string;
}

interface Keys {
  readonly encryption: Buffer;
  readonly authentication: Buffer;
}

/** Compresses, encrypts and authenticates the pieces and the manifest of one backup, or reads them again. */
export interface Sealer {
  readonly derivation: Derivation | null;
  /** The bytes to store for a piece, and its entry in the manifest. */
  seal(name: string, rows: Buffer): Promise<{ piece: Piece; stored: Buffer }>;
  /** The rows of a piece; throws a StartError when it is not as the manifest has it. */
  open(piece: Piece, stored: Buffer): Promise<Buffer>;
  /** A text that authenticates the manifest: keyed by the passphrase where there is one, else a checksum. */
  signatureOf(manifest: object): string;
}

/** A sealer for a new backup; with a passphrase everything but the manifest is encrypted with AES-256-GCM. */
export async function createSealer(backupId: string, passphrase: string | undefined): Promise<Sealer> {
  if (passphrase === undefined) return openSealer(backupId, null, undefined);
  return openSealer(backupId, { kdf: 'scrypt', ...COST, salt: randomBytes(SALT_BYTES).toString('hex') }, passphrase);
}

/** A sealer for an existing backup; throws a StartError where it is encrypted and there is no passphrase, or the other way round. */
export async function openSealer(
  backupId: string,
  derivation: Derivation | null,
  passphrase: string | undefined,
): Promise<Sealer> {
  if (derivation && passphrase === undefined)
    throw new StartError('The backup is encrypted: set BACKUP_PASSPHRASE to the passphrase that it was made with.');
  if (!derivation && passphrase !== undefined)
    throw new StartError(
      'The backup is not encrypted, and BACKUP_PASSPHRASE is set: it may be another one than you think. Unset the passphrase to read it all the same.',
    );
  const keys = derivation && passphrase !== undefined ? await deriveKeys(derivation, passphrase) : null;
  const boundTo = (name: string): Buffer => Buffer.from(`${backupId}/${name}`);
  return {
    derivation,
    async seal(name, rows) {
      const packed = await compress(rows, { level: 3 });
      const stored = keys ? encrypt(keys.encryption, boundTo(name), packed) : packed;
      return { piece: { name, bytes: stored.length, sha256: sha256(stored) }, stored };
    },
    async open(piece, stored) {
      if (stored.length !== piece.bytes || sha256(stored) !== piece.sha256)
        throw new StartError(`The backup is damaged: ${piece.name} is not as its manifest has it.`);
      try {
        const packed = keys ? decrypt(keys.encryption, boundTo(piece.name), stored) : stored;
        return await decompress(packed, { maxOutputLength: PIECE_BYTES_MAX });
      } catch (error) {
        throw new StartError(`The backup is damaged: ${piece.name} cannot be read.`, { cause: error });
      }
    },
    signatureOf(manifest) {
      const text = canonicalize(manifest) ?? '';
      return keys ? createHmac('sha256', keys.authentication).update(text).digest('hex') : sha256(text);
    },
  };
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

function deriveKeys({ n, r, p, salt }: Derivation, passphrase: string): Promise<Keys> {
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 256 * n * r };
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), 2 * KEY_BYTES, options, (error, derived) =>
      error
        ? reject(error)
        : resolve({ encryption: derived.subarray(0, KEY_BYTES), authentication: derived.subarray(KEY_BYTES) }),
    );
  });
}

/** Nonce, encrypted bytes and tag; `context` is authenticated too, so that no piece takes the place of another. */
function encrypt(key: Buffer, context: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, context: Buffer, stored: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(context)
    .setAuthTag(stored.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
