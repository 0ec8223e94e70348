import { Migration } from '@mikro-orm/migrations';

/** Events, the verdicts shown in the workspace, and what folding makes of events. */
export class M0004Tracking extends Migration {
  override up(): void {
    this.addSql(`create table tracking_event (
      organization_id uuid not null, id uuid not null, idempotency_key text not null, product_uuid uuid not null,
      event_name text not null, event_family text, developer_id text not null, account_domain text, vendor_own_domain boolean not null,
      campaign_id text, occurred_at timestamptz, received_at timestamptz not null, recorded_at timestamptz not null default now(),
      source text not null, data_label text not null, fingerprint_version smallint not null, fingerprint bytea not null, payload jsonb not null,
      primary key (organization_id, id))`);
    this.addSql('create unique index tracking_event_once on tracking_event (organization_id, idempotency_key)');
    this.addSql(
      'create index tracking_event_recorded on tracking_event using brin (recorded_at) with (pages_per_range = 32, autosummarize = on)',
    );
    this.addSql(`create table tracking_verdict (
      organization_id uuid not null, id uuid not null, product_uuid uuid not null, credential_id uuid not null, at timestamptz not null,
      status text not null, door text not null, event_name text, event_id uuid, idempotency_key text, request_id text not null,
      problems jsonb not null, warnings jsonb not null, dropped integer not null default 0,
      primary key (organization_id, id))`);
    this.addSql('create index tracking_verdict_age on tracking_verdict using brin (at)');
    this.addSql(`create table customer_account (
      organization_id uuid not null, domain text not null, declared_at timestamptz, first_event_at timestamptz,
      primary key (organization_id, domain))`);
    this.addSql(`create table campaign (
      organization_id uuid not null, campaign_id text not null, first_event_at timestamptz not null,
      primary key (organization_id, campaign_id))`);
    this.addSql(`create table adoption_daily (
      organization_id uuid not null, product_uuid uuid not null, day date not null, event_family text not null,
      events bigint not null, developers bigint not null,
      primary key (organization_id, product_uuid, day, event_family))`);
    this.addSql(`create table adoption_daily_developer (
      organization_id uuid not null, product_uuid uuid not null, day date not null, event_family text not null, developer_id text not null,
      primary key (organization_id, product_uuid, day, event_family, developer_id))`);
  }
}
