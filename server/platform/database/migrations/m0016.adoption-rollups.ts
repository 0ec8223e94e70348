import { Migration } from '@mikro-orm/migrations';

/**
 * The results of folding events: counts of whatever arrived, activity of whatever counts, and the evidence of each developer and account. The
 * older daily counts stay beside them until no gateway reads them any more.
 */
export class M0016AdoptionRollups extends Migration {
  override up(): void {
    this.addSql(`create table adoption_count (
      organization_id uuid not null, product_uuid uuid not null, day date not null, source text not null, data_label text not null,
      vendor_own_domain boolean not null, event_family text not null, events bigint not null,
      primary key (organization_id, product_uuid, day, source, data_label, vendor_own_domain, event_family))`);
    this.addSql(`create table adoption_activity (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, day date not null, developer_id text not null,
      account_domain text not null, event_family text not null, campaign_key uuid not null, campaign_id text, campaign_source text,
      events bigint not null, uses bigint not null, first_at timestamptz not null, last_at timestamptz not null,
      primary key (organization_id, product_uuid, data_label, day, developer_id, account_domain, event_family, campaign_key))`);
    this.addSql(`create table adoption_tool_call (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, day date not null,
      mcp_server text not null, mcp_tool text not null, calls bigint not null, failed bigint not null,
      primary key (organization_id, product_uuid, data_label, day, mcp_server, mcp_tool))`);
    this.addSql(`create table adoption_developer (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, developer_id text not null,
      activated_at timestamptz not null, activation_event_id uuid not null, returned_at timestamptz, return_event_id uuid,
      primary key (organization_id, product_uuid, data_label, developer_id))`);
    this.addSql(`create table adoption_early_use (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, developer_id text not null,
      at timestamptz not null, event_id uuid not null,
      primary key (organization_id, product_uuid, data_label, developer_id, at))`);
    this.addSql(`create table adoption_account (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, account_domain text not null,
      activated_at timestamptz not null, activation_event_id uuid not null,
      primary key (organization_id, product_uuid, data_label, account_domain))`);
  }
}
