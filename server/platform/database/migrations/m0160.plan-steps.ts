import { Migration } from '@mikro-orm/migrations';

/** The steps of a saved plan that were reported as done, each with its time and the name of the token that reported it. */
export class M0160PlanSteps extends Migration {
  override up(): void {
    this.addSql(`alter table saved_plan add column steps_done jsonb not null default '[]'`);
  }
}
