import { Migration } from '@mikro-orm/migrations';

/**
 * The unique index of the numbers has kind and number in one: negative for accounts. Beside an index by organization, kind and number, one by
 * organization, kind and name is no better for a planner without statistics, and a look-up by name read every number of the organization.
 */
export class M0102SubjectNumber extends Migration {
  override up(): void {
    this.addSql(`create unique index adoption_subject_number on adoption_subject (organization_id,
      (case kind when 'account' then -1 - number else number end))`);
    this.addSql('alter table adoption_subject drop constraint adoption_subject_number_unique');
  }
}
