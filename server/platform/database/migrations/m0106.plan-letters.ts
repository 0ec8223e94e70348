import { Migration } from '@mikro-orm/migrations';

/** A person may agree to letters about what changes in a saved plan; each letter has a link that ends them without a sign-in. */
export class M0106PlanLetters extends Migration {
  override up(): void {
    this.addSql('alter table saved_plan add column letters_since timestamptz');
    this.addSql(`alter table saved_plan add column reported_changes jsonb not null default '[]'`);
    this.addSql('create index saved_plan_letters on saved_plan (id) where letters_since is not null');
    this.addSql(
      `create table plan_letter_link (secret_hash bytea primary key, plan_id uuid not null references saved_plan (id) on delete cascade,
       sent_at timestamptz not null)`,
    );
    this.addSql('create index plan_letter_link_plan on plan_letter_link (plan_id)');
    this.addSql('alter table mail add column unsubscribe text');
  }
}
