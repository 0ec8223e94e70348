import { Migration } from '@mikro-orm/migrations';

/** Links of letters that open a submission for its confirmed contact, and the submissions of a contact by their address. */
export class M0036IntakeLinks extends Migration {
  override up(): void {
    this.addSql(`create table intake_link (
      digest text primary key, submission_id uuid not null references intake_submission (id) on delete cascade, expires_at timestamptz not null)`);
    this.addSql('create index intake_link_submission on intake_link (submission_id)');
    this.addSql('create index intake_link_expiring on intake_link (expires_at)');
    this.addSql('create index intake_submission_contact on intake_submission (contact_email)');
  }
}
