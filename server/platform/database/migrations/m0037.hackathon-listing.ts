import { Migration } from '@mikro-orm/migrations';

/** A hackathon whose passport a reviewer took down keeps its row, its entries and its slug, and is shown nowhere. */
export class M0037HackathonListing extends Migration {
  override up(): void {
    this.addSql('alter table hackathon_event add column listed boolean not null default true');
    this.addSql('alter table hackathon_event add column revision integer not null default 1');
  }
}
