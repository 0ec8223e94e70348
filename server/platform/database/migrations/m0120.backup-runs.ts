import { Migration } from '@mikro-orm/migrations';

/** The whole backups that were made, for the metric of their age and for who asks which of them still hold erased rows. */
export class M0120BackupRuns extends Migration {
  override up(): void {
    this.addSql(
      `create table backup_run (id text primary key, at timestamptz not null, finished_at timestamptz not null, address text not null,
       rows bigint not null, bytes bigint not null, encrypted boolean not null)`,
    );
  }
}
