import { Migration } from '@mikro-orm/migrations';

/** The plan of an organization: free until an operator sets another one. */
export class M0045OrganizationPlan extends Migration {
  override up(): void {
    this.addSql(`alter table organization
      add column plan text not null default 'free' check (plan in ('free', 'paid')),
      add column plan_since timestamptz, add column plan_until date, add column plan_granted_by text`);
  }
}
