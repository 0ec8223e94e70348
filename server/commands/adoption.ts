import { type Command, Option } from 'commander';
import { rebuildRollups } from '../adoption/index.js';
import { print, withDatabase } from './session.js';

const json = new Option('--json', 'one JSON value for scripts');

/** What an operator does with adoption numbers; `env` is the environment of the process. */
export function addAdoptionCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('adoption')
    .description('adoption numbers')
    .command('rebuild')
    .description('recount all events; published snapshots do not change')
    .addOption(json)
    .action(async (options: { json?: boolean }) => {
      const events = await withDatabase(env, ({ workOrm }) => rebuildRollups(workOrm.em.fork()));
      print({ events }, [`${events} events recounted.`], options.json);
    });
}
