import { Migration } from '@mikro-orm/migrations';

/** The build that migrated the schema last: an older one that finds migrations which it does not know names it. */
export class M0033SchemaBuild extends Migration {
  override up(): void {
    this.addSql(`create table schema_build (
      only_row boolean primary key default true check (only_row), version text not null, build text not null, migrated_at timestamptz not null)`);
  }
}
