import { type Command, Option } from 'commander';
import type { MeasureKind } from '../directory/index.js';
import { print, readLimit } from './print.js';
import { withDatabase } from './session.js';

const json = new Option('--json', 'one JSON value for scripts');
const HELD_MAX = 1_000;
/** Every kind of figure: declared here again, so that usage is checked without loading the directory. */
const KINDS: MeasureKind['kind'][] = [
  'npm_weekly_downloads',
  'npm_monthly_downloads',
  'pypi_weekly_downloads',
  'pypi_monthly_downloads',
  'crates_recent_downloads',
  'docker_pulls',
  'rubygems_downloads',
  'packagist_monthly_downloads',
  'nuget_downloads',
  'github_stars',
];

/** How an operator brings in and reviews public figures; `env` is the environment of the process. */
export function addMeasureCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  const measures = dai.command('measures').description('public figures of tools: downloads and stars, by day');
  measures
    .command('import <file>')
    .description(
      'import dated figures, CSV or JSON (name, kind, value, day, source); a wrong row is reported and loses no other; exit code 1 when every row was refused',
    )
    .option('--dry-run', 'say what would become of each row and store nothing')
    .option('--accept-held', 'take figures that would wait for a reviewer: a zero, or one that moved more than tenfold')
    .addOption(json)
    .action(async (file: string, options: { dryRun?: boolean; acceptHeld?: boolean; json?: boolean }) => {
      const { importFile, reportLines } = await import('./catalog.js');
      const report = await withDatabase(env, (database) =>
        importFile(database, file, { ...options, format: 'measures' }),
      );
      print(report, reportLines(report), options.json);
      if (report.refused === report.total) process.exitCode = 1;
    });
  measures
    .command('refresh')
    .description(
      'read the registries’ public statistics of what the catalog lists, what was not asked today first; goes on where a run ended; exit code 1 when a registry left questions open',
    )
    .addOption(new Option('--kind <kind...>', 'only these kinds').choices(KINDS))
    .addOption(json)
    .action(async (options: { kind?: string[]; json?: boolean }) => {
      const { refreshNow } = await import('./measures.refresh.js');
      const { kinds, lines } = await withDatabase(env, (database, config) =>
        refreshNow(database, config, options.kind ?? KINDS),
      );
      print(kinds, lines, options.json);
      if (kinds.some(({ waiting }) => waiting > 0)) process.exitCode = 1;
    });
  measures
    .command('held')
    .description('list the figures that wait for a reviewer, oldest first')
    .option('--limit <n>', 'how many', '50')
    .addOption(json)
    .action(async (options: { limit: string; json?: boolean }) => {
      const limit = readLimit(options.limit, HELD_MAX);
      const { listHeld } = await import('./measures.decide.js');
      const { held, lines } = await withDatabase(env, (database) => listHeld(database, limit));
      print(held, lines.length ? lines : ['No figure waits.'], options.json);
    });
  for (const [decision, description] of [
    ['accept', 'take figures that wait, by the ids that "held" lists; audited'],
    ['decline', 'decline figures that wait; the same figure of that day is not asked about again; audited'],
  ] as const)
    measures
      .command(`${decision} <ids...>`)
      .description(description)
      .requiredOption('--reason <text>', 'why; it stands in the audit log')
      .addOption(json)
      .action(async (ids: string[], options: { reason: string; json?: boolean }) => {
        const { decideHeld } = await import('./measures.decide.js');
        const result = await withDatabase(env, (database) => decideHeld(database, { ids, decision, ...options }));
        const { decided, missing } = result;
        const rest = missing.length ? `; ${missing.join(', ')} did not wait` : '';
        print(result, [`${decided} decided${rest}.`], options.json);
        if (decided === 0) process.exitCode = 1;
      });
}
