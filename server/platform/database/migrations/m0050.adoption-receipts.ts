import { Migration } from '@mikro-orm/migrations';

/**
 * Receipts by day, kind and latency, which folding adds up, and since when it does: what it counted before this migration has none of them
 * until a rebuild.
 */
export class M0050AdoptionReceipts extends Migration {
  override up(): void {
    this.addSql(`create table adoption_receipt (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, day date not null, receipt_type text not null,
      latency_bucket integer not null, receipts bigint not null, succeeded bigint not null, failed bigint not null, costed bigint not null,
      cost_cents numeric not null,
      primary key (organization_id, product_uuid, data_label, day, receipt_type, latency_bucket))`);
    this.addSql(`insert into fold_watermark (name, recorded_at)
      select 'receipts', coalesce((select recorded_at from fold_watermark where name = 'adoption'), '-infinity')`);
  }
}
