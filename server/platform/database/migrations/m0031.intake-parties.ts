import { Migration } from '@mikro-orm/migrations';

/**
 * Who wrote each revision of a submission and whose address was its confirmed contact: none of them may approve it. Of earlier submissions
 * the first writer is known, and the contacts that confirmed their addresses, as the drafts of their day hold them.
 */
export class M0031IntakeParties extends Migration {
  override up(): void {
    this.addSql(`create table intake_party (
      id uuid primary key, submission_id uuid not null references intake_submission (id) on delete cascade, revision integer not null,
      part text not null check (part in ('author', 'contact')), person uuid, mailbox text, at timestamptz not null)`);
    this.addSql('create index intake_party_submission on intake_party (submission_id, id)');
    this.addSql('alter table intake_decision add column mailbox text');
    this.addSql(`insert into intake_party (id, submission_id, revision, part, person, at)
      select uuidv7(), id, 1, 'author', submitted_by, created_at from intake_submission where submitted_by is not null`);
    this.addSql(`insert into intake_party (id, submission_id, revision, part, mailbox, at)
      select uuidv7(), submission_id, revision, 'contact',
        encode(sha256(convert_to(lower(regexp_replace(email, '\\+[^@]*@', '@')), 'UTF8')), 'hex'), at
      from (
        select h.submission_id, h.revision, h.at, (
          select d.inputs -> 'submission' -> 'contact' ->> 'email' from intake_draft d
          where d.submission_id = h.submission_id and d.revision >= h.revision order by d.revision limit 1) as email
        from intake_history h where h.action = 'verify_contact'
        union
        select id, revision, contact_verified_at, contact_email from intake_submission where contact_verified_at is not null) confirmed
      where email is not null`);
  }
}
