import { Migration } from '@mikro-orm/migrations';

/** Rows of an import with an older version of an entry, counted apart from refusals. */
export class M0101SupersededRows extends Migration {
  override up(): void {
    this.addSql('alter table catalog_import add column superseded integer not null default 0');
    this.addSql('alter table catalog_import_row drop constraint catalog_import_row_outcome_check');
    this.addSql(`alter table catalog_import_row
      add constraint catalog_import_row_outcome_check check (outcome in ('created', 'updated', 'unchanged', 'superseded', 'held', 'refused'))`);
  }
}
