import { Migration } from '@mikro-orm/migrations';

/**
 * A person may have several passkeys. The counter of one is a column, so that the database decides which of two answers moved it; a challenge
 * that was answered is a row, so that the database decides which of two answers came first.
 */
export class M0147Passkeys extends Migration {
  override up(): void {
    this.addSql(
      `create table passkey (id uuid primary key, user_id uuid not null references auth."user" (id) on delete cascade,
       credential_id bytea not null, public_key bytea not null, sign_count bigint not null, transports jsonb not null, name text not null,
       synced boolean not null, backed_up boolean not null, created_at timestamptz not null, used_at timestamptz, stopped_at timestamptz,
       constraint passkey_credential unique (credential_id))`,
    );
    this.addSql('create index passkey_user on passkey (user_id)');
    this.addSql('create table answered_challenge (challenge_hash bytea primary key, expires_at timestamptz not null)');
  }
}
