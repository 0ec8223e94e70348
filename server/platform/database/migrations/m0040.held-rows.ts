import { Migration } from '@mikro-orm/migrations';

/** Rows of an import that wait for a reviewer. */
export class M0040HeldRows extends Migration {
  override up(): void {
    this.addSql('alter table catalog_import add column held integer not null default 0');
    this.addSql('alter table catalog_import_row drop constraint catalog_import_row_outcome_check');
    this.addSql(`alter table catalog_import_row
      add constraint catalog_import_row_outcome_check check (outcome in ('created', 'updated', 'unchanged', 'held', 'refused'))`);
  }
}
