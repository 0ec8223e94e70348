import { Migration } from '@mikro-orm/migrations';

/** The licence of a tool: SPDX expression, the address that shows it and the day on which it was read; null where it is not known. */
export class M0018ToolLicence extends Migration {
  override up(): void {
    this.addSql('alter table tool add column licence jsonb');
  }
}
