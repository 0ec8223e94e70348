import { type Command, Option } from 'commander';
import { systemClock } from '../platform/clock.js';
import { isDay } from '../platform/instant.rules.js';
import { print, UsageError } from './print.js';
import { withDatabase } from './session.js';

const json = new Option('--json', 'one JSON value for scripts');

/** Adds the operator's commands for adoption numbers; `env` is the environment of the process. */
export function addAdoptionCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  const adoption = dai.command('adoption').description('adoption numbers');
  adoption
    .command('snapshot')
    .description('make the public snapshot of a closed day that has none; one that stands is never made again')
    .option('--day <day>', 'YYYY-MM-DD; the newest closed day when absent')
    .addOption(json)
    .action(async ({ day: given, ...options }: { day?: string; json?: boolean }) => {
      const { makeSnapshot, newestDueDay, readPublicationSecret, readToolTruths } = await import(
        '../adoption/index.js'
      );
      const at = systemClock.now();
      const newest = newestDueDay(at);
      const day = given ?? newest;
      if (!isDay(day) || day > newest)
        throw new UsageError(`--day must be a closed day, YYYY-MM-DD, ${newest} at the latest`);
      const made = await withDatabase(env, async ({ workOrm, directUrl }) => {
        const secret = await readPublicationSecret(directUrl);
        return makeSnapshot(workOrm.em.fork(), { day, at, readTruths: readToolTruths, secret });
      });
      const line = made ? `The snapshot of ${day} was made.` : `${day} has a snapshot, which stays as it is.`;
      print({ day, made }, [line], options.json);
    });
  adoption
    .command('rebuild')
    .description('recount all events; published snapshots do not change')
    .addOption(json)
    .action(async (options: { json?: boolean }) => {
      const { rebuildRollups } = await import('../adoption/index.js');
      const events = await withDatabase(env, ({ workOrm }) => rebuildRollups(workOrm.em.fork()));
      print({ events }, [`${events} events recounted.`], options.json);
    });
}
