import { BigIntType, type Opt } from '@mikro-orm/core';
import { Check, Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PrefixedId } from '../platform/database/id.type.js';
import type { Constraints } from './brief.compose.js';
import { PlanContent } from './brief.types.js';

@ObjectType({ description: 'A tool of a saved plan and what it is there for.' })
export class PlanTool {
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  capability: string;
}

@ObjectType({ description: 'A plan that a person saved.' })
export abstract class PlanSummary {
  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('pln') })
  id: string;

  @Field(() => String)
  @Property({ type: 'text' })
  title: string;

  @Field(() => String, { description: 'The intent.' })
  @Property({ type: 'text', fieldName: 'intent' })
  goal: string;

  @Property({ type: 'json' })
  brief: PlanContent;

  @Field(() => Int)
  @Property({ type: 'int', default: 1 })
  revision: number & Opt;

  @Field(() => Boolean, {
    description:
      'True when the catalog answered otherwise at the save than on the receipt: what is saved is not what was read.',
  })
  @Property({ type: 'boolean', default: false })
  changedSinceReceipt: boolean & Opt;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  updatedAt: Date;

  @Field(() => [PlanTool])
  get tools(): PlanTool[] & Opt {
    return this.brief.stack.map(({ capability, tool: { slug, name } }) => ({ slug, name, capability }));
  }
}

/** A plan of a person: what the catalog answered to an intent, and the receipt that it was saved from, of which there is one plan. */
@ObjectType({ description: 'A saved plan with everything that it says.' })
@Entity({ tableName: 'saved_plan' })
@Check({ name: 'saved_plan_check', expression: '(receipt_id is null) = (receipt_digest is null)' })
@Unique({ name: 'saved_plan_receipt', properties: ['userId', 'receiptDigest'] })
@Index({ name: 'saved_plan_user', columns: [{ name: 'user_id' }, { name: 'id', sort: 'desc' }] })
@Index({ name: 'saved_plan_user_updated', properties: ['userId', 'updatedAt', 'id'] })
@Index({
  name: 'saved_plan_user_title',
  expression: 'create index saved_plan_user_title on saved_plan (user_id, lower(title), id)',
})
export class SavedPlan extends PlanSummary {
  @Property({ type: new PrefixedId('usr') })
  userId: string;

  /** Kept beside the brief that was made under them; no answer shows them. */
  @Property({ type: 'json', lazy: true })
  constraints: Constraints;

  @Field(() => PlanContent, { description: 'The brief as it was when it was saved.' })
  override brief: PlanContent;

  @Field(() => String, { description: 'SHA-256 of the brief.' })
  @Property({ type: 'text' })
  digest: string;

  @Field(() => ID, { nullable: true, description: 'The receipt that it was saved from.' })
  @Property({ type: 'text', nullable: true })
  receiptId: string | null;

  /** What stands for the receipt in the index: receipts are longer than an index takes. */
  @Property({ type: 'blob', nullable: true, lazy: true })
  receiptDigest: Buffer | null;

  @Field(() => Int, { description: 'The version of the catalog that it was made of.' })
  @Property({ type: new BigIntType('number') })
  catalogVersion: number;
}
