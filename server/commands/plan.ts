import { type Command, Option } from 'commander';
import { print } from './print.js';
import { withDatabase } from './session.js';

const json = new Option('--json', 'one JSON value for scripts');
const PLANS = ['free', 'paid'] as const;

/** How an operator sets the plan of an organization; `env` is the environment of the process. */
export function addPlanCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('plan')
    .description('plans of organizations')
    .command('set')
    .description('set the plan of an organization; audited')
    .argument('<organization>', 'an id that begins with org_')
    .addArgument(dai.createArgument('<plan>', PLANS.join(' or ')).choices(PLANS))
    .option('--until <day>', 'the last UTC day of the paid plan (YYYY-MM-DD); no end when absent')
    .requiredOption('--reason <text>', 'why; it stands in the audit log of the organization')
    .addOption(json)
    .action(
      async (
        organizationId: string,
        plan: (typeof PLANS)[number],
        options: { until?: string; reason: string; json?: boolean },
      ) => {
        const { setPlan } = await import('./plan.set.js');
        const set = await withDatabase(env, (database) => setPlan(database, { organizationId, plan, ...options }));
        const end = set.until === null ? '' : ` until the end of ${set.until} (UTC)`;
        print(
          set,
          [`${organizationId} has the ${set.plan} plan${end}.${set.changed ? '' : ' It had it before.'}`],
          options.json,
        );
      },
    );
}
