import { Migration } from '@mikro-orm/migrations';

/** Plans that a person saved in the workbench: the brief as it was read then. */
export class M0009Planning extends Migration {
  override up(): void {
    // A receipt's id is longer than an index entry may be: its SHA-256 stands for it.
    this.addSql(`create table saved_plan (
      id uuid primary key, user_id uuid not null references auth."user" (id) on delete cascade, title text not null,
      intent text not null, constraints jsonb not null, brief jsonb not null, digest text not null,
      receipt_id text, receipt_digest bytea, changed_since_receipt boolean not null default false,
      catalog_version bigint not null, revision integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null,
      check ((receipt_id is null) = (receipt_digest is null)))`);
    this.addSql('create unique index saved_plan_receipt on saved_plan (user_id, receipt_digest)');
    this.addSql('create index saved_plan_user on saved_plan (user_id, id desc)');
  }
}
