import { Migration } from '@mikro-orm/migrations';

/** What values of cells become, and how a file writes its times. */
export class M0034CsvValues extends Migration {
  override up(): void {
    this.addSql(`alter table csv_import add column cell_values jsonb not null default '[]', add column times jsonb`);
  }
}
