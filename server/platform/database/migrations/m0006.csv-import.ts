import { Migration } from '@mikro-orm/migrations';

/** Files of events on their way in: the import, its rows in pieces until they are done, and the rows that were refused. */
export class M0006CsvImport extends Migration {
  override up(): void {
    this.addSql(`create table csv_import (
      organization_id uuid not null, id uuid not null, product_uuid uuid not null, file_name text not null,
      status text not null check (status in ('uploaded', 'checked', 'confirmed', 'running', 'done', 'failed')),
      columns jsonb not null, total integer not null, pieces integer not null, next_piece integer not null default 1,
      revision integer not null default 0, mapping jsonb not null default '[]', constants jsonb not null default '[]',
      read integer not null default 0, taken integer not null default 0, duplicate integer not null default 0,
      ignored integer not null default 0, refused integer not null default 0, attempts integer not null default 0,
      created_at timestamptz not null, created_by uuid not null, checked_at timestamptz,
      confirmed_at timestamptz, confirmed_by uuid, finished_at timestamptz,
      primary key (organization_id, id),
      foreign key (organization_id, product_uuid) references product (organization_id, id))`);
    this.addSql(
      `create index csv_import_waiting on csv_import (confirmed_at) where status in ('confirmed', 'running')`,
    );
    this.addSql(`create table csv_import_piece (
      organization_id uuid not null, import_id uuid not null, number integer not null, rows bytea not null,
      primary key (organization_id, import_id, number),
      foreign key (organization_id, import_id) references csv_import (organization_id, id) on delete cascade)`);
    this.addSql(`create table csv_import_refusal (
      organization_id uuid not null, import_id uuid not null, row_number integer not null,
      status text not null check (status in ('invalid', 'conflict')), problems jsonb not null, at timestamptz not null default now(),
      primary key (organization_id, import_id, row_number),
      foreign key (organization_id, import_id) references csv_import (organization_id, id) on delete cascade)`);
    this.addSql('create index csv_import_refusal_age on csv_import_refusal using brin (at)');
  }
}
