import { Migration } from '@mikro-orm/migrations';

/** Plans that a person saved in the workbench: the brief as it was read then. */
export class M0009Planning extends Migration {
  override up(): void {
    this.addSql(`create table saved_plan (
      id uuid primary key, user_id uuid not null references auth."user" (id) on delete cascade, title text not null,
      intent text not null, constraints jsonb not null, brief jsonb not null, digest text not null, receipt_id text not null,
      catalog_version bigint not null, revision integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null)`);
    this.addSql('create unique index saved_plan_receipt on saved_plan (user_id, receipt_id)');
    this.addSql('create index saved_plan_user on saved_plan (user_id, id desc)');
  }
}
