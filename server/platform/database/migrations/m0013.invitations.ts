import { Migration } from '@mikro-orm/migrations';

/** The invitations of an organization are listed, newest first, and ended with their senders' rights. */
export class M0013Invitations extends Migration {
  override up(): void {
    this.addSql('create index invitation_organization on invitation (organization_id, id desc)');
  }
}
