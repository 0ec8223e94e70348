import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { StartError } from '../start.error.js';
import { openSealer, type Sealer } from './piece.seal.js';

export const MANIFEST = 'manifest.json';
export const MANIFEST_BYTES_MAX = 64 * 1024 * 1024;

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));
const count = z.number().int().min(0);
/** Names become part of statements and file names: nothing but letters, digits and underscores. */
const column = z.string().regex(/^[A-Za-z_]\w*$/);

const piece = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][\w.-]*$/),
  bytes: count,
  sha256: hex(64),
});
const table = z.strictObject({
  schema: z.enum(['public', 'auth']),
  name: column,
  columns: z.array(column).min(1),
  rows: count,
  pieces: z.array(piece),
});

const manifest = z.strictObject({
  format: z.literal('dai-backup-1'),
  id: z.string().regex(/^dai-\d{8}T\d{6}Z-[0-9a-f]{8}$/),
  /** The moment whose rows are in the backup. */
  at: z.iso.datetime(),
  version: z.string(),
  build: z.string(),
  migrations: z.array(z.string().regex(/^[\w-]+$/)).min(1),
  encryption: z
    .strictObject({
      kdf: z.literal('scrypt'),
      n: z.number().int().min(16_384).max(1_048_576),
      r: z.number().int().min(8).max(16),
      p: z.number().int().min(1).max(4),
      salt: hex(32),
    })
    .nullable(),
  /** Tells whether SESSION_SECRET is the one that sealed what the rows hold; the secret itself is not in a backup. */
  sessionSecretCheck: hex(16),
  tables: z.array(table).min(1),
  sequences: z.array(
    z.strictObject({ schema: z.enum(['public', 'auth']), name: column, last: z.string().regex(/^\d+$/) }),
  ),
  /** Jobs of the queue, one JSON value a line. */
  jobs: z.strictObject({ rows: count, pieces: z.array(piece) }),
  /** The head of every chain of the audit log, as `dai audit verify --heads` takes them. */
  heads: z.array(z.strictObject({ chain: z.string(), sequence: count, hash: hex(64) })),
  signature: hex(64),
});

export type Manifest = z.infer<typeof manifest>;
export type Piece = Manifest['jobs']['pieces'][number];
export type BackedUpTable = Manifest['tables'][number];

/** The manifest's bytes, with what authenticates it. */
export function writeManifest(content: Omit<Manifest, 'signature'>, sealer: Sealer): Buffer {
  return Buffer.from(`${JSON.stringify({ ...content, signature: sealer.signatureOf(content) }, null, 1)}\n`);
}

/** Reads a manifest and proves it with the passphrase; throws a StartError for what is none, or was changed. */
export async function readManifest(
  stored: Buffer,
  passphrase: string | undefined,
): Promise<{ manifest: Manifest; sealer: Sealer }> {
  const read = manifest.safeParse(parsed(stored));
  if (!read.success) throw new StartError('The manifest of the backup is damaged, or of another version of DAI.');
  const { signature, ...content } = read.data;
  const sealer = await openSealer(content.id, content.encryption, passphrase);
  if (!timingSafeEqual(Buffer.from(sealer.signatureOf(content), 'hex'), Buffer.from(signature, 'hex')))
    throw new StartError(
      content.encryption
        ? 'The passphrase is not that of the backup, or its manifest was changed.'
        : 'The manifest of the backup was changed.',
    );
  return { manifest: read.data, sealer };
}

function parsed(stored: Buffer): unknown {
  try {
    return JSON.parse(stored.toString('utf8'));
  } catch {
    return null;
  }
}
