import { Migration } from '@mikro-orm/migrations';

/**
 * The secret that public adoption withholds numbers by, made once; only the owner of the tables reads it. Calls by developer and account decide
 * whether the share of successful calls is published; a rebuild of the rollups fills them in for earlier events.
 */
export class M0081PublicationSecret extends Migration {
  override up(): void {
    this.addSql(`create table publication_secret (
      id smallint primary key check (id = 1), secret bytea not null check (length(secret) >= 32), created_at timestamptz not null default now())`);
    // Two random UUIDs have 244 random bits.
    this.addSql(`insert into publication_secret (id, secret)
      values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`);
    this.addSql(
      `alter table adoption_activity add column calls bigint not null default 0, add column failed_calls bigint not null default 0`,
    );
  }
}
