import { Migration } from '@mikro-orm/migrations';

/** Named settings of the adoption pages: a person's in an organization, or the organization's own. */
export class M0027SavedViews extends Migration {
  override up(): void {
    this.addSql(`create table saved_view (
      id uuid primary key, organization_id uuid not null references organization (id),
      user_id uuid references auth."user" (id) on delete cascade, page text not null, name text not null, parameters jsonb not null,
      created_by uuid not null, updated_at timestamptz not null)`);
    this.addSql(
      'create unique index saved_view_name on saved_view (organization_id, user_id, page, name) nulls not distinct',
    );
    this.addSql('create index saved_view_user on saved_view (user_id)');
  }
}
