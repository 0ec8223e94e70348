import { Migration } from '@mikro-orm/migrations';

/** The catalog: tools, what is measured of them in public, its version, its changes, and imports into it. */
export class M0007Directory extends Migration {
  override up(): void {
    this.addSql(`create table catalog_head (
      id smallint primary key check (id = 1), version bigint not null, changed_at timestamptz not null)`);
    this.addSql(`insert into catalog_head (id, version, changed_at) values (1, 0, '2000-01-01T00:00:00Z')`);
    this.addSql(`create table tool (
      id uuid primary key, slug text not null unique, name text not null, aliases jsonb not null default '[]', summary text not null,
      vendor_name text, vendor_domain text, website text, categories jsonb not null, capabilities jsonb not null,
      pricing_model text not null check (pricing_model in ('free', 'freemium', 'usage', 'subscription', 'enterprise', 'open_source', 'unknown')),
      free_tier text, pricing_url text, signup_url text,
      maturity text not null check (maturity in ('experimental', 'beta', 'stable', 'deprecated', 'unknown')),
      interfaces jsonb not null default '[]', install_kind text, install_command text, packages jsonb not null default '[]',
      environment jsonb not null default '[]', docs_url text, docs_llms_txt text, docs_openapi text,
      verification_level text not null default 'none' check (verification_level in ('none', 'listed', 'domain', 'package')),
      verification_method text, verification_checked_at timestamptz, sources jsonb not null default '[]', mcp_server jsonb,
      sponsored boolean not null default false, listed boolean not null default true,
      origin text not null, origin_key text, edited_at timestamptz,
      version bigint not null, created_at timestamptz not null, updated_at timestamptz not null,
      check ((install_kind is null) = (install_command is null)))`);
    this.addSql('create unique index tool_origin on tool (origin, origin_key) where origin_key is not null');
    this.addSql('create index tool_version on tool (version)');
    this.addSql('create index tool_name on tool (lower(name))');
    this.addSql(`create table tool_package (
      registry text not null, name text not null, tool_id uuid not null references tool (id) on delete cascade,
      primary key (registry, name, tool_id))`);
    this.addSql(`create table tool_measure (
      tool_id uuid not null references tool (id) on delete cascade, kind text not null, subject text not null,
      value bigint not null check (value >= 0), label text not null check (label = 'public-source'), source text not null, as_of date not null,
      primary key (tool_id, kind, subject))`);
    this.addSql(`create table catalog_change (
      version bigint not null, resource text not null check (resource in ('tool', 'offer')), resource_id uuid not null, slug text not null,
      change text not null check (change in ('created', 'updated', 'removed')), fields jsonb not null, at timestamptz not null,
      primary key (version, resource, resource_id))`);
    this.addSql('create index catalog_change_at on catalog_change (at, version)');
    this.addSql(`create table catalog_import (
      id uuid primary key, format text not null, file_name text not null, digest text not null,
      status text not null check (status in ('running', 'done', 'failed')), total integer not null,
      created integer not null default 0, updated integer not null default 0, unchanged integer not null default 0, refused integer not null default 0,
      actor text not null, started_at timestamptz not null, moved_at timestamptz, finished_at timestamptz)`);
    this.addSql(`create table catalog_import_row (
      import_id uuid not null references catalog_import (id) on delete cascade, row_number integer not null, key text not null,
      outcome text not null check (outcome in ('created', 'updated', 'unchanged', 'refused')), problems jsonb not null default '[]',
      primary key (import_id, row_number))`);
  }
}
