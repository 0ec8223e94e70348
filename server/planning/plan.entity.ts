import { BigIntType, type Opt, type Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
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
@Index({
  name: 'saved_plan_letters',
  expression: 'create index saved_plan_letters on saved_plan (id) where letters_since is not null',
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

  /** When the person agreed to letters about what changes; null where they did not, or no longer do. */
  @Property({ type: 'datetime', nullable: true })
  lettersSince: (Date & Opt) | null;

  /** The changes that the person knows of, by their keys: no letter says one of them. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  reportedChanges: readonly string[] & Opt;

  /** Steps that were reported as done, by their numbers in the brief, which never change. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  stepsDone: readonly StoredStep[] & Opt;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}

/** A step that is done: its number, when that was reported, and the name of the token that did; null is the person. */
export interface StoredStep {
  readonly order: number;
  readonly doneAt: string;
  readonly token: string | null;
}

/** A link of a letter about a plan that ends such letters; its secret is in the letter alone. */
@Entity({ tableName: 'plan_letter_link' })
export class PlanLetterLink {
  @PrimaryKey({ type: 'blob' })
  secretHash: Buffer;

  @Index({ name: 'plan_letter_link_plan' })
  @ManyToOne(() => SavedPlan, { ref: true, deleteRule: 'cascade' })
  plan: Ref<SavedPlan>;

  @Property({ type: 'datetime' })
  sentAt: Date;
}
