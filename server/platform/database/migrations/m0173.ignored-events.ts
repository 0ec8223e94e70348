import { Migration } from '@mikro-orm/migrations';

/** Event names that a company switched off for a product: an event of such a name is answered as ignored and not stored. */
export class M0173IgnoredEvents extends Migration {
  override up(): void {
    this.addSql(
      `create table ignored_event (organization_id uuid not null, product_uuid uuid not null, event_name text not null, reason text not null,
       ignored_by uuid not null, ignored_at timestamptz not null, primary key (organization_id, product_uuid, event_name),
       foreign key (organization_id, product_uuid) references product (organization_id, id))`,
    );
  }
}
