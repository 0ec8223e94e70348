import { Migration } from '@mikro-orm/migrations';

/**
 * Finds the few addresses that may not be in their normal form without a look at all accounts. SQL has no IDNA, so the addresses themselves
 * are rewritten by the start of a process that owns the tables (decision 0074).
 */
export class M0039EmailForm extends Migration {
  override up(): void {
    this.addSql(
      `create index user_spelled on auth."user" (id) where email <> lower(email) or octet_length(email) <> length(email) or email ~ '\\s'`,
    );
  }
}
