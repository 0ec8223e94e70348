import { BigIntType, type Opt } from '@mikro-orm/core';
import { Check, Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Constraints } from './brief.compose.js';
import type { PlanContent } from './brief.types.js';

/** A plan of a person: the answer of the catalog to an intent, and the receipt that it was saved from, of which there is one plan. */
@Entity({ tableName: 'saved_plan' })
@Check({ name: 'saved_plan_check', expression: '(receipt_id is null) = (receipt_digest is null)' })
@Unique({ name: 'saved_plan_receipt', properties: ['userId', 'receiptDigest'] })
@Index({ name: 'saved_plan_user', columns: [{ name: 'user_id' }, { name: 'id', sort: 'desc' }] })
@Index({ name: 'saved_plan_user_updated', properties: ['userId', 'updatedAt', 'id'] })
@Index({
  name: 'saved_plan_user_title',
  expression: 'create index saved_plan_user_title on saved_plan (user_id, lower(title), id)',
})
export class SavedPlan {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'uuid' })
  userId: string;

  @Property({ type: 'text' })
  title: string;

  @Property({ type: 'text' })
  intent: string;

  /** Kept beside the brief that was made under them; no answer shows them. */
  @Property({ type: 'json', lazy: true })
  constraints: Constraints;

  /** As it was served when it was saved, with public ids: the digest is of this form. */
  @Property({ type: 'json' })
  brief: PlanContent;

  @Property({ type: 'text' })
  digest: string;

  @Property({ type: 'int', default: 1 })
  revision: number & Opt;

  @Property({ type: 'text', nullable: true })
  receiptId: string | null;

  /** Stands for the receipt in the index: receipts are longer than an index takes. */
  @Property({ type: 'blob', nullable: true, lazy: true })
  receiptDigest: Buffer | null;

  @Property({ type: 'boolean', default: false })
  changedSinceReceipt: boolean & Opt;

  @Property({ type: new BigIntType('number') })
  catalogVersion: number;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}
