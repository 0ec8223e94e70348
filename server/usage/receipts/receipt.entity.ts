import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { CatalogTool } from '../../directory/index.js';
import { PrefixedId } from '../../platform/database/id.type.js';
import { UsageTool } from './connection.types.js';
import { UsageReceiptState, UsageReceiptType } from './receipt.types.js';
import { RelayFailure } from './retry.rules.js';

/** A person's consent to share receipts of one tool with its vendor; one that has ended begins again in the same row. */
@Entity({ tableName: 'tool_connection' })
@Unique({ properties: ['userId', 'tool'] })
export class Connection {
  @PrimaryKey({ type: new PrefixedId('con') })
  id: string;

  @Property({ type: new PrefixedId('usr') })
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
  @PrimaryKey({ type: new PrefixedId('usr') })
  userId: string;

  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @Property({ type: 'text', unique: true })
  developerId: string;
}

/** What a person or their agent did with a tool, and how far it has come on its way to the vendor. */
@ObjectType('UsageReceipt')
@Entity({ tableName: 'usage_receipt' })
@Unique({ properties: ['userId', 'idempotencyKey'] })
@Check({
  name: 'usage_receipt_check',
  expression: `state = 'stored' or (connection_id is not null and organization_id is not null and product_uuid is not null)`,
})
@Check({ name: 'usage_receipt_check1', expression: `(state = 'delivered') = (delivered_at is not null)` })
@Check({ name: 'usage_receipt_check2', expression: `(state in ('waiting', 'queued')) = (next_attempt_at is not null)` })
@Index({ name: 'usage_receipt_state', properties: ['userId', 'state', 'id'] })
@Index({
  name: 'usage_receipt_due',
  expression: `create index usage_receipt_due on usage_receipt (next_attempt_at) where state in ('waiting', 'queued')`,
})
@Index({
  name: 'usage_receipt_open',
  expression: `create index usage_receipt_open on usage_receipt (connection_id) where state in ('waiting', 'queued')`,
})
export class Receipt {
  @PrimaryKey({ type: new PrefixedId('usr') })
  userId: string;

  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('urc') })
  id: string;

  @Property({ type: 'text' })
  idempotencyKey: string;

  @Field(() => UsageTool)
  @ManyToOne(() => CatalogTool, { ref: true })
  tool: Ref<CatalogTool>;

  @Field(() => UsageReceiptType)
  @Property({ type: 'text' })
  receiptType: UsageReceiptType;

  @Field(() => UsageReceiptState)
  @Enum({ items: () => UsageReceiptState, type: 'text' })
  state: UsageReceiptState;

  @Field(() => Boolean, { nullable: true })
  @Property({ type: 'boolean', nullable: true })
  success: boolean | null;

  @Field(() => Int, { nullable: true })
  @Property({ type: 'int', nullable: true })
  durationMs: number | null;

  /** A decimal as text, which loses nothing. */
  @Property({ type: 'decimal', precision: 15, scale: 6, nullable: true })
  spendCents: string | null;

  @Field(() => ID, { nullable: true })
  @Property({ type: new PrefixedId('prj'), nullable: true })
  projectId: string | null;

  /** With the next two: what it is shared under and with whom; null of one that is for its owner alone. */
  @Property({ type: new PrefixedId('con'), nullable: true })
  connectionId: string | null;

  @Property({ type: new PrefixedId('org'), nullable: true })
  organizationId: string | null;

  @Property({ type: new PrefixedId('prd'), nullable: true })
  productUuid: string | null;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  deliveredAt: (Date & Opt) | null;

  @Field(() => Date, { description: 'When its state or its attempts last changed.' })
  @Property({ type: 'datetime' })
  updatedAt: Date;

  @Field(() => RelayFailure, { nullable: true })
  @Property({ type: 'text', nullable: true })
  failure: (RelayFailure & Opt) | null;

  @Field(() => Int, { description: 'Attempts at delivery that have failed.' })
  @Property({ type: 'int', default: 0 })
  attempts: number & Opt;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  nextAttemptAt: Date | null;

  /** Of the event in the vendor's tenant. */
  @Property({ type: new PrefixedId('evt'), nullable: true })
  eventId: (string & Opt) | null;

  /** What was spent as the number that was sent: six decimals below 100,000,000 are exact in it. */
  @Field(() => Float, { name: 'spendCents', nullable: true })
  get spentCents(): (number & Opt) | null {
    return this.spendCents === null ? null : Number(this.spendCents);
  }
}
