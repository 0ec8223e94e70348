import { Migration } from '@mikro-orm/migrations';

/** Sentences by which people ask for a tool. */
export class M0100ToolQuestions extends Migration {
  override up(): void {
    this.addSql(`alter table tool add column questions jsonb not null default '[]'`);
  }
}
