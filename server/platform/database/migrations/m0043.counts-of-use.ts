import { Migration } from '@mikro-orm/migrations';

/**
 * How many of the events that arrived name an account, how many are of use, and how many of those have no time. What was folded before is
 * counted from the events.
 */
export class M0043CountsOfUse extends Migration {
  override up(): void {
    this.addSql(`alter table adoption_count add column events_with_account bigint not null default 0,
      add column events_of_use bigint not null default 0, add column events_of_use_without_time bigint not null default 0`);
    this.addSql(`update adoption_count c set events_with_account = n.with_account, events_of_use = n.of_use, events_of_use_without_time = n.without_time
      from (
        select organization_id, product_uuid, (coalesce(occurred_at, received_at) at time zone 'utc')::date as day, source, data_label,
          vendor_own_domain, coalesce(event_family, 'none') as event_family, count(account_domain) as with_account,
          count(*) filter (where event_family in ('activation', 'retention') and event_name <> 'MCP_TOOL_CALL_FAILED') as of_use,
          count(*) filter (where event_family in ('activation', 'retention') and event_name <> 'MCP_TOOL_CALL_FAILED' and occurred_at is null)
            as without_time
        from tracking_event where recorded_at <= (select recorded_at from fold_watermark where name = 'adoption') group by 1, 2, 3, 4, 5, 6, 7) n
      where c.organization_id = n.organization_id and c.product_uuid = n.product_uuid and c.day = n.day and c.source = n.source
        and c.data_label = n.data_label and c.vendor_own_domain = n.vendor_own_domain and c.event_family = n.event_family`);
  }
}
