import { Migration } from '@mikro-orm/migrations';

/**
 * The earliest event that counts of each developer in each product, and the campaign that it names: who is new in a window is read of the
 * developers of that window. What was folded before is read from the events.
 */
export class M0042FirstSeen extends Migration {
  override up(): void {
    this.addSql(`create table adoption_first_seen (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, developer_id text not null,
      at timestamptz not null, event_id uuid not null, campaign_id text, campaign_source text,
      primary key (organization_id, product_uuid, data_label, developer_id))`);
    this.addSql(`insert into adoption_first_seen (organization_id, product_uuid, data_label, developer_id, at, event_id, campaign_id, campaign_source)
      select f.organization_id, f.product_uuid, f.data_label, f.developer_id, f.at, f.id, e.campaign_id,
        case when e.campaign_id is not null then e.payload #>> '{context,attribution,source}' end
      from (
        select distinct on (organization_id, product_uuid, data_label, developer_id)
          organization_id, product_uuid, data_label, developer_id, coalesce(occurred_at, received_at) as at, id
        from tracking_event
        where source = 'api' and not vendor_own_domain and recorded_at <= (select recorded_at from fold_watermark where name = 'adoption')
        order by organization_id, product_uuid, data_label, developer_id, coalesce(occurred_at, received_at), id) f
      join tracking_event e on e.organization_id = f.organization_id and e.id = f.id`);
    this.addSql(
      'create index adoption_first_seen_at on adoption_first_seen (organization_id, product_uuid, data_label, at)',
    );
  }
}
