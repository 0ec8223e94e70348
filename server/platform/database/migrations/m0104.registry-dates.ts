import { Migration } from '@mikro-orm/migrations';

/** A server of the MCP registry was checked by no one on the day of its release. */
export class M0104RegistryDates extends Migration {
  override up(): void {
    this.addSql(
      `update tool set verification_checked_at = null where origin = 'mcp-registry' and verification_checked_at is not null`,
    );
  }
}
