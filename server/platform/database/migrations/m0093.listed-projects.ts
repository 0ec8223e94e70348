import { Migration } from '@mikro-orm/migrations';

/** Owners agree one by one that the public pages of their projects may be listed; no page of before is. */
export class M0093ListedProjects extends Migration {
  override up(): void {
    this.addSql('alter table project add column listed_at timestamptz');
    this.addSql(`create index project_listed on project (id) where listed_at is not null and status = 'PUBLISHED'`);
  }
}
