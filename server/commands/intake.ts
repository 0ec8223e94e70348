import { type Command, InvalidArgumentError, Option } from 'commander';
import { readId } from '../platform/ids.js';
import { print } from './print.js';
import { withDatabase } from './session.js';

const json = new Option('--json', 'one JSON value for scripts');

/** Adds the operator's commands for intake; `env` is the environment of the process. */
export function addIntakeCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('intake')
    .description('submissions and their drafts')
    .command('replay')
    .description('prepare stored drafts again with the rules of their day; exit code 1 when one comes out different')
    .argument('[submission]', 'sub_…; every submission when absent', readSubmissionId)
    .addOption(json)
    .action(async (submission: string | undefined, options: { json?: boolean }) => {
      const { replayDrafts } = await import('../intake/index.js');
      const replay = await withDatabase(env, ({ workOrm }) => replayDrafts(workOrm.em.fork(), submission ?? null));
      const { drafts, different } = replay;
      const lines = different.map(({ id, submission: of, why }) => `${id} of ${of}: ${why}`);
      print(replay, [...lines, `${drafts} replayed, ${different.length} different.`], options.json);
      if (different.length) process.exitCode = 1;
    });
}

function readSubmissionId(text: string): string {
  if (readId('sub', text) === null) throw new InvalidArgumentError('This is not the id of a submission.');
  return text;
}
