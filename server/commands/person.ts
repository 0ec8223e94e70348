import { type Command, Option } from 'commander';
import { print } from './print.js';
import { withDatabase } from './session.js';

const json = new Option('--json', 'one JSON value for scripts');

/** Adds the operator's commands for accounts; `env` is the environment of the process. */
export function addPersonCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('person')
    .description('accounts of people')
    .command('rename <id>')
    .description('give an account another address, which its owner then verifies; audited')
    .requiredOption('--email <address>')
    .option('--reason <text>')
    .addOption(json)
    .action(async (id: string, options: { email: string; reason?: string; json?: boolean }) => {
      const { renamePerson } = await import('./person.rename.js');
      const renamed = await withDatabase(env, (database) => renamePerson(database, id, options.email, options.reason));
      print(renamed, [`${renamed.id} has the address ${renamed.email}, which is not verified yet.`], options.json);
    });
}
