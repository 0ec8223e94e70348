import { Migration } from '@mikro-orm/migrations';

/** When a kind of record last had nothing that was older than its time, for the metric of retention. */
export class M0172RetentionRuns extends Migration {
  override up(): void {
    this.addSql('create table retention_run (kind text primary key, finished_at timestamptz not null)');
  }
}
