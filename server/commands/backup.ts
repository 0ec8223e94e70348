import path from 'node:path';
import { type Command, Option } from 'commander';
import { CommandError, print } from './print.js';
import { withServer } from './session.js';

const json = new Option('--json', 'one JSON value for scripts');
const tell = (step: string): void => void process.stderr.write(`${step}\n`);
/** A folder is below the working directory; an address stays as it is. */
const placeOf = (place: string): string => (place.startsWith('s3://') ? place : path.resolve(place));

/** Adds `dai backup` and `dai restore`; `env` is the environment of the process. */
export function addBackupCommands(dai: Command, env: Readonly<Record<string, string | undefined>>): void {
  dai
    .command('backup')
    .description(
      'copy every row of one moment while everything runs, with checksums and the heads of the audit log; needs no program of PostgreSQL',
    )
    .option('--to <place>', 'a folder, or s3://bucket/prefix (default: BACKUP_TO); BACKUP_PASSPHRASE encrypts it')
    .addOption(json)
    .action(async (options: { to?: string; json?: boolean }) => {
      const { makeBackup, recordBackup } = await import('../platform/backup/backup.make.js');
      const { entities, sessionSecret } = await import('../app/database.js');
      const { readSchemaState } = await import('../platform/database/schema.check.js');
      const { openOrm } = await import('../platform/database/orm.js');
      const made = await withServer(env, { create: false }, async (directUrl, config) => {
        const to = options.to ?? config.backup.to;
        if (to === undefined) throw new CommandError('Name a place with --to, or set BACKUP_TO.');
        const backup = await makeBackup({
          directUrl,
          to: placeOf(to),
          config: config.backup,
          sessionSecret: sessionSecret(config),
          now: new Date(),
          tell,
        });
        const orm = await openOrm(directUrl, entities, 1);
        try {
          // An older schema may have no place for the note; the backup is as good.
          if ((await readSchemaState(orm.em.fork())) !== 'behind') await recordBackup(orm.em, backup, new Date());
        } finally {
          await orm.close();
        }
        return backup;
      });
      print(
        made,
        [
          `${made.rows} rows of ${made.tables} tables as of ${made.at}, ${made.bytes} bytes${made.encrypted ? ', encrypted' : ''}`,
          `Backup: ${made.address}`,
          'SESSION_SECRET (in DATA_DIR/session-secret, where none is set) is not in it: store it apart from the backup.',
        ],
        options.json,
      );
    });

  dai
    .command('restore <backup>')
    .description(
      'restore a backup into an empty database, in one transaction that proves rows, keys and audit log; the folder of a backup, or s3://bucket/prefix/name',
    )
    .option('--check', 'read and prove the backup itself, without a database')
    .addOption(json)
    .action(async (place: string, options: { check?: boolean; json?: boolean }) => {
      const { checkBackup, restoreBackup } = await import('../platform/backup/backup.restore.js');
      const { readConfig } = await import('../platform/config.js');
      const from = placeOf(place);
      if (options.check) {
        const { id, at, tables } = await checkBackup({ from, config: readConfig(env).backup });
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        print({ id, at, rows, whole: true }, [`${id} is whole: ${rows} rows as of ${at}.`], options.json);
        return;
      }
      const { sessionSecret } = await import('../app/database.js');
      const restored = await withServer(env, { create: true }, (directUrl, config) =>
        restoreBackup({ directUrl, from, config: config.backup, sessionSecret: sessionSecret(config), tell }),
      );
      print(
        restored,
        [
          `Restored ${restored.rows} rows and ${restored.jobs} jobs as of ${restored.at}.`,
          `The audit log holds: ${restored.entries} entries in ${restored.chains} chains, with every head of the backup.`,
          ...(restored.sessionSecretMatches
            ? []
            : [
                'SESSION_SECRET is another one than when the backup was made: put the old one here before the first start, or people sign in again and webhooks need new secrets.',
              ]),
        ],
        options.json,
      );
    });
}
