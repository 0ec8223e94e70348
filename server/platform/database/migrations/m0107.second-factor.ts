import { Migration } from '@mikro-orm/migrations';

/**
 * A person may confirm a second factor. The last used step of a factor is a column, so that the database decides which of two requests used
 * a code. A session states whether it was opened with the factor: sessions of before prove nothing once there is one.
 */
export class M0107SecondFactor extends Migration {
  override up(): void {
    this.addSql('alter table auth."user" add column "secondFactor" boolean not null default false');
    this.addSql('alter table auth.session add column "secondFactor" boolean not null default false');
    this.addSql('alter table auth.session add column "provenAt" timestamptz');
    this.addSql(
      `create table second_factor (user_id uuid primary key references auth."user" (id) on delete cascade,
       sealed text, confirmed_at timestamptz, last_step integer, used_at timestamptz, offered text, offered_at timestamptz,
       tries integer not null default 0, tries_since timestamptz not null,
       constraint second_factor_confirmed check ((confirmed_at is null) = (sealed is null)))`,
    );
    this.addSql(
      `create table recovery_code (user_id uuid not null references second_factor (user_id) on delete cascade,
       code_hash bytea not null, primary key (user_id, code_hash))`,
    );
    this.addSql(
      `create table sign_in_challenge (token_hash bytea primary key, user_id uuid not null references auth."user" (id) on delete cascade,
       remembers boolean not null, expires_at timestamptz not null)`,
    );
    this.addSql('create index sign_in_challenge_user on sign_in_challenge (user_id)');
  }
}
