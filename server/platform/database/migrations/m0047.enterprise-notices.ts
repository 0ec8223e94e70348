import { Migration } from '@mikro-orm/migrations';

/** The notices of an agent key's end that were sent. */
export class M0047EnterpriseNotices extends Migration {
  override up(): void {
    this.addSql(`create table enterprise_key_notice (
      credential_id uuid not null, days smallint not null, sent_at timestamptz not null,
      primary key (credential_id, days))`);
    this.addSql(
      `create index credential_enterprise_expires on credential (expires_at) where kind = 'enterprise_key' and revoked_at is null`,
    );
  }
}
