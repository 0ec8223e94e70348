import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Product } from '../../accounts/index.js';
import { joinedOn } from '../../platform/database/relation.js';
import type { EventFamily } from '../catalog/index.js';

export const planWays = ['server', 'cdp', 'csv'] as const;
export type PlanWay = (typeof planWays)[number];

/** An event that a product is going to send, and when. */
export interface PlannedEvent {
  readonly name: string;
  readonly family: EventFamily | null;
  readonly when: string;
}

/** What a product is to send: declared by its owner, approved by reviewers. Nothing is refused for not being in it. */
@ObjectType({ description: 'What a product is going to send, as its owner declared it and reviewers approved it.' })
@Entity({ tableName: 'tracking_plan' })
export class TrackingPlan {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  @ManyToOne(() => Product, joinedOn('organization_id', 'product_uuid'))
  product: Ref<Product> & Opt;

  @Field(() => GraphQLJSON, { description: 'A list of name, family and when.' })
  @Property({ type: 'json' })
  events: PlannedEvent[];

  @Field(() => String, { description: 'server, cdp or csv.' })
  @Enum({ items: [...planWays], type: 'text' })
  via: PlanWay;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  cdpName: string | null;

  @Property({ type: 'uuid' })
  approvedBy: string;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  approvedAt: Date;
}
