import { Migration } from '@mikro-orm/migrations';

/** How long the last attempt of a message took; unknown for attempts before this. */
export class M0189WebhookDuration extends Migration {
  override up(): void {
    this.addSql('alter table webhook_message add column last_duration_ms integer');
  }
}
