import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start.error.js';
import type { Place } from './embedded.place.js';
import { identifyProcess, PROGRAM_ENVIRONMENT, type ProcessIdentity } from './embedded.process.js';

/** Recovery after a crash replays up to max_wal_size of log before the server is ready. */
export const READY_TIMEOUT_MS = 120_000;
const READY_CHECK_MS = 15;
const LOG_BYTES_MAX = 10 * 1024 * 1024;
const LOG_TAIL_CHARACTERS = 4_000;

const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The log says what failed, never with which values: statements and details hold what callers sent.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** No one but programs of this machine can knock, and a socket file's path would be too long in a deep checkout. */
const FIXED_SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '' };

/** Everything that it takes to start the server of one cluster. */
export interface ServerSetup {
  readonly place: Place;
  /** Folder of the postgres binary. */
  readonly programs: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts the server on the port and answers its identity once it takes connections; rejects with the reason and, as cause, what it wrote to its log. */
export async function launchServer({ place, programs, settings }: ServerSetup, port: number): Promise<ProcessIdentity> {
  const from = rotateLog(place);
  const log = fs.openSync(logFile(place), 'a', 0o600);
  const options = Object.entries({ ...DEFAULT_SETTINGS, ...settings, ...FIXED_SETTINGS }).flatMap(([name, text]) => [
    '-c',
    `${name}=${text}`,
  ]);
  // Detached: in a session of its own it hears no Ctrl-C, and it outlives us for other processes that use it.
  const child = spawn(path.join(programs, 'postgres'), ['-D', place.cluster, '-p', String(port), ...options], {
    ...place.account,
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  child.unref();
  const ended: string[] = [];
  child.once('error', (error) => ended.push(error.message));
  child.once('exit', (status, name) => ended.push(`it ended with ${status ?? name}`));
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (ended.length === 0 && performance.now() < deadline) {
    const file = readPidFile(place);
    const identity =
      child.pid === undefined || file?.pid !== child.pid || !file.ready ? undefined : identifyProcess(child.pid);
    if (identity !== undefined) return identity;
    await sleep(READY_CHECK_MS);
  }
  const reason = ended[0] ?? `it was not ready after ${READY_TIMEOUT_MS / 1000} s`;
  throw new StartError(`The embedded PostgreSQL did not start: ${reason}. Its log is ${logFile(place)}.`, {
    cause: fs.readFileSync(logFile(place)).subarray(from).toString('utf8').slice(-LOG_TAIL_CHARACTERS),
  });
}

/** Reads what the postmaster says of itself; undefined while there is no complete statement. */
export function readPidFile(place: Place): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = fs.readFileSync(path.join(place.cluster, 'postmaster.pid'), 'utf8').split('\n');
    // Negative while an operator works on the cluster in single-user mode.
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), ready: lines[7]?.startsWith('ready') === true };
  } catch {
    return undefined;
  }
}

/** The file that the server's messages go to. */
export function logFile(place: Place): string {
  return path.join(place.control, 'server.log');
}

function rotateLog(place: Place): number {
  const size = fs.statSync(logFile(place), { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_BYTES_MAX) return size;
  fs.renameSync(logFile(place), `${logFile(place)}.1`);
  return 0;
}
