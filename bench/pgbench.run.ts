import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pgbenchScript, pgbenchVariables } from './row.sql.js';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** One thread feeds this many clients with ease; more threads would take the processor from the server. */
const CLIENTS_PER_THREAD = 64;
/** On a busy machine opening the connections alone takes a second, and a run without a row has no rate. */
const SECONDS_MIN = 4;

/** The `pgbench` of this machine, or null: then a generator of our own inserts, which costs the server some of the processor. */
export function findPgbench(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  if (existsSync(DEBIAN_FOLDER))
    for (const version of readdirSync(DEBIAN_FOLDER)) folders.push(path.join(DEBIAN_FOLDER, version, 'bin'));
  return folders.map((folder) => path.join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}

export interface PgbenchReport {
  readonly rowsPerSecond: number;
  readonly rows: number;
  readonly latencyMs: number;
}

/** Inserts single rows with prepared statements for whole seconds; rejects with pgbench's own words when it fails. */
export async function runPgbench(
  program: string,
  databaseUrl: string,
  clients: number,
  seconds: number,
): Promise<PgbenchReport> {
  const url = new URL(databaseUrl);
  const options = [
    [
      '--no-vacuum',
      '--protocol=prepared',
      '--file=-',
      `--time=${Math.max(seconds, SECONDS_MIN)}`,
      `--client=${clients}`,
    ],
    [`--jobs=${Math.ceil(clients / CLIENTS_PER_THREAD)}`],
    pgbenchVariables.flatMap((variable) => ['--define', variable]),
    ['--host', url.hostname, '--port', url.port, '--username', url.username, url.pathname.slice(1)],
  ].flat();
  const child = spawn(program, options, { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } });
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    output += part.toString();
  });
  child.stdin.end(pgbenchScript);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const number = (form: RegExp): number => Number(form.exec(output)?.[1] ?? Number.NaN);
  const report = {
    rowsPerSecond: number(/^tps = ([\d.]+)/m),
    rows: number(/^number of transactions actually processed: (\d+)/m),
    latencyMs: number(/^latency average = ([\d.]+) ms/m),
  };
  if (status !== 0 || !Number.isFinite(report.rowsPerSecond) || !Number.isFinite(report.rows))
    throw new Error(`pgbench ended with ${status}: ${output.slice(-600)}`);
  return report;
}
