import { Entity, Enum, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Product } from '../accounts/index.js';
import { joinedOn } from '../platform/database/relation.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import type { Joined } from '../platform/row.types.js';
import type { EventFamily } from './catalog/index.js';

export const planWays = ['server', 'cdp', 'csv'] as const;
export type PlanWay = (typeof planWays)[number];

/** An event that a product is going to send, and when. */
export interface PlannedEvent {
  readonly name: string;
  readonly family: EventFamily | null;
  readonly when: string;
}

/** The events that a product is to send: declared by its owner, approved by reviewers. Nothing is refused for not being in it. */
@ObjectType({
  description: 'The events that a product is going to send, as its owner declared them and reviewers approved them.',
})
@Entity({ tableName: 'tracking_plan' })
export class TrackingPlan {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  @ManyToOne(() => Product, joinedOn('organization_id', 'product_uuid'))
  product: Joined<Product>;

  @Field(() => GraphQLJSON, { description: 'A list of name, family and when.' })
  @Property({ type: 'json' })
  events: PlannedEvent[];

  @Field(() => String, { description: 'How the events are sent: server, cdp or csv.' })
  @IsOneOf(planWays)
  @Enum({ items: [...planWays], type: 'text' })
  via: PlanWay;

  @Field(() => String, { nullable: true, description: 'The customer data platform that sends, where one does.' })
  @Property({ type: 'text', nullable: true })
  cdpName: string | null;

  @Property({ type: 'uuid' })
  approvedBy: string;

  @Field(() => Date, { description: "Moment of the review's approval." })
  @Property({ type: 'datetime' })
  approvedAt: Date;
}
