import { Migration } from '@mikro-orm/migrations';

/** Questions without an answer, counted by what was missing. */
export class M0105GapCounts extends Migration {
  override up(): void {
    this.addSql(`create table gap_count (
      day date not null, kind text not null check (kind in ('capability', 'not_understood', 'category')), need text not null,
      questions bigint not null, primary key (day, kind, need))`);
    this.addSql('create index gap_count_need on gap_count (kind, need, day)');
  }
}
