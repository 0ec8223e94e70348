import { Migration } from '@mikro-orm/migrations';

/** The sort orders and searches of an organization's invitations, imports and audit log, and of the imports of the catalog. */
export class M0026OrganizationLists extends Migration {
  override up(): void {
    this.addSql('create index invitation_email on invitation (organization_id, lower(email), id)');
    this.addSql('create index invitation_role on invitation (organization_id, role, id)');
    this.addSql('create index csv_import_status on csv_import (organization_id, status, id)');
    this.addSql('create index csv_import_refused on csv_import (organization_id, refused, id)');
    this.addSql('create index catalog_import_status on catalog_import (status, id)');
    this.addSql('create index catalog_import_refused on catalog_import (refused, id)');
    this.addSql('create index audit_entry_at on audit_entry (organization_id, at)');
    this.addSql('create index audit_entry_action on audit_entry (organization_id, action, sequence)');
  }
}
