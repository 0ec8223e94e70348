import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../database/bare-statement.js';
import type { Job } from '../jobs/queue.js';
import { makeBackup, recordBackup } from './backup.make.js';
import { removeOldBackups } from './backup.store.js';

const HOUR_MS = 3_600_000;
/** The job runs once an hour: a backup that took minutes must not put the next one off by an hour. */
const LEEWAY_MS = HOUR_MS / 2;

export const BACKUP_AGE = new BareStatement(
  { age: 'numeric?' },
  'select extract(epoch from now() - max(at)) as age from backup_run',
);

/** How old the rows of the newest whole backup are, in seconds; null where none was ever made. */
export async function readBackupAge(em: EntityManager): Promise<number | null> {
  const [row] = await em.execute<RowOf<typeof BACKUP_AGE>[]>(BACKUP_AGE.text);
  return row?.age == null ? null : Number(row.age);
}

/** Makes a backup as often as the configuration says, with the owner's address, and removes old ones from a folder. */
export const backupJob = (directUrl: string, sessionSecret: string): Job => ({
  name: 'make_backup',
  cron: '21 * * * *',
  async run({ config: { backup }, clock, log, em }) {
    if (backup.to === undefined) return false;
    const age = await readBackupAge(em());
    if (age !== null && age * 1000 < backup.everyHours * HOUR_MS - LEEWAY_MS) return false;
    const made = await makeBackup({ directUrl, to: backup.to, config: backup, sessionSecret, now: clock.now() });
    await recordBackup(em(), made, clock.now());
    const removed = await removeOldBackups(backup.to, backup.keep);
    log.info({ backup: made.id, rows: made.rows, bytes: made.bytes, removed }, 'a backup was made');
    return false;
  },
});
