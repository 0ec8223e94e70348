import { Migration } from '@mikro-orm/migrations';

/**
 * The activity of closed weeks and four weeks in one row each, which a view of a long window reads instead of their days, and how many
 * events each period had when it was compacted.
 */
export class M0030AdoptionPeriods extends Migration {
  override up(): void {
    this.addSql(`create table adoption_period (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, days integer not null, first_day date not null,
      events bigint not null,
      primary key (organization_id, product_uuid, data_label, days, first_day))`);
    this.addSql(`create table adoption_period_activity (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, days integer not null, event_family text not null,
      first_day date not null, developer_id text not null, account_domain text not null, campaign_key uuid not null,
      campaign_id text, campaign_source text, events bigint not null, first_at timestamptz not null, last_at timestamptz not null,
      primary key (organization_id, product_uuid, data_label, days, event_family, first_day, developer_id, account_domain, campaign_key))`);
    this.addSql(`create statistics adoption_period_activity_people (ndistinct)
      on developer_id, account_domain, campaign_id, campaign_source from adoption_period_activity`);
  }
}
