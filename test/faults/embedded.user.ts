import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export const isRoot = process.getuid?.() === 0;
const OUTSIDE_FOLDER = '/var/lib/dai-pg';
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

export interface User {
  readonly pid: number;
  readonly superuserUrl: string;
  readonly url: string;
  readonly port: number;
  readonly adopted: boolean;
  /** Resolves when it has been told so often that its server was restarted. */
  restarted(times: number): Promise<void>;
  /** Lets it leave the database and end. */
  leave(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<void>;
}

export interface UserOptions {
  readonly account?: { uid: number; gid: number };
  /** Folder made by `copyCheckout`; the repository itself otherwise. */
  readonly checkout?: string;
  readonly settings?: Record<string, string>;
}

const users = new Set<User>();
const folders = new Set<string>();
/** By data folder. */
const lastUsers = new Map<string, User>();

/** Sources are run as they are: Node strips the types, and this finds the file that an import of its output means. */
const SOURCES_HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) =>
    next(context.parentURL?.endsWith('.ts') ? name.replace(/^(\\..*)\\.js$/, '$1.ts') : name, context) });
`)}`;

/** Starts a process of its own that uses the database in the data folder; rejects with what it wrote when it cannot. */
export function startUser(dataDir: string, options: UserOptions = {}): Promise<User> {
  const checkout = options.checkout ?? REPOSITORY;
  const program = options.checkout === undefined ? process.execPath : path.join(checkout, 'node');
  const main = path.join(checkout, 'test/faults/embedded.child.ts');
  const settings = JSON.stringify({ fsync: 'off', shared_buffers: '16MB', ...options.settings });
  // A process group of its own, as a terminal makes one.
  const child = spawn(program, ['--import', SOURCES_HOOK, main, dataDir, settings], {
    ...options.account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let restarts = 0;
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as { event: string } & Pick<User, 'superuserUrl' | 'url' | 'port' | 'adopted'>;
      if (message.event === 'restarted') {
        restarts += 1;
        child.emit('restarted');
      }
      if (message.event !== 'started' || child.pid === undefined) return;
      const user: User = {
        ...message,
        pid: child.pid,
        ended,
        restarted: async (times) => {
          while (restarts < times) await new Promise((resolve) => child.once('restarted', resolve));
        },
        leave: async () => {
          child.stdin.end();
          await ended;
          if (child.exitCode !== 0) throw new Error(`The user of the database did not leave in peace: ${errors}`);
        },
        kill: (signal) => child.kill(signal),
      };
      users.add(user);
      lastUsers.set(dataDir, user);
      void ended.then(() => users.delete(user));
      resolve(user);
    });
    void ended.then(() => reject(new Error(errors)));
  });
}

/** Makes an empty folder for one test; private as `mktemp -d` makes it, or open to every account. */
export function makeFolder(mode: 0o700 | 0o755): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dai embedded '));
  fs.chmodSync(folder, mode);
  folders.add(folder);
  return folder;
}

/** Ends every process and every server that the test left running. */
export async function endAll(): Promise<void> {
  for (const user of users) user.kill('SIGCONT');
  await Promise.all([...users].map((user) => user.leave()));
  for (const [dataDir, { superuserUrl }] of lastUsers) {
    // A killed process left a server behind: the last user stops it.
    const runs = await ask(superuserUrl, 'select').then(
      () => true,
      () => false,
    );
    if (runs) await (await startUser(dataDir)).leave();
  }
}

/** Removes what all tests of a file made; at its end, since file systems are slow to make files where many were just removed. */
export function removeFolders(): void {
  if (isRoot) {
    const ids = [...lastUsers.keys()].map(readId);
    for (const id of ids) fs.rmSync(path.join(OUTSIDE_FOLDER, id), { recursive: true, force: true });
  }
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  lastUsers.clear();
  folders.clear();
}

/** Answers the random name of the database that belongs to the data folder. */
export function readId(dataDir: string): string {
  return fs.readFileSync(path.join(dataDir, 'postgres', 'id'), 'utf8').trim();
}

/** Asks one statement on a connection of its own. */
export async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Stores the row by which a test recognises its own database. */
export const makeNote = (url: string) => ask(url, `create table note as select 'kept' as text`);

/** Reads the rows that `makeNote` stored: STORED_NOTE, if they are still there. */
export const readNote = (url: string) => ask(url, 'select text from note');

export const STORED_NOTE = [{ text: 'kept' }];

/** Answers the process id of the server. */
export async function postmasterOf(user: User): Promise<number> {
  const rows = await ask(user.superuserUrl, `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
  return Number(rows[0]?.pid);
}
