import { Migration } from '@mikro-orm/migrations';

/** Records that coding agents prepare for a person: imported skills, and projects with their approved and published content. */
export class M0010Workflow extends Migration {
  override up(): void {
    this.addSql(`create table agent_skill (
      id uuid primary key, user_id uuid not null references auth."user" (id) on delete cascade, name text not null, description text not null,
      source_url text not null, final_url text not null, digest text not null, content text not null, reading jsonb not null,
      status text not null check (status in ('DRAFT', 'VERIFIED', 'PUBLISHED', 'SUSPENDED')), revision integer not null default 1,
      created_at timestamptz not null, updated_at timestamptz not null,
      verified_at timestamptz, verified_by uuid, published_at timestamptz, published_by uuid, suspended_at timestamptz, suspended_by uuid, suspended_reason text,
      checked_at timestamptz, check_failure text,
      check (status not in ('VERIFIED', 'PUBLISHED') or (verified_at is not null and verified_by is not null)),
      check (status <> 'PUBLISHED' or (published_at is not null and published_by is not null)))`);
    this.addSql('create index agent_skill_user on agent_skill (user_id, id desc)');
    this.addSql('create index agent_skill_suspended on agent_skill (digest) where suspended_by is not null');
    this.addSql(`create index agent_skill_published on agent_skill (id desc) where status = 'PUBLISHED'`);
    this.addSql(`create table project (
      id uuid primary key, user_id uuid not null references auth."user" (id) on delete cascade, slug text not null unique,
      status text not null check (status in ('DRAFT', 'APPROVED', 'PUBLISHED', 'ARCHIVED')),
      revision integer not null default 1, content jsonb not null, content_hash text not null, plan_id uuid, note text, changed_by jsonb not null,
      published_revision integer, published_content jsonb, published_hash text, published_at timestamptz, archived_at timestamptz,
      created_at timestamptz not null, updated_at timestamptz not null,
      check (status <> 'PUBLISHED' or (published_revision is not null and published_content is not null and published_hash is not null and published_at is not null)))`);
    this.addSql('create index project_user on project (user_id, id desc)');
    this.addSql(`create table project_approval (
      id uuid primary key, project_id uuid not null references project (id) on delete cascade, revision integer not null, content_hash text not null,
      approved_by uuid not null, approved_at timestamptz not null, expires_at timestamptz not null, voided_at timestamptz)`);
    this.addSql('create unique index project_approval_valid on project_approval (project_id) where voided_at is null');
    this.addSql(`create table project_proof (
      id uuid primary key, project_id uuid not null references project (id) on delete cascade, revision integer not null, tools jsonb not null,
      made_by uuid not null, made_at timestamptz not null)`);
    this.addSql('create index project_proof_latest on project_proof (project_id, id desc)');
  }
}
