import { Migration } from '@mikro-orm/migrations';

/** How many events of a name that is switched off were ignored on a day, counted one by one. */
export class M0174IgnoredEventCounts extends Migration {
  override up(): void {
    this.addSql(
      `create table ignored_event_count (organization_id uuid not null, product_uuid uuid not null, day date not null, event_name text not null,
       ignored bigint not null, primary key (organization_id, product_uuid, day, event_name))`,
    );
  }
}
