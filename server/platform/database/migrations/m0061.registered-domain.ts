import { Migration } from '@mikro-orm/migrations';

/** The account of an event whose account domain is a subdomain; a rebuild of the rollups fills it in for earlier events. */
export class M0061RegisteredDomain extends Migration {
  override up(): void {
    this.addSql('alter table tracking_event add column registered_domain text');
  }
}
