import { Migration } from '@mikro-orm/migrations';

/** The text that an organization publishes below its domain to show that the domain is its own. */
export class M0005DomainChallenge extends Migration {
  override up(): void {
    this.addSql('alter table organization add column domain_challenge text');
  }
}
