import { Migration } from '@mikro-orm/migrations';

/** Up to which event of an organization the content is erased by age, so that a round begins where the last one ended. */
export class M0171EventContentMarks extends Migration {
  override up(): void {
    this.addSql(
      'create table event_content_mark (organization_id uuid not null primary key, through_event uuid not null)',
    );
  }
}
