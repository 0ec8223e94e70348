import { Migration } from '@mikro-orm/migrations';

/** The addresses to which an organization wants its messages sent, and the outbox of these messages. */
export class M0024Webhooks extends Migration {
  override up(): void {
    this.addSql(`create table webhook_endpoint (
      organization_id uuid not null, id uuid not null, url text not null,
      account_first_event boolean not null, tracking_key_unused boolean not null,
      refused_percent integer check (refused_percent between 1 and 100),
      sealed_secret text not null, sealed_previous_secret text, previous_secret_until timestamptz,
      failing_since timestamptz, disabled_at timestamptz, disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing')),
      paused_until timestamptz, sending_until timestamptz, refused_since jsonb not null default '{}',
      created_by uuid not null, created_at timestamptz not null, updated_at timestamptz not null,
      primary key (organization_id, id))`);
    this.addSql(`create table webhook_message (
      organization_id uuid not null, id uuid not null, endpoint_id uuid not null, type text not null, subject text not null, body text not null,
      state text not null check (state in ('waiting', 'delivered', 'failed')), attempts integer not null default 0,
      next_attempt_at timestamptz, last_attempt_at timestamptz, last_status integer, last_outcome text, created_at timestamptz not null,
      primary key (organization_id, id),
      foreign key (organization_id, endpoint_id) references webhook_endpoint (organization_id, id) on delete cascade)`);
    this.addSql(
      'create unique index webhook_message_once on webhook_message (organization_id, endpoint_id, type, subject)',
    );
    this.addSql('create index webhook_message_list on webhook_message (organization_id, endpoint_id, id desc)');
    this.addSql(`create index webhook_message_due on webhook_message (next_attempt_at) where state = 'waiting'`);
    this.addSql('create index webhook_message_age on webhook_message using brin (created_at)');
  }
}
