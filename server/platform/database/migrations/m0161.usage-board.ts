import { Migration } from '@mikro-orm/migrations';

/** The board of usage reads a person's receipts of some weeks, however many there are before. */
export class M0161UsageBoard extends Migration {
  override up(): void {
    this.addSql('create index usage_receipt_created on usage_receipt (user_id, created_at)');
  }
}
