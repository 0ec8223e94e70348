import { Migration } from '@mikro-orm/migrations';

/** The published figures of a day: written once, and never changed or made again. */
export class M0017AdoptionSnapshots extends Migration {
  override up(): void {
    this.addSql(`create table adoption_snapshot (
      day date primary key,
      id uuid not null unique,
      methodology text not null,
      periods jsonb not null,
      created_at timestamptz not null
    )`);
    this.addSql(`create table adoption_snapshot_tool (
      day date not null,
      tool_id uuid not null,
      rows jsonb not null,
      basis jsonb not null,
      primary key (day, tool_id)
    )`);
    this.addSql('create index adoption_snapshot_tool_history on adoption_snapshot_tool (tool_id, day)');
  }
}
