import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import type { DemoCredentials } from '../../server/demo/demo.js';
import { withLock } from '../../server/platform/database/embedded.lock.js';
import { OUTSIDE_FOLDER, openControl, type Place, settlePlace } from '../../server/platform/database/embedded.place.js';
import { findPostgresIn } from '../../server/platform/database/embedded.process.js';
import { stopServer } from '../../server/platform/database/embedded.server.js';
import { INHERITED } from '../setup/process.environment.js';
import { QUICK_FOLDER } from '../setup/quick-folder.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = path.join(REPOSITORY, 'dist/server/main.js');
const MIGRATIONS = path.join(REPOSITORY, 'dist/server/platform/database/orm.js');
const SOURCES = ['server', 'rest-shims', 'mcp', 'formats', 'tsconfig.json'];

/** Limits would end the load, and a log line for each answer would slow it. */
const ENVIRONMENT = {
  ...INHERITED,
  ENV_FILE: '/dev/null',
  PORT: '0',
  RATE_LIMIT_SCALE: '100000',
  LOG_LEVEL: 'warn',
};

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The text that it wrote to standard error. */
  readonly errors: string;
}

export interface Gateway {
  readonly url: string;
  readonly ended: Promise<Ended>;
  /** The text that it has written to standard output. */
  screen(): string;
  /** Sends exactly this process a signal. */
  kill(signal: NodeJS.Signals): void;
}

const processes = new Set<ChildProcess>();
/** The process groups that still have a process. */
const groups = new Set<number>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of processes) child.kill('SIGKILL');
});

/** Compiles the server when a source is newer than its output; one process does it, others wait. */
export function buildIfStale(): Promise<void> {
  return withLock(`${REPOSITORY}dist`, async () => {
    const made = fs.statSync(MAIN, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Math.max(...SOURCES.map((source) => newestIn(path.join(REPOSITORY, source)))) <= made) return;
    const built = spawnSync('npx', ['tsc', '-p', 'tsconfig.json'], { cwd: REPOSITORY, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`the server does not compile: ${built.stdout}${built.stderr}`);
  });
}

function newestIn(place: string): number {
  const found = fs.statSync(place, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  return Math.max(0, ...fs.readdirSync(place).map((name) => newestIn(path.join(place, name))));
}

/** Makes an empty data folder that the account of PostgreSQL may enter. */
export function makeDataDir(): string {
  const folder = fs.mkdtempSync(path.join(QUICK_FOLDER, 'dai-fault-'));
  fs.chmodSync(folder, 0o755);
  folders.add(folder);
  return folder;
}

function start(args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
    env: { ...ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.add(child);
  child.once('close', () => processes.delete(child));
  return child;
}

function endOf(child: ChildProcess): Promise<Ended> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, errors })));
}

/** Runs the migrations on a database in a process of its own. */
export function runMigrations(url: string): Promise<Ended> {
  const script = `const { migrate } = await import(${JSON.stringify(MIGRATIONS)}); await migrate(${JSON.stringify(url)});`;
  return endOf(start(['--input-type=module', '--eval', script], {}));
}

/** Starts a gateway and answers it once it serves; rejects with what it wrote when it ends before. */
export function startGateway(env: Record<string, string>, main = MAIN): Promise<Gateway> {
  const child = start([main], env);
  const ended = endOf(child);
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /ready at (http\S+)\s/.exec(output)?.[1];
      if (url) resolve({ url, ended, screen: () => output, kill: (signal) => child.kill(signal) });
    });
    void ended.then(({ errors }) => reject(new Error(`the gateway did not start: ${errors}`)));
  });
}

/** Starts a process that folds and serves nothing. */
export function startWorker(env: Record<string, string>): Pick<Gateway, 'ended' | 'kill'> {
  const child = start([MAIN], { ...env, ROLE: 'worker' });
  child.stdout?.resume();
  return { ended: endOf(child), kill: (signal) => child.kill(signal) };
}

/** A command in a process group of its own; `log` is where its standard error goes. */
export async function startGroup(
  command: string,
  args: readonly string[],
  dataDir: string,
  until: string,
  log: 'pipe' | number = 'pipe',
) {
  const child = spawn(command, args, {
    cwd: REPOSITORY,
    detached: true,
    env: { ...INHERITED, ENV_FILE: '/dev/null', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', log],
  });
  const pid = child.pid ?? 0;
  groups.add(pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve(void groups.delete(pid)))); // the whole group has let go of its output
  await vi.waitFor(() => expect(output).toContain(until), { timeout: 300_000, interval: 50 });
  return { pid, closed, output: () => output };
}

/** The demo's keys and people in a data folder. */
export const credentialsOf = (dataDir: string): DemoCredentials =>
  JSON.parse(fs.readFileSync(path.join(dataDir, 'credentials.json'), 'utf8')) as DemoCredentials;

/** The place of a data folder's embedded database. */
export const placeOf = (dataDir: string): Promise<Place> => settlePlace(openControl(dataDir));

/** The processes of PostgreSQL that still have the database of a data folder. */
export const databasesOf = async (dataDir: string) => {
  const place = await placeOf(dataDir);
  return findPostgresIn(place.cluster, place.account);
};

/** The address of a data folder's embedded database, as its owner, the role that serves, or the superuser. */
export function addressOf(dataDir: string, role: 'dai' | 'dai_gateway' | 'superuser' = 'dai'): string {
  const readStored = (name: string): string => fs.readFileSync(path.join(dataDir, 'postgres', name), 'utf8').trim();
  const user = role === 'superuser' ? 'dai_superuser' : role;
  return `postgresql://${user}:${readStored(`${role}.password`)}@127.0.0.1:${readStored('port')}/dai`;
}

/** Ends every process that the tests started, with the databases that killed ones left behind, and removes their folders. */
export async function endAll(): Promise<void> {
  const ends = [...processes].map((child) => new Promise((ended) => child.once('close', ended)));
  for (const child of processes) child.kill('SIGKILL');
  for (const pid of groups) process.kill(-pid, 'SIGKILL');
  await Promise.all(ends);
  for (const folder of folders) {
    if (fs.existsSync(path.join(folder, 'postgres', 'id'))) {
      const place = await placeOf(folder);
      await stopServer(place);
      fs.rmSync(path.join(OUTSIDE_FOLDER, path.basename(path.dirname(place.cluster))), {
        recursive: true,
        force: true,
      });
    }
    fs.rmSync(folder, { recursive: true, force: true });
  }
  folders.clear();
}
