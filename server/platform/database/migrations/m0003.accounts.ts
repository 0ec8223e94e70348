import { Migration } from '@mikro-orm/migrations';

/** Organizations, their people and products, and every bearer credential. */
export class M0003Accounts extends Migration {
  override up(): void {
    this.addSql(`create table organization (
      id uuid primary key, name text not null, domain text, domain_verified_at timestamptz,
      data_label text not null default 'first-party' check (data_label in ('first-party', 'sample')),
      created_at timestamptz not null default now())`);
    this.addSql(`create table member (
      organization_id uuid not null references organization (id), user_id uuid not null references auth."user" (id) on delete cascade,
      role text not null check (role in ('owner', 'admin', 'member')), created_at timestamptz not null default now(),
      primary key (organization_id, user_id))`);
    this.addSql('create index member_user on member (user_id)');
    this.addSql(`create table invitation (
      id uuid primary key, organization_id uuid not null references organization (id), email text not null,
      role text not null check (role in ('owner', 'admin', 'member')), invited_by uuid not null,
      created_at timestamptz not null default now(), expires_at timestamptz not null, accepted_at timestamptz, revoked_at timestamptz)`);
    this.addSql(
      `create unique index invitation_open on invitation (organization_id, lower(email)) where accepted_at is null and revoked_at is null`,
    );
    this.addSql(`create table product (
      organization_id uuid not null references organization (id), id uuid not null, product_id text not null, name text not null,
      type text not null, status text not null default 'registered' check (status in ('registered', 'ignored')),
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(), version integer not null default 1,
      primary key (organization_id, id), unique (organization_id, product_id))`);
    this.addSql(`create table product_name (
      organization_id uuid not null, name text not null, product_uuid uuid not null,
      primary key (organization_id, name),
      foreign key (organization_id, product_uuid) references product (organization_id, id))`);
    this.addSql(`create table credential (
      id uuid primary key, kind text not null check (kind in ('tracking_key', 'workflow_token', 'enterprise_key')),
      hash bytea not null unique, hint text not null, name text not null,
      organization_id uuid, product_uuid uuid, user_id uuid, project_id uuid, scopes jsonb not null default '[]',
      slot smallint check (slot in (1, 2)), created_at timestamptz not null default now(), created_by uuid,
      expires_at timestamptz, revoked_at timestamptz,
      check (kind <> 'tracking_key' or (organization_id is not null and product_uuid is not null and slot is not null)),
      check (kind <> 'workflow_token' or (user_id is not null and expires_at is not null)),
      check (kind <> 'enterprise_key' or (organization_id is not null and product_uuid is not null and expires_at is not null)))`);
    this.addSql(`create unique index credential_two_live_keys on credential (organization_id, product_uuid, slot)
      where kind = 'tracking_key' and revoked_at is null`);
    this.addSql('create index credential_user on credential (user_id) where user_id is not null');
    this.addSql('create table credential_use (credential_id uuid primary key, last_used_at timestamptz not null)');
  }
}
