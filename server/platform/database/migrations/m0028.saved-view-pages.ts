import { Migration } from '@mikro-orm/migrations';

/** No page ever showed a view of another page than these, and the schema no longer has their names. */
export class M0028SavedViewPages extends Migration {
  override up(): void {
    this.addSql("delete from saved_view where page not in ('overview', 'accounts', 'developers')");
  }
}
