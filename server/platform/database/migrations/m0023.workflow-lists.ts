import { Migration } from '@mikro-orm/migrations';

/** The sort orders of a person's projects, skills, plans, receipts, claims and tokens: a page of ten thousand reads as many rows as a page of ten. */
export class M0023WorkflowLists extends Migration {
  override up(): void {
    this.addSql('create index project_user_updated on project (user_id, updated_at, id)');
    this.addSql('create index project_user_status on project (user_id, status, id)');
    this.addSql(`create index project_user_title on project (user_id, lower(content ->> 'title'), id)`);
    this.addSql('create index agent_skill_user_updated on agent_skill (user_id, updated_at, id)');
    this.addSql('create index agent_skill_user_status on agent_skill (user_id, status, id)');
    this.addSql('create index agent_skill_user_name on agent_skill (user_id, lower(name), id)');
    this.addSql(`create index agent_skill_user_risk on agent_skill (user_id, (case when (reading #>> '{riskCounts,high}')::int > 0 then 3
      when (reading #>> '{riskCounts,medium}')::int > 0 then 2 when (reading #>> '{riskCounts,low}')::int > 0 then 1 else 0 end), id)`);
    this.addSql('create index saved_plan_user_updated on saved_plan (user_id, updated_at, id)');
    this.addSql('create index saved_plan_user_title on saved_plan (user_id, lower(title), id)');
    this.addSql('create index usage_receipt_state on usage_receipt (user_id, state, id)');
    this.addSql('create index offer_claim_user_updated on offer_claim (user_id, updated_at, id)');
    this.addSql('create index offer_claim_user_state on offer_claim (user_id, state, id)');
    this.addSql('create index credential_user_created on credential (user_id, id) where user_id is not null');
    this.addSql('create index credential_user_name on credential (user_id, lower(name), id) where user_id is not null');
    this.addSql(
      'create index credential_user_expires on credential (user_id, expires_at, id) where user_id is not null',
    );
  }
}
