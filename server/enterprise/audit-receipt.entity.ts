import { Check, Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** One enterprise read, or the refusal of one: who asked for what, and how it ended. Rows are only added. */
@Entity({ tableName: 'enterprise_audit_receipt' })
@Index({
  name: 'enterprise_audit_receipt_context',
  expression: `create index enterprise_audit_receipt_context on enterprise_audit_receipt (organization_id, credential_id, at)
    where tool = 'get_enterprise_context' and outcome = 'answered'`,
})
@Check({
  name: 'enterprise_audit_receipt_check',
  expression: '(credential_id is null) <> (user_id is null)',
})
export class AuditReceipt {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text' })
  tool: string;

  /** The agent key, or else the person in the next column. */
  @Property({ type: 'uuid', nullable: true })
  credentialId: string | null;

  @Property({ type: 'uuid', nullable: true })
  userId: string | null;

  /** The product's own id where it was found, else the one that was asked for; null where none could be read. */
  @Property({ type: 'text', nullable: true })
  productId: string | null;

  /** The first day of the window, where the read has one. */
  @Property({ type: 'date', nullable: true })
  periodFrom: string | null;

  @Property({ type: 'date', nullable: true })
  periodTo: string | null;

  /** `answered`, or the code of the refusal. */
  @Property({ type: 'text' })
  outcome: string;

  @Property({ type: 'text' })
  requestId: string;

  @Property({ type: 'datetime' })
  at: Date;
}
