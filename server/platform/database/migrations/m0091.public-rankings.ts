import { Migration } from '@mikro-orm/migrations';

/** The rankings of public use that a snapshot holds beside its own; snapshots of before have none. */
export class M0091PublicRankings extends Migration {
  override up(): void {
    this.addSql(`alter table adoption_snapshot add column public_rankings jsonb not null default '[]'`);
  }
}
