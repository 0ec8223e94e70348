import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Adapter, Reply } from './adapter.js';
import { type MockService, startMockService } from './service.js';

/** The key in every case; it must appear in the Authorization header and nowhere else. */
export const KEY = 'dtk_canary_7f3a9c';
/** The client's clock runs so many times faster than the wall. */
export const RATE = 200;

export interface Case {
  readonly group: string;
  readonly name: string;
  /** A part of the contract that a client may lack; the case is skipped then, and the report says so. */
  readonly needs?: 'spool' | 'fork' | 'clock';
  run(world: World): Promise<void>;
}

/** One client, one service, and what a case does with them. */
export interface World {
  readonly service: MockService;
  readonly folder: string;
  open(options?: Readonly<Record<string, unknown>>): Promise<Reply>;
  ask(request: string, more?: Readonly<Record<string, unknown>>): Promise<Reply>;
  restart(): Promise<void>;
  /** Stops the whole process of the client, and lets it go on, as platforms of functions do. */
  freeze(): void;
  thaw(): void;
  output(): string;
}

export const event = (key?: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'developer-1',
  ...(key === undefined ? {} : { idempotencyKey: key }),
  ...more,
});

/** Fails the case with both values; neither holds more than the mock and the adapter have reported. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${what}: expected ${wanted}, got ${got}`);
}

export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

/** Waits for a state of the service. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${what} did not come to be`);
}

export interface Outcome {
  readonly case: Case;
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
}

/** Two seconds of the wall, in which a busy machine answers too. */
const GIVEN_UP_MS = 2_000 * RATE;
/** No answer that comes is late, however busy the machine is. */
const NEVER_GIVEN_UP_MS = 60_000 * RATE;

/** Most of a case is pauses, so that a few adapters side by side take a fraction of the time. */
const ADAPTERS = 4;

/** Runs the cases, each with a service and a client of its own, and answers their outcomes in the order of the cases. */
export async function runCases(start: () => Adapter, cases: readonly Case[]): Promise<Outcome[]> {
  const first = start();
  const features = await featuresOf(first);
  const has = (feature: string): boolean => Array.isArray(features) && features.includes(feature);
  const outcomes = new Map<Case, Outcome>();
  const left = [...cases];
  const run = async (started: Adapter): Promise<void> => {
    let adapter = started;
    for (let one = left.shift(); one; one = left.shift()) {
      if (one.needs && !has(one.needs))
        outcomes.set(one, { case: one, result: 'skipped', detail: `the client has no ${one.needs}` });
      else adapter = await runCase(start, adapter, one, outcomes);
    }
    await adapter.kill();
  };
  const others = Array.from({ length: Math.min(ADAPTERS, cases.length) - 1 }, start);
  await Promise.all([first, ...others].map(run));
  return cases.flatMap((one) => outcomes.get(one) ?? []);
}

/** The parts of the contract that the client has. An adapter that does not say is ended: it would outlive the run. */
async function featuresOf(adapter: Adapter): Promise<unknown> {
  try {
    return (await adapter.ask({ do: 'hello' })).features;
  } catch (error) {
    await adapter.kill();
    throw error;
  }
}

async function runCase(
  start: () => Adapter,
  given: Adapter,
  one: Case,
  outcomes: Map<Case, Outcome>,
): Promise<Adapter> {
  let adapter = given;
  const service = await startMockService();
  const folder = mkdtempSync(path.join(tmpdir(), 'dai-conformance-'));
  const world: World = {
    service,
    folder,
    open: (options = {}) =>
      adapter.ask({
        do: 'open',
        options: {
          url: service.url,
          key: KEY,
          product: { id: 'product-1', name: 'Product', type: 'api' },
          delayMs: 200,
          requestTimeoutMs: service.faults.some(({ kind }) => kind === 'silent') ? GIVEN_UP_MS : NEVER_GIVEN_UP_MS,
          retryBaseMs: 1_000,
          retryMaxMs: 4_000,
          clockRate: RATE,
          ...options,
        },
      }),
    ask: (request, more = {}) => adapter.ask({ do: request, ...more }),
    async restart() {
      await adapter.kill();
      adapter = start();
    },
    freeze: () => adapter.signal('SIGSTOP'),
    thaw: () => adapter.signal('SIGCONT'),
    output: () => adapter.output(),
  };
  try {
    await one.run(world);
    outcomes.set(one, { case: one, result: 'passed', detail: '' });
  } catch (error) {
    outcomes.set(one, { case: one, result: 'failed', detail: error instanceof Error ? error.message : String(error) });
    await world.restart(); // whatever it left behind is not the next case's
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return adapter;
}
