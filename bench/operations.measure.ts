import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measuredCalls } from './operations.list.js';
import type { OperationOrder, OperationReport } from './operations.process.js';
import { spreadOf } from './result.ratios.js';
import { aligned } from './result.table.js';

/** How often each operation is measured, and how many calls each time. */
const ROUNDS = 5;
const CALLS = 40;
const HERE = path.resolve(fileURLToPath(new URL('.', import.meta.url)), '../..');

/** One build of the project that takes orders, on a database of its own. */
interface Build {
  ask(order: OperationOrder): Promise<OperationReport>;
  close(): Promise<void>;
}

interface Figures {
  readonly statements: number;
  readonly callMicros: number[];
  readonly bareMicros: number[];
}

/**
 * Measures the most called operations in one process: the processor time of a call ÷ that of its statements sent bare on one
 * connection, which holds on any machine. With another checkout (built, with this bench in it) both take turns, call by call.
 */
export async function measureOperations(beside: string | null, only: string | null): Promise<string> {
  const builds = [await openBuild(HERE), ...(beside === null ? [] : [await openBuild(beside)])];
  try {
    const rows: string[][] = [];
    for (const { name, why } of measuredCalls) {
      if (only !== null && !only.split(',').includes(name)) continue;
      const figures = builds.map((): Figures & { statements: number } => ({
        statements: 0,
        callMicros: [],
        bareMicros: [],
      }));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, build] of builds.entries()) {
          const of = figures[index];
          if (!of) continue;
          const call = await build.ask({ name, kind: 'call', times: CALLS });
          const bare = await build.ask({ name, kind: 'bare', times: CALLS });
          of.statements = call.statements;
          of.callMicros.push(call.cpuMicros);
          of.bareMicros.push(bare.cpuMicros);
        }
      }
      rows.push([name, ...figures.flatMap(cellsOf), ...comparedOf(figures), why]);
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
    const columns = ['statements', 'µs a call', '÷ bare'];
    const other = beside === null ? [] : [...columns.map((column) => `${column}, beside`), 'this ÷ beside'];
    return aligned([['operation', ...columns, ...other, 'why'], ...rows]).join('\n');
  } finally {
    for (const build of builds) await build.close();
  }
}

const short = (value: number): string => value.toFixed(2);

function cellsOf({ statements, callMicros, bareMicros }: Figures): string[] {
  const { median, least, most } = spreadOf(ratioOf(callMicros, bareMicros));
  const micros = Math.round(spreadOf(callMicros).median);
  return [String(statements), String(micros), `${short(median)} (${short(least)}–${short(most)})`];
}

function comparedOf([here, there]: readonly Figures[]): string[] {
  if (!here || !there) return [];
  const { median, least, most } = spreadOf(ratioOf(here.callMicros, there.callMicros));
  return [`${short(median)} (${short(least)}–${short(most)})`];
}

const ratioOf = (above: readonly number[], below: readonly number[]): number[] =>
  above.map((value, index) => value / (below[index] ?? Number.NaN));

async function openBuild(checkout: string): Promise<Build> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dai-bench-'));
  chmodSync(dataDir, 0o755); // the account that owns the database walks through it
  const child: ChildProcess = fork(path.join(checkout, 'dist/bench/operations.process.js'), [dataDir], {
    cwd: HERE, // both builds measure the documents of this one
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ENV_FILE: '/dev/null' },
  });
  const ended = once(child, 'exit');
  const failed = ended.then(([status]) => Promise.reject(new Error(`the build in ${checkout} ended with ${status}`)));
  failed.catch(() => undefined);
  await Promise.race([once(child, 'message'), failed]);
  return {
    async ask(order) {
      child.send(order);
      const [report] = await Promise.race([once(child, 'message'), failed]);
      return report as OperationReport;
    },
    async close() {
      child.disconnect();
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
