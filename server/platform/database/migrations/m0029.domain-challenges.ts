import { Migration } from '@mikro-orm/migrations';

/** An organization that an operator made with a domain had nothing to serve, and could not show that the domain is its own. */
export class M0029DomainChallenges extends Migration {
  override up(): void {
    this.addSql(`update organization set domain_challenge = 'dai-domain-verification=' || replace(gen_random_uuid()::text, '-', '')
      where domain is not null and domain_challenge is null`);
  }
}
