import { Migration } from '@mikro-orm/migrations';

/** Exact counts of refused events; and the daily counts of before go, which no gateway reads since the rollups. */
export class M0019AdoptionCompany extends Migration {
  override up(): void {
    this.addSql(`create table tracking_refusal (
      organization_id uuid not null, product_uuid uuid not null, day date not null, refused bigint not null,
      primary key (organization_id, product_uuid, day))`);
    this.addSql('drop table adoption_daily_developer');
    this.addSql('drop table adoption_daily');
    this.addSql("delete from fold_watermark where name = 'adoption_daily'");
  }
}
