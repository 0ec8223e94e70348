import { Migration } from '@mikro-orm/migrations';

/** An event whose account domain is that of a mail service for everyone belongs to no account; earlier ones count as they were counted. */
export class M0060FreeMail extends Migration {
  override up(): void {
    this.addSql('alter table tracking_event add column free_mail boolean not null default false');
  }
}
