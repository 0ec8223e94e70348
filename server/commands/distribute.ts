import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DistributionPlan } from '../platform/database/distribution.js';
import { CommandError, print } from './print.js';
import { withDatabase } from './session.js';

const SHARDS_MAX = 1024;

/** `dai distribute`: places the tables of a database on the nodes of its cluster. */
export function addDistributeCommand(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('distribute')
    .description(
      'place the tables on the nodes of a Citus cluster, in one transaction; stop every other process first, and make a backup',
    )
    .option('--dry-run', 'look at the cluster and the tables, and say what would be done')
    .option('--back', 'bring every table back to the coordinator, which needs room for all of it')
    .option('--shards <n>', 'how many shards each distributed table gets; it cannot be changed in place', shardsOf, 32)
    .addOption(new Option('--json', 'one JSON value for scripts'))
    .action(async (options: { dryRun?: boolean; back?: boolean; shards: number; json?: boolean }) => {
      const { planDistribution } = await import('../platform/database/distribution.js');
      const { distribute, gather } = await import('../platform/database/orm.js');
      const tell = (step: string): void => void process.stderr.write(`${new Date().toISOString()}  ${step}\n`);
      if (options.back) {
        const tables = await withDatabase(env, ({ directUrl }) => gather(directUrl, tell));
        print({ tables }, [`${tables} tables lie on the coordinator alone.`], options.json);
        return;
      }
      const plan = await withDatabase(env, async ({ orm, directUrl }) => {
        const found = await planDistribution(orm.em.fork());
        if (!options.json) process.stdout.write(`${linesOf(found).join('\n')}\n`);
        if (found.refusals.length === 0 && !options.dryRun)
          await distribute(directUrl, found.placings, { shards: options.shards, tell });
        return found;
      });
      const done = plan.refusals.length === 0 && !options.dryRun;
      print({ ...plan, done }, [done ? 'The tables are placed.' : 'Nothing was changed.'], options.json);
      if (plan.refusals.length) throw new CommandError('The database cannot be distributed as it is.');
    });
}

function linesOf({ nodes, placings, refusals, advice }: DistributionPlan): string[] {
  const seconds = placings.reduce((sum, one) => sum + one.seconds, 0);
  return [
    ...nodes.map(({ name, up }) => `node ${name}  ${up ? 'answers' : 'does not answer'}`),
    ...placings.map(
      ({ table, as, rows, bytes, seconds }) =>
        `${table}  ${as}  about ${rows} rows, ${Math.ceil(bytes / 1024)} KiB, about ${seconds} s`,
    ),
    ...(placings.length
      ? [`${placings.length} tables in one transaction, about ${seconds} s; what writes to them waits so long.`]
      : ['Every table is placed.']),
    ...advice.map((text) => `advice: ${text}`),
    ...refusals.map((text) => `refused: ${text}`),
  ];
}

function shardsOf(text: string): number {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > SHARDS_MAX)
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${SHARDS_MAX}.`);
  return shards;
}
