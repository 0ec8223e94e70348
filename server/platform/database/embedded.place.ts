import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../start.error.js';
import { type Account, findPostgresIn, hasCode, run } from './embedded.process.js';

/** Root keeps its database here, since the unprivileged account could not reach it below a private folder. */
export const OUTSIDE_FOLDER = '/var/lib/dai-pg';

/** Root may enter and write everywhere and may not run postgres: both make its case a different one. */
export const isRoot = process.getuid?.() === 0;

export interface Place {
  /** Ours alone, inside DATA_DIR: id, port, passwords, log and the list of users. */
  readonly control: string;
  /** The database's own files. */
  readonly cluster: string;
  readonly account: Account;
}

/** True where a database was made for this DATA_DIR; changes nothing. */
export const hasCluster = (dataDir: string): boolean =>
  fs.existsSync(path.join(path.resolve(dataDir), 'postgres', 'superuser.password'));

/** Makes the folder inside DATA_DIR from which the embedded database is run and answers its path, symbolic links resolved. */
export function openControl(dataDir: string): string {
  const folder = path.resolve(dataDir, 'postgres');
  try {
    fs.mkdirSync(folder, { recursive: true });
    // The unprivileged account walks through to its cluster, but may not look around.
    fs.chmodSync(folder, isRoot ? 0o711 : 0o700);
    return fs.realpathSync(folder);
  } catch (error) {
    throw new StartError(
      `${folder} cannot be used for the embedded database. Choose another DATA_DIR, or give the folder to this user.`,
      { cause: error },
    );
  }
}

/** Decides, inside the lock, where the cluster lies and who runs it; a database that exists is found again, moved out of a folder that became private if need be. */
export async function settlePlace(control: string): Promise<Place> {
  const id = keep(path.join(control, 'id'), () => randomBytes(8).toString('hex'));
  const inside = path.join(control, id);
  if (!isRoot) return { control, cluster: openFolder(inside), account: undefined };

  const outside = path.join(OUTSIDE_FOLDER, id);
  const account = ownerOf(inside) ?? ownerOf(outside) ?? borrowAccount();
  if (fs.existsSync(outside)) {
    const home = path.join(outside, 'home');
    const owner = readStored(home);
    if (owner !== undefined && owner !== control && readStored(path.join(owner, 'id')) === id) {
      // DATA_DIR is a copy of one that still exists: the two must not share a database, so this one begins its own.
      fs.rmSync(path.join(control, 'id'));
      return settlePlace(control);
    }
    write(home, control);
    return { control, cluster: openFolder(outside), account };
  }

  const reached = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', control], account);
  if (reached.status === 0) return { control, cluster: openFolder(inside), account };
  fs.mkdirSync(OUTSIDE_FOLDER, { recursive: true });
  fs.chmodSync(OUTSIDE_FOLDER, 0o711);
  if (fs.existsSync(inside)) {
    const cluster = path.join(inside, 'cluster');
    if ((await findPostgresIn(cluster, account)).length > 0) return { control, cluster, account };
    await moveFolder(inside, outside);
  }
  const cluster = openFolder(outside);
  write(path.join(outside, 'home'), control);
  return { control, cluster, account };
}

/** Reads a small fact that is chosen once and kept in a file of mode 0600; undefined while there is none. */
export function readStored(file: string): string | undefined {
  try {
    const text = fs.readFileSync(file, 'utf8').trim();
    return text === '' ? undefined : text;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Replaces a kept fact; a crash leaves the old one or the new one, never half of it. */
export function write(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true });
  fs.renameSync(draft, file);
}

/** Reads a kept fact, or makes it the first time. */
export function keep(file: string, make: () => string): string {
  const known = readStored(file);
  if (known !== undefined) return known;
  const made = make();
  write(file, made);
  return made;
}

function openFolder(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, isRoot ? 0o711 : 0o700);
  return path.join(folder, 'cluster');
}

async function moveFolder(from: string, to: string): Promise<void> {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    // Copied to another file system under another name until complete: a crash must not leave half a database to be used.
    const draft = `${to}.moving`;
    fs.rmSync(draft, { recursive: true, force: true });
    await fs.promises.cp(from, draft, { recursive: true });
    await run('sync', [], undefined);
    fs.renameSync(draft, to);
    fs.rmSync(from, { recursive: true });
  }
}

function ownerOf(folder: string): Account {
  const stat = fs.statSync(path.join(folder, 'cluster'), { throwIfNoEntry: false });
  return stat === undefined || stat.uid === 0 ? undefined : { uid: stat.uid, gid: stat.gid };
}

function borrowAccount(): Account {
  const rows = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = rows.find((row) => row.startsWith(`${name}:`))?.split(':');
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new StartError(
    'PostgreSQL refuses to run as root, and /etc/passwd has neither "postgres" nor "nobody" to run it as. Start as another user, or set DATABASE_URL.',
  );
}
