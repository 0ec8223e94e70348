import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Credential, Product } from '../../accounts/index.js';
import { PrefixedId } from '../../platform/database/id.type.js';
import { joinedOn } from '../../platform/database/relation.js';
import { publicId } from '../../platform/ids.js';
import { FieldNote, VerdictStatus } from '../event-answer.types.js';

@ObjectType({ description: 'One answer to an event that was sent: redacted, stored for 7 days.' })
@Entity({ tableName: 'tracking_verdict' })
@Index({
  name: 'tracking_verdict_refused',
  expression: `create index tracking_verdict_refused on tracking_verdict (organization_id, id) where status in ('invalid', 'conflict')`,
})
@Index({
  name: 'tracking_verdict_dropped',
  expression: 'create index tracking_verdict_dropped on tracking_verdict (organization_id, id) where dropped > 0',
})
@Index({
  name: 'tracking_verdict_age',
  expression: 'create index tracking_verdict_age on tracking_verdict using brin (at)',
})
export class Verdict {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('vrd') })
  id: string;

  @Property({ type: new PrefixedId('prd') })
  productUuid: string;

  @ManyToOne(() => Credential, { ref: true, createForeignKeyConstraint: false })
  credential: Ref<Credential>;

  @ManyToOne(() => Product, { ...joinedOn('organization_id', 'product_uuid'), createForeignKeyConstraint: false })
  product: Ref<Product> & Opt;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  at: Date;

  @Field(() => VerdictStatus)
  @Property({ type: 'text' })
  status: VerdictStatus;

  @Field(() => String, { description: 'track or batch' })
  @Property({ type: 'text' })
  door: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  eventName: string | null;

  @Field(() => ID, { nullable: true })
  @Property({ type: new PrefixedId('evt'), nullable: true })
  eventId: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  idempotencyKey: string | null;

  @Field(() => String)
  @Property({ type: 'text' })
  requestId: string;

  @Field(() => [FieldNote])
  @Property({ type: 'json', fieldName: 'problems' })
  errors: FieldNote[];

  @Field(() => [FieldNote])
  @Property({ type: 'json' })
  warnings: FieldNote[];

  /** How many more of the same second and key were not stored; the next one says how many of these were refused. */
  @Property({ type: 'int', default: 0 })
  dropped: number & Opt;

  @Property({ type: 'int', default: 0 })
  droppedRefused: number & Opt;

  @Field(() => ID)
  get trackingKeyId(): string & Opt {
    return publicId('key', this.credential.id);
  }

  @Field(() => String)
  get keyHint(): string & Opt {
    return this.credential.getEntity().hint;
  }

  @Field(() => String)
  get productId(): string & Opt {
    return this.product.getEntity().productId;
  }
}
