import { Migration } from '@mikro-orm/migrations';

/**
 * The events that a product is to send, as its owner declared them and a reviewer approved them; and the grantor of an invitation: a member, or
 * the review that made a workspace in which no member is yet.
 */
export class M0021TrackingPlan extends Migration {
  override up(): void {
    this.addSql(`create table tracking_plan (
      organization_id uuid not null, product_uuid uuid not null, events jsonb not null, via text not null check (via in ('server', 'cdp', 'csv')),
      cdp_name text, approved_by uuid not null, approved_at timestamptz not null, primary key (organization_id, product_uuid),
      foreign key (organization_id, product_uuid) references product (organization_id, id))`);
    this.addSql(
      `alter table invitation add column granted_by text not null default 'member' check (granted_by in ('member', 'review'))`,
    );
  }
}
