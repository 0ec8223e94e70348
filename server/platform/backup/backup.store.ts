import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import type { BackupConfig } from '../config.backup.js';
import { fetchConfigured } from '../outbound/configured.fetch.js';
import { FetchRefused } from '../outbound/fetch.refused.js';
import { StartError } from '../start.error.js';
import { MANIFEST } from './backup.manifest.js';

/** How long one request to the object store may take, and how often it is made. */
const REQUEST_MS = 120_000;
const ATTEMPTS = 3;
const BACKUP_ID = /^dai-\d{8}T\d{6}Z-[0-9a-f]{8}$/;

/** Takes the files of one new backup, which counts as one from `finish` on. */
export interface BackupTarget {
  readonly address: string;
  put(name: string, content: Buffer): Promise<void>;
  /** Stores the manifest last: without it the rest is no backup. */
  finish(manifest: Buffer): Promise<void>;
  /** Removes what was stored, as far as that is possible. */
  abandon(): Promise<void>;
}

/** Reads the files of one backup; throws a StartError for one that is missing. */
export interface BackupSource {
  readonly address: string;
  get(name: string, bytesMax: number): Promise<Buffer>;
}

/** A place for a new backup below `to`: a folder, or `s3://bucket/prefix`. */
export function openTarget(to: string, id: string, config: BackupConfig): BackupTarget {
  return to.startsWith('s3://') ? bucketTarget(to, id, config) : folderTarget(to, id);
}

/** The backup at `from`: its own folder, or `s3://bucket/prefix/id`. */
export function openSource(from: string, config: BackupConfig): BackupSource {
  return from.startsWith('s3://') ? bucketSource(from, config) : folderSource(from);
}

/**
 * Files are written in a folder whose name ends in `.partial` and synced; the folder gets its name when all of them are there. Leftovers of
 * an interrupted run are removed first: one backup is made at a time.
 */
function folderTarget(to: string, id: string): BackupTarget {
  const [folder, partial] = [path.join(to, id), path.join(to, `${id}.partial`)];
  let begun = false;
  const begin = async (): Promise<void> => {
    if (begun) return;
    begun = true;
    try {
      mkdirSync(to, { recursive: true, mode: 0o700 });
      for (const name of await readdir(to))
        if (name.endsWith('.partial') && BACKUP_ID.test(name.slice(0, -'.partial'.length)))
          await rm(path.join(to, name), { recursive: true, force: true });
      mkdirSync(partial, { mode: 0o700 });
    } catch (error) {
      throw new StartError(`The backup cannot be written to ${to}. Check that the folder can be written to.`, {
        cause: error,
      });
    }
  };
  return {
    address: folder,
    async put(name, content) {
      await begin();
      await writeSynced(path.join(partial, name), content);
    },
    async finish(manifest) {
      await begin();
      await writeSynced(path.join(partial, MANIFEST), manifest);
      await syncFolder(partial);
      await rename(partial, folder);
      await syncFolder(to);
    },
    abandon: () => rm(partial, { recursive: true, force: true }),
  };
}

/** Writes a file and waits until it is on the disk. */
async function writeSynced(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function folderSource(from: string): BackupSource {
  return {
    address: from,
    async get(name) {
      try {
        return await readFile(path.join(from, name));
      } catch (error) {
        throw new StartError(await missing(from, name), { cause: error });
      }
    },
  };
}

/** Says what lies in the folder instead: the folder above a backup is an easy mistake. */
async function missing(from: string, name: string): Promise<string> {
  if (name !== MANIFEST) return `The backup is not whole: ${name} is missing.`;
  const found = (await readdir(from).catch(() => [])).filter((one) => BACKUP_ID.test(one)).sort();
  return found.length
    ? `${from} holds backups and is none itself. Name one of them: ${found.slice(-5).join(', ')}.`
    : `${from} is no whole backup: it has no ${MANIFEST}.`;
}

/** Removes all but the newest whole backups of a folder; a bucket has rules for that itself. Answers how many went. */
export async function removeOldBackups(to: string, keep: number): Promise<number> {
  if (to.startsWith('s3://')) return 0;
  const old = (await readdir(to))
    .filter((name) => BACKUP_ID.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of old) await rm(path.join(to, name), { recursive: true, force: true });
  return old.length;
}

function bucketTarget(to: string, id: string, config: BackupConfig): BackupTarget {
  const address = `${to.replace(/\/+$/, '')}/${id}`;
  const put = (name: string, content: Buffer) => ask(config, 'PUT', address, name, content);
  return {
    address,
    put: async (name, content) => void (await put(name, content)),
    finish: async (manifest) => void (await put(MANIFEST, manifest)),
    abandon: async () => undefined, // pieces without a manifest are no backup; the bucket's own rule removes them
  };
}

function bucketSource(from: string, config: BackupConfig): BackupSource {
  const address = from.replace(/\/+$/, '');
  return { address, get: (name, bytesMax) => ask(config, 'GET', address, name, undefined, bytesMax) };
}

/** One signed request (AWS Signature 4), repeated where the store did not answer or was busy. */
async function ask(
  { s3 }: BackupConfig,
  method: 'GET' | 'PUT',
  address: string,
  name: string,
  content?: Buffer,
  bytesMax = 65_536,
): Promise<Buffer> {
  if (!s3)
    throw new StartError('An s3:// address needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY as well.');
  const url = `${s3.endpoint}/${address.slice('s3://'.length).split('/').map(encodeURIComponent).join('/')}/${name}`;
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await signed(s3, method, url, content, bytesMax).catch((error: unknown) => {
      if (!(error instanceof FetchRefused)) throw error;
      return { status: 0, body: Buffer.alloc(0), error };
    });
    if (status === 200) return body;
    if (method === 'GET' && status === 404) throw new StartError(`${address} is no whole backup: it has no ${name}.`);
    if (attempt === ATTEMPTS || (status !== 0 && status < 500 && status !== 429))
      throw new StartError(
        `The object store ${status ? `answered ${status}` : 'did not answer'} for ${name}. Check address, bucket and keys.`,
      );
  }
}

async function signed(
  { accessKeyId, secretAccessKey, region }: NonNullable<BackupConfig['s3']>,
  method: string,
  url: string,
  content: Buffer | undefined,
  bytesMax: number,
): Promise<{ status: number; body: Buffer }> {
  const signer = new AwsV4Signer({
    method,
    url,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    ...(content ? { body: new Uint8Array(content) } : {}),
    headers: content
      ? { 'content-length': String(content.length), 'x-amz-content-sha256': await sha256Of(content) }
      : {},
  });
  const { headers } = await signer.sign();
  return fetchConfigured(url, {
    method: method === 'PUT' ? 'PUT' : 'GET',
    headers: Object.fromEntries(headers),
    ...(content ? { content } : {}),
    timeoutMs: REQUEST_MS,
    bytesMax,
  });
}

async function sha256Of(content: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(content))).toString('hex');
}
