import { type Command, Option } from 'commander';
import { print } from './print.js';
import { withDatabase } from './session.js';
import { addSubjectCommands } from './subject.js';

const json = new Option('--json', 'one JSON value for scripts');

/** Adds the operator's commands for accounts; `env` is the environment of the process. */
export function addPersonCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  const person = dai.command('person').description('accounts of people');
  person
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
  person
    .command('reset-factor <email>')
    .description(
      'take the second factors off an account whose owner lost them and the recovery codes, passkeys too; all its sessions end; audited',
    )
    .option('--reason <text>')
    .addOption(json)
    .action(async (email: string, options: { reason?: string; json?: boolean }) => {
      const { resetSecondFactor } = await import('./people.js');
      const reset = await withDatabase(env, (database) => resetSecondFactor(database, email, options.reason));
      print(reset, [`${reset.email} has no second factor; ${reset.sessions} sessions ended.`], options.json);
    });
  addSubjectCommands(dai, person, env);
}
