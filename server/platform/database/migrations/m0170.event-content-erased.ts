import { Migration } from '@mikro-orm/migrations';

/** The day on which the content of an event was erased, by its age or because a developer was; its key and fingerprint stay and decide. */
export class M0170EventContentErased extends Migration {
  override up(): void {
    this.addSql('alter table tracking_event add column content_erased_on date');
  }
}
