import { Migration } from '@mikro-orm/migrations';

/**
 * Events become evidence of a project by the approved link between a company's product and a directory tool, and by the project that an event
 * counts toward. The index reads the whole of `tracking_event` once and holds its writers meanwhile; where that would take longer than they may
 * wait, the last two statements are run by hand beforehand, the index `concurrently`, and are passed over here.
 */
export class M0011ProjectEvidence extends Migration {
  override up(): void {
    this.addSql(`create table product_tool (
      organization_id uuid not null, product_uuid uuid not null, tool_id uuid not null references tool (id),
      linked_at timestamptz not null, linked_by uuid not null, unlinked_at timestamptz,
      primary key (organization_id, product_uuid, tool_id),
      foreign key (organization_id, product_uuid) references product (organization_id, id))`);
    this.addSql('create index product_tool_linked on product_tool (tool_id) where unlinked_at is null');
    this.addSql('alter table tracking_event add column if not exists project_id uuid');
    this.addSql(`create index if not exists tracking_event_project on tracking_event
      (project_id, organization_id, product_uuid, data_label, event_family, (coalesce(occurred_at, received_at)), id)
      where project_id is not null`);
  }
}
