import { Migration } from '@mikro-orm/migrations';

/** A reader sees what a member sees, and creates nothing. */
export class M0110ReaderRole extends Migration {
  override up(): void {
    for (const table of ['member', 'invitation']) {
      this.addSql(`alter table ${table} drop constraint ${table}_role_check`);
      this.addSql(
        `alter table ${table} add constraint ${table}_role_check check (role in ('owner', 'admin', 'member', 'reader'))`,
      );
    }
  }
}
