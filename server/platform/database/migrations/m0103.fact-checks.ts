import { Migration } from '@mikro-orm/migrations';

/** Checks of what stands behind facts of tools, by a program. */
export class M0103FactChecks extends Migration {
  override up(): void {
    this.addSql(`create table fact_check (
      tool_id uuid not null references tool (id) on delete cascade,
      kind text not null check (kind in ('link', 'package', 'repository', 'mcp')),
      subject text not null, host text not null, facts jsonb not null, etag text, last_modified text, asked_at timestamptz,
      claimed_until timestamptz, outcome text check (outcome in ('confirmed', 'contradicted', 'gone', 'unreachable', 'unknown')),
      checked_at timestamptz, failures integer not null default 0, failing_since timestamptz, seen jsonb,
      primary key (tool_id, kind, subject))`);
    this.addSql('create index fact_check_due on fact_check (host, asked_at nulls first)');
    this.addSql('create index fact_check_subject on fact_check (kind, subject)');
  }
}
