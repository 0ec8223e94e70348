import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start.error.js';

/** The unprivileged account that postgres runs as when we are root, whom it refuses; undefined means our own account. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

/** A process id alone is no identity, since the kernel hands it out again; together with its start time it is. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks between the start of the machine and the start of the process, as /proc writes them. */
  readonly startTicks: string;
}

export interface RunResult {
  /** Null when the program could not be started or was ended by a signal. */
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The programs of the database get no more of our environment: secrets, PG* variables and a foreign locale are none of their business. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs a program to its end as the account and answers what it said; one that cannot even start is a result too, not an exception. */
export function run(program: string, args: readonly string[], account: Account): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: PROGRAM_ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.once('error', (error) => resolve({ status: null, output, errors: error.message }));
    child.once('close', (status) => resolve({ status, output, errors }));
  });
}

/** Identifies a living process; undefined when there is none with this id, or only a zombie that waits to be reaped. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  let stat: string;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The program's name stands in parentheses and may hold anything, so count the fields from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const startTicks = fields[19];
  return startTicks === undefined || state === 'Z' || state === 'X' ? undefined : { pid, startTicks };
}

/** Says whether exactly this process still lives: another one that got its id does not count, nor does its zombie. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startTicks === identity.startTicks;
}

/**
 * Lists the living postgres processes whose working directory is the cluster, which each of them keeps for life; a copied
 * or stale postmaster.pid cannot mislead it. Asked as the account, since in a container even root may not look elsewhere.
 */
export async function findPostgresIn(cluster: string, account: Account): Promise<readonly ProcessIdentity[]> {
  const script = 'cd /proc && for p in [0-9]*; do [ "$p/cwd" -ef "$1" ] && echo "$p"; done; :';
  const found = await run('/bin/sh', ['-c', script, 'sh', cluster], account);
  if (found.status !== 0)
    throw new StartError('The processes of the embedded PostgreSQL could not be listed.', { cause: found.errors });
  return found.output.split('\n').flatMap((line) => {
    const identity = line === '' || !isPostgres(line) ? undefined : identifyProcess(Number(line));
    return identity === undefined ? [] : [identity];
  });
}

function isPostgres(pid: string): boolean {
  try {
    return fs.readFileSync(path.join('/proc', pid, 'comm'), 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

/** Sends a signal to exactly this process; one that is already gone needs none. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  if (!isAlive(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/** Waits until none of the processes lives; false when one still does after the time. */
export async function waitForEnd(identities: readonly ProcessIdentity[], timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (identities.some(isAlive)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Tells system errors apart by their code, such as ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
