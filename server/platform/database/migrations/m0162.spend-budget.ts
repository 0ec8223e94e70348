import { Migration } from '@mikro-orm/migrations';

/** The amount that a person means to spend a month with a provider, in one currency. */
export class M0162SpendBudget extends Migration {
  override up(): void {
    this.addSql(`create table spend_budget (
      user_id uuid not null references auth."user" (id) on delete cascade, provider text not null, currency text not null,
      amount_cents bigint not null check (amount_cents between 1 and 100000000000), updated_at timestamptz not null,
      primary key (user_id, provider, currency))`);
  }
}
