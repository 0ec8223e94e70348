import { Migration } from '@mikro-orm/migrations';

/** Two admins may take a lost second factor off a colleague's account, a day after the person was told by letter. */
export class M0111FactorResets extends Migration {
  override up(): void {
    this.addSql(
      `create table factor_reset (id uuid primary key, organization_id uuid not null references organization (id),
       user_id uuid not null references auth."user" (id) on delete cascade, reason text, secret_hash bytea not null,
       confirmed_secret_hash bytea,
       requested_by uuid not null, requested_at timestamptz not null, confirmed_by uuid, confirmed_at timestamptz,
       outcome text check (outcome in ('done', 'objected', 'withdrawn', 'void')), ended_at timestamptz,
       constraint factor_reset_confirmed check ((confirmed_at is null) = (confirmed_by is null)),
       constraint factor_reset_ended check ((ended_at is null) = (outcome is null)))`,
    );
    this.addSql(
      'create unique index factor_reset_waiting on factor_reset (user_id, organization_id) where outcome is null',
    );
    this.addSql('create index factor_reset_organization on factor_reset (organization_id) where outcome is null');
  }
}
