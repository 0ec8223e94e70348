import { Migration } from '@mikro-orm/migrations';

/** An organization may require a second factor of its admins or of everyone in it; without a row it requires none. */
export class M0108SecondFactorPolicy extends Migration {
  override up(): void {
    this.addSql(
      `create table second_factor_policy (organization_id uuid primary key references organization (id),
       enforced_for text not null check (enforced_for in ('no_one', 'admins', 'everyone')), grace_days integer not null,
       since timestamptz not null)`,
    );
  }
}
