import { Migration } from '@mikro-orm/migrations';

/** One row for each enterprise read and each refusal of one; rows are only added. */
export class M0046EnterpriseReceipts extends Migration {
  override up(): void {
    this.addSql(`create table enterprise_audit_receipt (
      organization_id uuid not null, id uuid not null, tool text not null, credential_id uuid, user_id uuid, product_id text,
      period_from date, period_to date, outcome text not null, request_id text not null, at timestamptz not null,
      primary key (organization_id, id), check ((credential_id is null) <> (user_id is null)))`);
    this.addSql(`create index enterprise_audit_receipt_context on enterprise_audit_receipt (organization_id, credential_id, at)
      where tool = 'get_enterprise_context' and outcome = 'answered'`);
  }
}
