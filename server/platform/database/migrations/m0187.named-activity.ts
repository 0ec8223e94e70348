import { Migration } from '@mikro-orm/migrations';

/**
 * The first and the last event of a name on a day, of each developer for an account and under a campaign: steps of a funnel may be event names. What was
 * folded before is read from the events.
 */
export class M0187NamedActivity extends Migration {
  override up(): void {
    this.addSql(`create table adoption_named_activity (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, event_name text not null, day date not null,
      developer_id text not null, account_domain text not null, campaign_key uuid not null, campaign_id text, campaign_source text,
      first_at timestamptz not null, last_at timestamptz not null,
      primary key (organization_id, product_uuid, data_label, event_name, day, developer_id, account_domain, campaign_key))`);
    this.addSql(`insert into adoption_named_activity (organization_id, product_uuid, data_label, event_name, day, developer_id, account_domain,
        campaign_key, campaign_id, campaign_source, first_at, last_at)
      select organization_id, product_uuid, data_label, event_name, (at at time zone 'utc')::date, developer_id, account_domain,
        case when campaign_id is null then '00000000-0000-0000-0000-000000000000'
          else md5(length(campaign_id) || ':' || campaign_id || coalesce(campaign_source, ''))::uuid end,
        campaign_id, campaign_source, min(at), max(at)
      from (
        select organization_id, product_uuid, data_label, event_name, developer_id, campaign_id, coalesce(occurred_at, received_at) as at,
          case when not free_mail then coalesce(registered_domain, account_domain, '') else '' end as account_domain,
          case when campaign_id is not null then payload #>> '{context,attribution,source}' end as campaign_source
        from tracking_event
        where source = 'api' and not vendor_own_domain and recorded_at <= (select recorded_at from fold_watermark where name = 'adoption')) e
      group by 1, 2, 3, 4, 5, 6, 7, campaign_id, campaign_source`);
  }
}
