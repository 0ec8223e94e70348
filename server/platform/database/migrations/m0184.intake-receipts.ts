import { Migration } from '@mikro-orm/migrations';

/** The signed receipt of the newest approval of a submission; null where no key was configured. */
export class M0184IntakeReceipts extends Migration {
  override up(): void {
    this.addSql('alter table intake_submission add column approval_receipt text');
  }
}
