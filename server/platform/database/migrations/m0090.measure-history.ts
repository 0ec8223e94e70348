import { Migration } from '@mikro-orm/migrations';

/** Subjects that public sources count, by tool, and every figure by its day; the figures that are known begin the history. */
export class M0090MeasureHistory extends Migration {
  override up(): void {
    this.addSql(`create table tool_subject (
      subject text not null, tool_id uuid not null references tool (id) on delete cascade, position integer not null,
      primary key (subject, tool_id))`);
    this.addSql('create index tool_subject_tool on tool_subject (tool_id)');
    this.addSql(`create table measure_day (
      kind text not null, subject text not null, day date not null,
      state text not null check (state in ('taken', 'held', 'declined')), id uuid not null unique,
      value bigint not null check (value >= 0), source text not null, reason text check (reason in ('zero', 'jump')),
      noted_at timestamptz not null, decided_at timestamptz, decided_by text,
      primary key (kind, subject, day, state))`);
    this.addSql(`create index measure_day_held on measure_day (id) where state = 'held'`);
    // Zeros came with the first catalogs, whose source counted nothing where it knew nothing: they wait for a reviewer now.
    this.addSql(`insert into measure_day (kind, subject, day, state, id, value, source, reason, noted_at)
      select distinct on (kind, subject, as_of) kind, subject, as_of, case when value = 0 then 'held' else 'taken' end, gen_random_uuid(),
        value, source, case when value = 0 then 'zero' end, now()
      from tool_measure where subject <> '' order by kind, subject, as_of`);
    this.addSql(`delete from tool_measure where subject <> '' and value = 0`);
    this.addSql(`insert into tool_subject (subject, tool_id, position)
      select subject, tool_id, min(position) from (
        select t.id as tool_id, p.place
            + case when ' ' || coalesce(t.install_command, '') || ' ' like '% ' || replace(replace(p.package ->> 'name', '_', '\\_'), '%', '\\%') || ' %' then 0 else 100 end as position,
          case p.package ->> 'registry'
            when 'npm' then 'npm:' || (p.package ->> 'name')
            when 'pypi' then 'pypi:' || regexp_replace(lower(p.package ->> 'name'), '[-_.]+', '-', 'g')
            when 'cargo' then 'crates:' || replace(lower(p.package ->> 'name'), '_', '-')
            when 'nuget' then 'nuget:' || lower(p.package ->> 'name')
            when 'oci' then 'docker:' || nullif(substring(regexp_replace(lower(p.package ->> 'name'), '^(docker\\.io|registry-1\\.docker\\.io|hub\\.docker\\.com)/', '')
              from '^[a-z0-9][a-z0-9_-]*/[a-z0-9][a-z0-9._-]*$'), '')
          end as subject
        from tool t, jsonb_array_elements(t.packages) with ordinality as p (package, place)
        union all
        select t.id, 200, 'github:' || regexp_replace(lower(substring(coalesce(
            substring(t.mcp_server #>> '{repository,url}' from '^https://(?:www\\.)?github\\.com/[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+'),
            substring(t.website from '^https://(?:www\\.)?github\\.com/[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+'),
            substring(t.licence ->> 'source' from '^https://(?:www\\.)?github\\.com/[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+'))
          from 'github\\.com/(.*)$')), '\\.git$', '')
        from tool t) as found
      where subject is not null and subject !~ '^github:(about|apps|features|marketplace|orgs|settings|sponsors|topics)/' group by subject, tool_id`);
  }
}
