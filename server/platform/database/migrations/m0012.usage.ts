import { Migration } from '@mikro-orm/migrations';

/** A developer's own use of tools: consent, receipts and their relay, provider balances, monthly spending. */
export class M0012Usage extends Migration {
  override up(): void {
    this.addSql(`create table tool_connection (
      id uuid primary key, user_id uuid not null references auth."user" (id) on delete cascade, tool_id uuid not null references tool (id),
      connected_at timestamptz not null, renewed_at timestamptz, expires_at timestamptz not null, revoked_at timestamptz,
      revision integer not null default 1, unique (user_id, tool_id))`);
    this.addSql(`create table relay_identity (
      user_id uuid not null references auth."user" (id) on delete cascade, organization_id uuid not null, developer_id text not null unique,
      primary key (user_id, organization_id))`);
    this.addSql(`create table usage_receipt (
      user_id uuid not null references auth."user" (id) on delete cascade, id uuid not null, idempotency_key text not null,
      tool_id uuid not null references tool (id), receipt_type text not null, success boolean, duration_ms integer, spend_cents numeric(15, 6),
      project_id uuid, connection_id uuid, organization_id uuid, product_uuid uuid,
      state text not null check (state in ('stored', 'waiting', 'queued', 'delivered', 'failed', 'stopped')), attempts integer not null default 0,
      failure text, next_attempt_at timestamptz, delivered_at timestamptz, event_id uuid, created_at timestamptz not null, updated_at timestamptz not null,
      primary key (user_id, id), unique (user_id, idempotency_key),
      check (state = 'stored' or (connection_id is not null and organization_id is not null and product_uuid is not null)),
      check ((state = 'delivered') = (delivered_at is not null)),
      check ((state in ('waiting', 'queued')) = (next_attempt_at is not null)))`);
    this.addSql(
      `create index usage_receipt_due on usage_receipt (next_attempt_at) where state in ('waiting', 'queued')`,
    );
    this.addSql(
      `create index usage_receipt_open on usage_receipt (connection_id) where state in ('waiting', 'queued')`,
    );
    this.addSql(`create table provider_snapshot (
      user_id uuid not null references auth."user" (id) on delete cascade, provider text not null check (provider in ('search_api', 'web_data_api', 'coding_agent')),
      snapshot jsonb not null, checked_at timestamptz not null, last_run jsonb, last_run_at timestamptz, updated_at timestamptz not null,
      primary key (user_id, provider))`);
    this.addSql(`create table provider_attempt (
      user_id uuid not null references auth."user" (id) on delete cascade, id uuid not null, provider text not null, at timestamptz not null,
      outcome text check (outcome in ('succeeded', 'failed')), primary key (user_id, id))`);
    this.addSql('create index provider_attempt_at on provider_attempt (user_id, at desc)');
    this.addSql(`create table monthly_spend (
      user_id uuid not null references auth."user" (id) on delete cascade, provider text not null, month date not null, currency text not null,
      amount_cents bigint not null check (amount_cents between 0 and 100000000000), source text not null, created_at timestamptz not null, updated_at timestamptz not null,
      primary key (user_id, provider, month, currency))`);
  }
}
