import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostileTarget } from '../test/setup/hostile.request.js';
import type { AttackMessage, AttackOrder, AttackReport, HoldOrder, HoldReport } from './attack.types.js';
import { type CallerReport, runCaller } from './caller.run.js';
import { memoryMib, peakMemoryMib } from './cpu.read.js';
import { judgedQuestions } from './directory.ground.js';
import type { Ground } from './ground.open.js';
import { judged, type RatioRow, spreadOf } from './result.ratios.js';
import { WrongAnswers } from './round.measure.js';
import type { Plan } from './round.plan.js';
import { openSession } from './session.open.js';

/** Senders of the row that has no aim. */
const SEVERAL = 4;
/** The largest factor by which the attack may slow another caller. */
const SLOWER_MAX = 2;
const MEMORY_MIB_MAX = 400;
/** The longest time that one small request may keep all others waiting, in milliseconds. */
const SMALL_HOLD_MS_MAX = 50;

/** The attack's figures from one sender and several, and the requests that held the gateway longest, for the report. */
export interface Attack {
  readonly summaries: readonly Summary[];
  readonly holds: HoldReport;
}

interface Summary extends AttackReport {
  readonly senders: number;
  readonly seconds: number;
}

interface Window {
  readonly calm: CallerReport;
  readonly attacked: CallerReport;
}

/**
 * Sends the whole corpus of hostile requests, from addresses that change, at a gateway with the limits as they are, and answers how much slower a
 * company with a valid key and readers of the directory were meanwhile. Calm and attacked windows take turns, so that what else the machine
 * does meets both. The credentials in the corpus are another tenant's than the company's; the process that serves must be the same afterwards.
 */
export async function measureAttack(
  ground: Ground,
  plan: Plan,
  progress: (line: string) => void,
): Promise<{ rows: RatioRow[]; attack: Attack }> {
  const { gateway, credentials } = await ground.openLimitedGateway();
  const { port } = gateway;
  const url = `http://127.0.0.1:${port}`;
  const sessionCookie = await openSession(url, credentials.users.owner);
  const reviewerCookie = await openSession(url, credentials.users.reviewer);
  const target: HostileTarget = { ...credentials, sessionCookie, reviewerCookie, host: new URL(url).host };
  const questions = judgedQuestions();
  const caller = async (windowMs: number): Promise<CallerReport> =>
    withoutWrong(await runCaller(port, credentials.otherTenant, questions, windowMs));
  const attackers = startAttackers();
  const attackBy = async (senders: number, windowMs: number): Promise<[CallerReport, AttackReport]> => {
    const report = attackers.follow<AttackReport>({ kind: 'attack', port, target, senders });
    try {
      const attacked = await caller(windowMs);
      attackers.stop();
      return [attacked, await report];
    } catch (error) {
      report.catch(() => undefined);
      throw error;
    }
  };
  const measure = async (senders: number, rounds: number): Promise<{ windows: Window[]; summary: Summary }> => {
    const windows: Window[] = [];
    const reports: AttackReport[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const calm = await caller(plan.calmMs);
      const [attacked, report] = await attackBy(senders, plan.attackMs);
      windows.push({ calm, attacked });
      reports.push(report);
      progress(roundLine({ calm, attacked }, report, { senders, round, rounds }, memoryMib(gateway.pid)));
    }
    return { windows, summary: { ...summed(reports), senders, seconds: (rounds * plan.attackMs) / 1000 } };
  };
  try {
    await caller(plan.warmUpMs);
    await attackBy(1, plan.warmUpMs);
    const one = await measure(1, plan.attackRounds);
    const several = await measure(SEVERAL, Math.ceil(plan.attackRounds / 10));
    const peakMib = peakMemoryMib(gateway.pid);
    progress('Each request by itself…');
    const holds = await attackers.follow<HoldReport>({
      kind: 'hold',
      port,
      target,
      times: plan.holdTimes,
      every: plan.holdEvery,
    });
    const { longestSmall } = holds;
    process.kill(gateway.pid, 0); // throws when the process has ended
    const memory = { median: peakMib, least: peakMib, most: peakMib };
    return {
      rows: [
        ...slowerRows('under attack', one.windows, SLOWER_MAX),
        ...slowerRows(`under attack by ${SEVERAL} senders`, several.windows, null),
        judged({
          name: "under attack: the gateway's memory at its peak",
          ratio: memory,
          target: MEMORY_MIB_MAX,
          wants: 'at most',
          unit: 'MiB',
        }),
        judged({
          name: `the longest hold of one request under 64 KiB (${longestSmall.name})`,
          ratio: { median: longestSmall.ms, least: longestSmall.ms, most: longestSmall.ms },
          target: SMALL_HOLD_MS_MAX,
          wants: 'at most',
          unit: 'ms',
        }),
      ],
      attack: { summaries: [one.summary, several.summary], holds },
    };
  } finally {
    attackers.end();
  }
}

function slowerRows(attack: string, windows: readonly Window[], target: number | null): RatioRow[] {
  const row = (what: string, of: (report: CallerReport) => readonly number[]): RatioRow =>
    judged({
      name: `${attack}: p99 of ${what} ÷ without`,
      target,
      wants: 'at most',
      ratio: spreadOf(windows.map(({ calm, attacked }) => p99Of(of(attacked)) / p99Of(of(calm)))),
    });
  return [row('single events', ({ trackMs }) => trackMs), row('directory reads', ({ readMs }) => readMs)];
}

/** One round as it ends, so that who waits for the table sees how it will be. */
function roundLine(
  { calm, attacked }: Window,
  { sent, slowest }: AttackReport,
  { senders, round, rounds }: { senders: number; round: number; rounds: number },
  residentMib: number,
): string {
  const p99s = (of: (report: CallerReport) => readonly number[]): string =>
    `${p99Of(of(calm)).toFixed(1)} → ${p99Of(of(attacked)).toFixed(1)} ms (× ${(p99Of(of(attacked)) / p99Of(of(calm))).toFixed(2)})`;
  return `${senders} ${senders === 1 ? 'sender' : 'senders'}, round ${round + 1} of ${rounds}: p99 of single events ${p99s(({ trackMs }) => trackMs)}, of directory reads ${p99s(({ readMs }) => readMs)}; ${sent} requests, the longest ${Math.round(slowest.ms)} ms (${slowest.name}); gateway ${residentMib.toFixed(0)} MiB`;
}

/** The attack in some lines. */
export function attackText({ summaries, holds }: Attack): string {
  const lines = summaries.map(({ senders, sent, corpus, seconds, verdicts, slowest, unexplained, cpuSeconds }) => {
    const counted = Object.entries(verdicts)
      .sort(([, one], [, other]) => other - one)
      .map(([verdict, count]) => `${verdict} ${count}`)
      .join(', ');
    return `The attack by ${senders}: ${sent} requests in ${seconds} s out of ${corpus} different ones; the longest took ${Math.round(slowest.ms)} ms (${slowest.name}). The attackers took ${Math.round((cpuSeconds / seconds) * 100)} % of a processor.\n${counted}${unexplained ? `\nwithout a code: ${unexplained}` : ''}`;
  });
  const longest = holds.longest.map(({ name, ms }) => `${ms.toFixed(0)} ms ${name}`).join('\n');
  return `${lines.join('\n\n')}\n\nAlone, these held the gateway longest:\n${longest}`;
}

function summed(reports: readonly AttackReport[]): AttackReport {
  const verdicts: Record<string, number> = {};
  for (const report of reports)
    for (const [verdict, count] of Object.entries(report.verdicts))
      verdicts[verdict] = (verdicts[verdict] ?? 0) + count;
  return {
    sent: reports.reduce((sum, { sent }) => sum + sent, 0),
    corpus: reports[0]?.corpus ?? 0,
    verdicts,
    slowest: reports.reduce((one, { slowest }) => (slowest.ms > one.ms ? slowest : one), { name: '', ms: 0 }),
    unexplained: reports.find(({ unexplained }) => unexplained !== null)?.unexplained ?? null,
    cpuSeconds: reports.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

function withoutWrong(report: CallerReport): CallerReport {
  if (report.wrong > 0) throw new WrongAnswers(`${report.wrong} wrong answers; the first was ${report.firstWrong}`);
  return report;
}

function p99Of(latencies: readonly number[]): number {
  const sorted = [...latencies].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

interface Attackers {
  follow<T>(order: AttackOrder | HoldOrder): Promise<T>;
  stop(): void;
  end(): void;
}

function startAttackers(): Attackers {
  const child = fork(fileURLToPath(new URL('attack.process.js', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const send = (message: AttackMessage): void => void child.send(message);
  return {
    follow: <T>(order: AttackOrder | HoldOrder) =>
      new Promise<T>((resolve, reject) => {
        const ended = (): void => reject(new Error('the attackers ended'));
        child.once('exit', ended);
        child.once('message', (report) => {
          child.off('exit', ended);
          resolve(report as T);
        });
        send(order);
      }),
    stop: () => send('stop'),
    end: () => child.disconnect(),
  };
}
