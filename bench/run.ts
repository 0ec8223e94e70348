import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { measureAdoption } from './adoption.measure.js';
import { attackText, measureAttack } from './attack.measure.js';
import { peakMemoryMib } from './cpu.read.js';
import { measureDirectory } from './directory.measure.js';
import { measureFolding } from './fold.measure.js';
import { openGround } from './ground.open.js';
import { judge } from './judge.run.js';
import { measureOperations } from './operations.measure.js';
import { findPgbench } from './pgbench.run.js';
import { chartOf } from './result.chart.js';
import { ratiosOf } from './result.ratios.js';
import { ratioLines, reportText } from './result.table.js';
import { measureRound, type Round } from './round.measure.js';
import { fullPlan, shortAttackPlan, smokePlan } from './round.plan.js';
import { warmUp } from './warm-up.run.js';

/** The folder for the report, its numbers and the chart; `npm run` starts in the checkout's own folder. */
const OUT = path.resolve('bench/out');

const requested = (option: string): boolean => process.argv.includes(option);
const valueAfter = (option: string): string | null =>
  requested(option) ? (process.argv[process.argv.indexOf(option) + 1] ?? null) : null;
if (requested('--operations')) {
  console.log(await measureOperations(valueAfter('--beside'), valueAfter('--only')));
  process.exit();
}
const plan = requested('--smoke') ? smokePlan : requested('--short') ? shortAttackPlan : fullPlan;
const started = performance.now();
const progress = (line: string): void => void process.stderr.write(`${line}\n`);
const ground = await openGround();
const interrupted = (): void => void ground.close().then(() => process.exit(130));
process.once('SIGINT', interrupted);
process.once('SIGTERM', interrupted);
try {
  if (requested('--attack')) await runAttack();
  else if (requested('--folding')) console.log(ratioLines(await measureFolding(ground, plan)).join('\n'));
  else if (requested('--adoption')) console.log(ratioLines(await measureAdoption(ground, plan)).join('\n'));
  else await runAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await ground.close();
}

/** Measures the attack alone. */
async function runAttack(): Promise<void> {
  const { rows, attack } = await measureAttack(ground, plan, progress);
  console.log([...ratioLines(rows), '', attackText(attack)].join('\n'));
}

async function runAll(): Promise<void> {
  await warmUp(ground, plan);
  const rounds: Round[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    rounds.push(await measureRound(ground, plan, round));
    progress(`round ${round + 1} of ${plan.rounds} measured`);
  }
  const tracking = ratiosOf(rounds, peakMemoryMib(ground.gateway.pid));
  const directory = await measureDirectory(ground, plan, ground.gatewayUrl);
  progress('directory measured');
  const folding = await measureFolding(ground, plan);
  progress('folding measured');
  const adoption = await measureAdoption(ground, plan);
  progress('adoption measured');
  const { rows: attacked, attack } = await measureAttack(ground, plan, progress);
  progress('attack measured');
  const ratios = [...tracking, ...directory, ...folding, ...adoption, ...attacked];
  const circumstances = {
    node: process.versions.node,
    postgres: ground.postgresVersion,
    processors: availableParallelism(),
    insertsBy: findPgbench() ?? 'a generator of our own, which takes more of the processor than pgbench',
    rounds: plan.rounds,
  };
  const judgement = await judge();
  const text = `${reportText(rounds, ratios, circumstances)}\n\n${attackText(attack)}\n\nThe search over the starter catalog, by judged questions and intents (aims: MRR 0.9, F1 0.9):\n\n${judgement.table}`;
  mkdirSync(OUT, { recursive: true });
  writeFileSync(path.join(OUT, 'report.txt'), `${text}\n`);
  writeFileSync(
    path.join(OUT, 'report.json'),
    `${JSON.stringify({ plan, circumstances, ratios, rounds, attack, judgement }, null, 2)}\n`,
  );
  writeFileSync(path.join(OUT, 'ratios.svg'), chartOf(ratios));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${text}\n\nTook ${seconds} s; report.txt, report.json and ratios.svg lie in ${OUT}.`);
}
