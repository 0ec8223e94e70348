import { Migration } from '@mikro-orm/migrations';

/** The provider that had a person prove several factors as it opened a session; null where none did. */
export class M0175ProviderFactor extends Migration {
  override up(): void {
    this.addSql('alter table auth.session add column "multiFactorBy" text');
  }
}
