import { Migration } from '@mikro-orm/migrations';

/** Finds the submissions of one confirmed contact, so that a reviewer sees what was decided about their earlier ones. */
export class M0180IntakeContacts extends Migration {
  override up(): void {
    this.addSql(`create index intake_party_contact on intake_party (mailbox) where part = 'contact'`);
  }
}
