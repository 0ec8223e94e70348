import { Migration } from '@mikro-orm/migrations';

/** The last question to a registry about each subject, so that a refresh goes on after a crash and asks on conditions. */
export class M0092MeasureReading extends Migration {
  override up(): void {
    this.addSql(`create table measure_reading (
      kind text not null, subject text not null, etag text, last_modified text, asked_at timestamptz, claimed_until timestamptz, failure text,
      primary key (kind, subject))`);
    this.addSql('create index measure_reading_due on measure_reading (kind, asked_at nulls first)');
  }
}
