import type { Measured } from './generator.order.js';
import type { Ground } from './ground.open.js';
import { batches, CONNECTIONS, duplicateEvents, hello, uniqueEvents } from './load.orders.js';
import type { InsertOrder, LoadOrder } from './load.types.js';
import { findPgbench, runPgbench } from './pgbench.run.js';
import type { Plan } from './round.plan.js';

export const contestants = [
  'insertBy1',
  'insertBy16',
  'insertBy64',
  'insert500',
  'hello',
  'floor',
  'handwritten',
  'handwrittenChecked',
  'handwrittenAlone',
  'unfolded',
  'unique',
  'uniqueAlone',
  'duplicates',
  'batches',
] as const;
export type Contestant = (typeof contestants)[number];

/** One window of one contestant. */
export interface Sample {
  /** Events, rows or (for hello) requests. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the target alone and of PostgreSQL alone, in microseconds per event (hello: per request); 0 where it was not read. */
  readonly targetMicros: number;
  readonly postgresMicros: number;
  /** False where the machine was busy with other work in every window that was tried: then nothing is judged by it. */
  readonly isQuiet: boolean;
  /** Shares of one processor: the generator's part, the target's, PostgreSQL's, and that of everyone else on the machine. */
  readonly generatorShare: number;
  readonly targetShare: number;
  readonly postgresShare: number;
  readonly othersShare: number;
}

export type Round = Readonly<Record<Contestant, Sample>>;

/** Thrown when an answer was wrong or the table doesn't hold what was answered: then the numbers are worth nothing. */
export class WrongAnswers extends Error {}

/** Measures everyone once; each round begins with another contestant, so that none is always first. */
export async function measureRound(ground: Ground, plan: Plan, round: number): Promise<Round> {
  const { gateway, gatewayAlone, peer, floor, trackingKey } = ground;
  const path = '/api/usage/track';
  const folding = { leadMs: plan.foldingLeadMs, windowMs: plan.foldingWindowMs };
  const unique = (port: number, at: string, connections: number, load: Pick<Plan, 'leadMs' | 'windowMs'> = plan) =>
    uniqueEvents(port, at, trackingKey, connections, load);
  const run: Record<Contestant, () => Promise<Sample>> = {
    insertBy1: () => measureInserts(ground, plan, 1),
    insertBy16: () => measureInserts(ground, plan, 16),
    insertBy64: () => measureInserts(ground, plan, 64),
    insert500: () => measureLoad(ground, 'limit', insertOrder(ground, plan, 1, 500), 0),
    hello: () => measureLoad(ground, 'limit', hello(ground, plan), peer.pid),
    floor: () => measureLoad(ground, 'limit', unique(floor.port, '/track', CONNECTIONS), floor.pid),
    handwrittenChecked: () => measureLoad(ground, 'limit', unique(peer.port, '/track-checked', CONNECTIONS), peer.pid),
    handwritten: () => measureLoad(ground, 'limit', unique(peer.port, '/track', CONNECTIONS), peer.pid),
    handwrittenAlone: () => measureLoad(ground, 'limit', unique(peer.port, '/track', 1), peer.pid),
    unfolded: () => measureLoad(ground, 'gateway', unique(gatewayAlone.port, path, CONNECTIONS), gatewayAlone.pid),
    unique: () => measureLoad(ground, 'gateway', unique(gateway.port, path, CONNECTIONS, folding), gateway.pid),
    uniqueAlone: () => measureLoad(ground, 'gateway', unique(gateway.port, path, 1), gateway.pid),
    duplicates: () => measureLoad(ground, 'gateway', duplicateEvents(ground, plan), gateway.pid),
    batches: () => measureLoad(ground, 'gateway', batches(ground, plan), gateway.pid),
  };
  const measured: Partial<Record<Contestant, Sample>> = {};
  const first = (round * 5) % contestants.length;
  for (const name of [...contestants.slice(first), ...contestants.slice(0, first)])
    measured[name] = await inQuiet(run[name], plan.triesMax);
  return measured as Round;
}

/** Work of others, as a share of one processor, beyond which a window says nothing. */
const OTHERS_MAX = 0.1;

/** Measures again while others were busy; the last try stands, and says that it was noisy. */
async function inQuiet(measure: () => Promise<Sample>, triesMax: number): Promise<Sample> {
  let sample = await measure();
  for (let tries = 1; !sample.isQuiet && tries < triesMax; tries += 1) sample = await measure();
  return sample;
}

async function measureLoad(
  ground: Ground,
  table: 'gateway' | 'limit',
  order: LoadOrder,
  target: number,
): Promise<Sample> {
  await ground.level();
  const report = await ground.generator.run(order, target, ground.postmaster);
  if (report.wrong > 0) throw new WrongAnswers(`${report.wrong} wrong answers; the first was ${report.firstWrong}`);
  const stored = await ground.countEvents(table);
  if (stored !== report.storedEvents)
    throw new WrongAnswers(`${report.storedEvents} events were answered as stored; the table holds ${stored}`);
  return sampleOf(report);
}

function sampleOf({ events, requests, seconds, p50Ms, p99Ms, generatorCpuSeconds, cpu }: Measured): Sample {
  const known = generatorCpuSeconds + cpu.target + cpu.postgres;
  return {
    perSecond: (events || requests) / seconds,
    p50Ms,
    p99Ms,
    targetMicros: (cpu.target * 1e6) / (events || requests),
    postgresMicros: events > 0 ? (cpu.postgres * 1e6) / events : 0,
    isQuiet: cpu.machine - known <= OTHERS_MAX * seconds,
    generatorShare: generatorCpuSeconds / seconds,
    targetShare: cpu.target / seconds,
    postgresShare: cpu.postgres / seconds,
    othersShare: Math.max(0, cpu.machine - known) / seconds,
  };
}

/** Single rows by so many clients: with `pgbench` where there is one. */
async function measureInserts(ground: Ground, plan: Plan, clients: number): Promise<Sample> {
  const program = findPgbench();
  if (!program) return measureLoad(ground, 'limit', insertOrder(ground, plan, clients, 1), 0);
  await ground.level();
  const { rowsPerSecond, rows, latencyMs } = await runPgbench(program, ground.limitUrl, clients, plan.pgbenchSeconds);
  const stored = await ground.countEvents('limit');
  if (stored !== rows) throw new WrongAnswers(`pgbench counted ${rows} rows; the table holds ${stored}`);
  const unread = { targetMicros: 0, postgresMicros: 0, generatorShare: 0, targetShare: 0, postgresShare: 0 };
  return { perSecond: rowsPerSecond, p50Ms: latencyMs, p99Ms: Number.NaN, ...unread, othersShare: 0, isQuiet: true };
}

const insertOrder = (
  { limitUrl }: Ground,
  { leadMs, windowMs }: Plan,
  clients: number,
  rowsPerStatement: number,
): InsertOrder => ({ kind: 'insert', databaseUrl: limitUrl, clients, rowsPerStatement, leadMs, windowMs });
