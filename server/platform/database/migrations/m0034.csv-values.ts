import { Migration } from '@mikro-orm/migrations';

/** The meaning of a file's cell values, and the form in which it writes times. */
export class M0034CsvValues extends Migration {
  override up(): void {
    this.addSql(`alter table csv_import add column cell_values jsonb not null default '[]', add column times jsonb`);
  }
}
