import { Migration } from '@mikro-orm/migrations';

/** A tool's page shows what changed of it lately. */
export class M0080CatalogChanges extends Migration {
  override up(): void {
    this.addSql('create index catalog_change_slug on catalog_change (resource, slug, version)');
  }
}
