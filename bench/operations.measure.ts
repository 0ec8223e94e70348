import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measuredCalls } from './operations.list.js';
import type { OperationOrder, OperationReport, ReadyReport } from './operations.process.js';
import { spreadOf } from './result.ratios.js';
import { aligned } from './result.table.js';

/** How often each operation is measured, and how many calls each time. */
const ROUNDS = 5;
const CALLS = 40;
const HERE = path.resolve(fileURLToPath(new URL('.', import.meta.url)), '../..');

/** One build of the project that takes orders, on a database of its own. */
interface Build {
  ask(order: OperationOrder): Promise<OperationReport>;
  /** Sends the operation so often over HTTP, one call after the other: how long its caller waits, the median in microseconds. */
  call(name: string, times: number): Promise<number>;
  close(): Promise<void>;
}

interface Figures {
  /** Null where the build has no such operation, or none was measured yet. */
  readonly statements: number | null;
  readonly callMicros: number[];
  readonly bareMicros: number[];
  /** Time of the whole call as its caller waits for it: HTTP, the gateway and PostgreSQL. */
  readonly callerMicros: number[];
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
      const figures = builds.map((): Figures & { statements: number | null } => ({
        statements: null,
        callMicros: [],
        bareMicros: [],
        callerMicros: [],
      }));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, build] of builds.entries()) {
          const of = figures[index];
          if (!of) continue;
          const call = await build.ask({ name, kind: 'call', times: CALLS });
          const bare = await build.ask({ name, kind: 'bare', times: CALLS });
          of.statements = call.statements;
          of.callMicros.push(call.cpuMicros ?? Number.NaN);
          of.bareMicros.push(bare.cpuMicros ?? Number.NaN);
          of.callerMicros.push(await build.call(name, CALLS));
        }
      }
      rows.push([name, ...figures.flatMap(cellsOf), ...comparedOf(figures), why]);
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
    const columns = ['statements', 'µs a call', '÷ bare', 'µs for the caller'];
    const other =
      beside === null
        ? []
        : [...columns.map((column) => `${column}, beside`), 'this ÷ beside', 'the same, for the caller'];
    return aligned([['operation', ...columns, ...other, 'why'], ...rows]).join('\n');
  } finally {
    for (const build of builds) await build.close();
  }
}

const short = (value: number): string => value.toFixed(2);

const micros = (values: readonly number[]): string =>
  values.some(Number.isNaN) ? '–' : String(Math.round(spreadOf(values).median));

function cellsOf({ statements, callMicros, bareMicros, callerMicros }: Figures): string[] {
  return [String(statements ?? '–'), micros(callMicros), ratioCell(callMicros, bareMicros), micros(callerMicros)];
}

function comparedOf([here, there]: readonly Figures[]): string[] {
  if (!here || !there) return [];
  return [ratioCell(here.callMicros, there.callMicros), ratioCell(here.callerMicros, there.callerMicros)];
}

function ratioCell(above: readonly number[], below: readonly number[]): string {
  if ([...above, ...below].some(Number.isNaN)) return '–';
  const { median, least, most } = spreadOf(ratioOf(above, below));
  return `${short(median)} (${short(least)}–${short(most)})`;
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
  const [ready] = (await Promise.race([once(child, 'message'), failed])) as [ReadyReport];
  const gateway: Gateway = { ...ready, mayLack: checkout !== HERE };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async ask(order) {
      child.send(order);
      const [report] = await Promise.race([once(child, 'message'), failed]);
      return report as OperationReport;
    },
    async call(name, times) {
      const took: number[] = [];
      for (let turn = 0; turn < times; turn += 1) took.push(await timeCall(gateway, name, agent));
      return spreadOf(took).median;
    },
    async close() {
      agent.destroy();
      child.disconnect();
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A build’s gateway; one of another checkout may lack what a call asks for. */
interface Gateway extends ReadyReport {
  readonly mayLack: boolean;
}

/** Microseconds from the request to the last byte of its answer; NaN where the build, an earlier one, has no such operation. */
async function timeCall({ port, requests, mayLack }: Gateway, name: string, agent: Agent): Promise<number> {
  const sent = requests[name];
  if (!sent) throw new Error(`${name} has no request`);
  const begun = performance.now();
  const { headers, body } = sent;
  const call = httpRequest({ agent, port, host: '127.0.0.1', path: '/graphql', method: 'POST', headers });
  call.end(body);
  const [answer] = await once(call, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  const took = performance.now() - begun;
  if (answer.statusCode === 400 && mayLack) return Number.NaN;
  if (answer.statusCode !== 200 || text.includes('"errors":')) throw new Error(`${name}: ${answer.statusCode} ${text}`);
  return took * 1_000;
}
