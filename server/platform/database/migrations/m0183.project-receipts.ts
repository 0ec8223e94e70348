import { Migration } from '@mikro-orm/migrations';

/** The signed receipt of an approval, and beside what is public the one of its approval; null where no key was configured. */
export class M0183ProjectReceipts extends Migration {
  override up(): void {
    this.addSql('alter table project_approval add column receipt text');
    this.addSql('alter table project add column published_receipt text');
  }
}
