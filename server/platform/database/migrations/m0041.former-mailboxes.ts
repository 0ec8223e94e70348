import { Migration } from '@mikro-orm/migrations';

/**
 * The mailboxes that an account had before its present address, as SHA-256: who wrote a submission or approved it is known again after a change
 * of address (decision 0068).
 */
export class M0041FormerMailboxes extends Migration {
  override up(): void {
    this.addSql(`create table former_mailbox (
      user_id uuid not null references auth."user" (id) on delete cascade, mailbox text not null, primary key (user_id, mailbox))`);
  }
}
