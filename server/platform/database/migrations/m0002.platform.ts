import { Migration } from '@mikro-orm/migrations';

/** Audit chain, idempotent requests, outgoing mail, and how far each background fold has come. */
export class M0002Platform extends Migration {
  override up(): void {
    this.addSql(`create table audit_head (
      organization_id uuid not null, sequence bigint not null, hash text not null, primary key (organization_id))`);
    this.addSql(`create table audit_entry (
      organization_id uuid not null, id uuid not null, sequence bigint not null, at timestamptz not null,
      actor text not null, action text not null, resource text not null, resource_id text not null, revision integer,
      values_digest text not null, request_id text, prev_hash text not null, hash text not null,
      primary key (organization_id, id), unique (organization_id, sequence))`);
    // Without a foreign key: its check would lock the entry, for which append-only leaves no right.
    this.addSql(`create table audit_value (
      organization_id uuid not null, entry_id uuid not null, salt text not null, changes jsonb, reason text,
      primary key (organization_id, entry_id))`);
    this.addSql('revoke update, delete, truncate on audit_entry from current_user');
    this.addSql(`create table idempotent_request (
      owner text not null, operation text not null, key text not null, fingerprint bytea not null,
      answer jsonb, held_until timestamptz not null, expires_at timestamptz not null,
      primary key (owner, operation, key))`);
    this.addSql('create index idempotent_request_expires on idempotent_request (expires_at)');
    this.addSql(`create table mail (
      id uuid primary key, recipient text not null, subject text not null, body text not null, link text,
      created_at timestamptz not null default now(), sent_at timestamptz, attempts integer not null default 0,
      next_attempt_at timestamptz not null default now())`);
    this.addSql('create index mail_waiting on mail (next_attempt_at) where sent_at is null');
    this.addSql('create table fold_watermark (name text primary key, recorded_at timestamptz not null)');
  }
}
