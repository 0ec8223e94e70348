import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AttackMessage, AttackReport } from './attack.types.js';
import { type CallerReport, runCaller } from './caller.run.js';
import { peakMemoryMib } from './cpu.read.js';
import { judgedQuestions } from './directory.ground.js';
import type { Ground } from './ground.open.js';
import { judged, type RatioRow } from './result.ratios.js';
import { WrongAnswers } from './round.measure.js';
import type { Plan } from './round.plan.js';

/** Attackers at a time, each waiting for its answer before it sends the next request. */
const LANES = 4;
/** What the attack may make of another caller's latency. */
const SLOWER_MAX = 2;
const MEMORY_MIB_MAX = 400;

/** What the attack was, for the report. */
export interface Attack extends AttackReport {
  readonly seconds: number;
}

/**
 * Sends the whole corpus of hostile requests, from anonymous callers at many addresses, at a gateway with the limits as they are, and answers how much slower a
 * company with a valid key and readers of the directory were meanwhile than before; the process that serves must be the same afterwards.
 */
export async function measureAttack(ground: Ground, plan: Plan): Promise<{ rows: RatioRow[]; attack: Attack }> {
  const { gateway, credentials } = await ground.openLimitedGateway();
  const questions = judgedQuestions();
  const caller = (windowMs: number): Promise<CallerReport> =>
    runCaller(gateway.port, credentials.trackingKey, questions, windowMs).then(withoutWrong);
  await caller(plan.warmUpMs);
  const calm = await caller(plan.calmMs);
  const attackers = startAttack({
    port: gateway.port,
    lanes: LANES,
    target: { ...credentials, host: `127.0.0.1:${gateway.port}` },
  });
  let report: AttackReport;
  let attacked: CallerReport;
  try {
    attacked = await caller(plan.attackMs);
  } finally {
    report = await attackers.stop();
  }
  process.kill(gateway.pid, 0); // throws when the process has ended
  const slower = (of: (report: CallerReport) => readonly number[]): number => p99Of(of(attacked)) / p99Of(of(calm));
  const row = (name: string, value: number, target: number, unit?: string): RatioRow =>
    judged({
      name,
      target,
      wants: 'at most',
      ratio: { median: value, least: value, most: value },
      ...(unit ? { unit } : {}),
    });
  return {
    rows: [
      row(
        'under attack: p99 of single events ÷ without',
        slower(({ trackMs }) => trackMs),
        SLOWER_MAX,
      ),
      row(
        'under attack: p99 of directory reads ÷ without',
        slower(({ readMs }) => readMs),
        SLOWER_MAX,
      ),
      row("under attack: the gateway's memory at its peak", peakMemoryMib(gateway.pid), MEMORY_MIB_MAX, 'MiB'),
    ],
    attack: { ...report, seconds: plan.attackMs / 1000 },
  };
}

/** The attack in a sentence or two. */
export function attackText({ sent, corpus, seconds, verdicts, slowest, unexplained, cpuSeconds }: Attack): string {
  const counted = Object.entries(verdicts)
    .sort(([, one], [, other]) => other - one)
    .map(([verdict, count]) => `${verdict} ${count}`)
    .join(', ');
  return `The attack: ${sent} requests in ${seconds} s out of ${corpus} different ones; the longest took ${Math.round(slowest.ms)} ms (${slowest.name}). The attackers took ${Math.round((cpuSeconds / seconds) * 100)} % of a processor.\n${counted}${unexplained ? `\nwithout a code: ${unexplained}` : ''}`;
}

function withoutWrong(report: CallerReport): CallerReport {
  if (report.wrong > 0) throw new WrongAnswers(`${report.wrong} wrong answers; the first was ${report.firstWrong}`);
  return report;
}

function p99Of(latencies: readonly number[]): number {
  const sorted = [...latencies].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

function startAttack(order: AttackMessage): { stop(): Promise<AttackReport> } {
  const child = fork(fileURLToPath(new URL('attack.process.js', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(order);
  return {
    async stop() {
      const reported = once(child, 'message') as Promise<[AttackReport]>;
      child.send('stop' satisfies AttackMessage);
      const [report] = await reported;
      child.disconnect();
      return report;
    },
  };
}
