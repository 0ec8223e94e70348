import { Migration } from '@mikro-orm/migrations';

/**
 * The figures that a company's own pages read again and again: which events arrived on a day, by name; refused ones by the code of their first
 * problem; and refused verdicts without a walk along all the others.
 */
export class M0022ReceivedCounts extends Migration {
  override up(): void {
    this.addSql(`create table adoption_received (
      organization_id uuid not null, product_uuid uuid not null, day date not null, source text not null, event_name text not null,
      event_family text not null, events bigint not null, last_at timestamptz not null,
      primary key (organization_id, product_uuid, day, source, event_name, event_family))`);
    this.addSql(`insert into adoption_received (organization_id, product_uuid, day, source, event_name, event_family, events, last_at)
      select e.organization_id, e.product_uuid, (e.received_at at time zone 'utc')::date, e.source, e.event_name, coalesce(e.event_family, 'none'),
        count(*), max(e.received_at)
      from tracking_event e join fold_watermark w on w.name = 'adoption' and e.recorded_at <= w.recorded_at group by 1, 2, 3, 4, 5, 6`);
    this.addSql(`create table tracking_refusal_code (
      organization_id uuid not null, product_uuid uuid not null, day date not null, code text not null, refused bigint not null,
      primary key (organization_id, product_uuid, day, code))`);
    this.addSql('alter table tracking_verdict add column dropped_refused integer not null default 0');
    this.addSql(
      `create index tracking_verdict_refused on tracking_verdict (organization_id, id) where status in ('invalid', 'conflict')`,
    );
    this.addSql('create index tracking_verdict_dropped on tracking_verdict (organization_id, id) where dropped > 0');
  }
}
