import type { Command } from 'commander';
import { CommandError, print } from './print.js';

/** The command that judges a company's client in any language; it needs no server, no database and no configuration. */
export function addConformanceCommand(dai: Command): void {
  dai
    .command('conformance <command...>')
    .description(
      'judge an event client: the command starts its adapter, which speaks lines of JSON; exit code 1 when a case fails',
    )
    .option('--only <text>', 'the cases whose group or name has this text')
    .option('--json', 'one JSON value for scripts')
    .addHelpText('after', '\nclients/conformance/README.md says how an adapter is written.')
    .action(async (command: string[], options: { only?: string; json?: boolean }) => {
      const { runConformance } = await import('../../clients/conformance/run.js');
      const ran = await runConformance(command, options.only).catch((error: unknown) => {
        throw new CommandError(`The adapter cannot be used: ${error instanceof Error ? error.message : String(error)}`);
      });
      const outcomes = ran.map(({ case: one, result, detail }) => ({
        group: one.group,
        name: one.name,
        result,
        detail,
      }));
      if (outcomes.length === 0) throw new CommandError('No case has this text.');
      const count = (result: string): number => outcomes.filter((one) => one.result === result).length;
      const lines = outcomes
        .filter(({ result }) => result !== 'passed')
        .map(({ group, name, result, detail }) => `${result}  ${group}: ${name}\n        ${detail}`);
      print(
        outcomes,
        [...lines, `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`],
        options.json,
      );
      if (count('failed') > 0) process.exitCode = 1;
    });
}
