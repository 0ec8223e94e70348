import { Migration } from '@mikro-orm/migrations';

/** Entries of the audit log that belong to no organization wait here while the node of a distributed database that holds their chain is away. */
export class M0138AuditWaiting extends Migration {
  override up(): void {
    this.addSql(
      `create table audit_waiting (chain_id uuid not null, position bigint not null, chain text not null, act jsonb not null, salt text not null,
       changes jsonb not null, reason text, primary key (chain_id, position))`,
    );
  }
}
