import { Migration } from '@mikro-orm/migrations';

/** The hash of what the link of an invitation's letter ends with: who has it sees whose invitation it is before signing in. */
export class M0038InvitationSecret extends Migration {
  override up(): void {
    this.addSql('alter table invitation add column secret_hash bytea');
  }
}
