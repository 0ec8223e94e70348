import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { CatalogTool } from '../../directory/index.js';
import { RelayFailure, UsageReceiptState, UsageReceiptType } from './receipt.types.js';

/** A person's consent to share receipts of one tool with its vendor; one that has ended begins again in the same row. */
@Entity({ tableName: 'tool_connection' })
@Unique({ properties: ['userId', 'tool'] })
export class Connection {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'uuid' })
  userId: string;

  @ManyToOne(() => CatalogTool, { ref: true })
  tool: Ref<CatalogTool>;

  @Property({ type: 'datetime' })
  connectedAt: Date;

  @Property({ type: 'datetime', nullable: true })
  renewedAt: (Date & Opt) | null;

  @Property({ type: 'datetime' })
  expiresAt: Date;

  @Property({ type: 'datetime', nullable: true })
  revokedAt: (Date & Opt) | null;

  @Property({ type: 'int', default: 1 })
  revision: number & Opt;
}

/** The random name under which one vendor knows one person, and no one else does. */
@Entity({ tableName: 'relay_identity' })
export class RelayIdentity {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @Property({ type: 'text', unique: true })
  developerId: string;
}

/** One use of a tool by a person or their agent, and how far it has come on its way to the vendor. */
@Entity({ tableName: 'usage_receipt' })
@Unique({ properties: ['userId', 'idempotencyKey'] })
@Check({
  name: 'usage_receipt_check',
  expression: `state = 'stored' or (connection_id is not null and organization_id is not null and product_uuid is not null)`,
})
@Check({ name: 'usage_receipt_check1', expression: `(state = 'delivered') = (delivered_at is not null)` })
@Check({ name: 'usage_receipt_check2', expression: `(state in ('waiting', 'queued')) = (next_attempt_at is not null)` })
@Index({ name: 'usage_receipt_state', properties: ['userId', 'state', 'id'] })
@Index({ name: 'usage_receipt_created', properties: ['userId', 'createdAt'] })
@Index({
  name: 'usage_receipt_due',
  expression: `create index usage_receipt_due on usage_receipt (next_attempt_at) where state in ('waiting', 'queued')`,
})
@Index({
  name: 'usage_receipt_open',
  expression: `create index usage_receipt_open on usage_receipt (connection_id) where state in ('waiting', 'queued')`,
})
export class Receipt {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text' })
  idempotencyKey: string;

  @ManyToOne(() => CatalogTool, { ref: true })
  tool: Ref<CatalogTool>;

  @Property({ type: 'text' })
  receiptType: UsageReceiptType;

  @Enum({ items: () => UsageReceiptState, type: 'text' })
  state: UsageReceiptState;

  @Property({ type: 'boolean', nullable: true })
  success: boolean | null;

  @Property({ type: 'int', nullable: true })
  durationMs: number | null;

  /** A decimal as text, which loses nothing. */
  @Property({ type: 'decimal', precision: 15, scale: 6, nullable: true })
  spendCents: string | null;

  @Property({ type: 'uuid', nullable: true })
  projectId: string | null;

  /** With the next two: what it is shared under and with whom; null of one that is for its owner alone. */
  @Property({ type: 'uuid', nullable: true })
  connectionId: string | null;

  @Property({ type: 'uuid', nullable: true })
  organizationId: string | null;

  @Property({ type: 'uuid', nullable: true })
  productUuid: string | null;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime', nullable: true })
  deliveredAt: (Date & Opt) | null;

  @Property({ type: 'datetime' })
  updatedAt: Date;

  @Property({ type: 'text', nullable: true })
  failure: (RelayFailure & Opt) | null;

  @Property({ type: 'int', default: 0 })
  attempts: number & Opt;

  @Property({ type: 'datetime', nullable: true })
  nextAttemptAt: Date | null;

  /** The event in the vendor's tenant. */
  @Property({ type: 'uuid', nullable: true })
  eventId: (string & Opt) | null;
}
