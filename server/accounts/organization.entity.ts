import { randomBytes } from 'node:crypto';
import type { Opt } from '@mikro-orm/core';
import { Entity, Enum, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { IdOf } from '../platform/graphql/id.edge.js';
import { PlanId } from './plan.types.js';

/** A company that sends events; everything of a tenant carries its id. */
@ObjectType({ description: 'A company: it owns products, keys and events.' })
@Entity({ tableName: 'organization' })
export class Organization {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('org')
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Field(() => String, { description: 'Shown to its members and on its public pages.' })
  @Property({ type: 'text' })
  name: string;

  /** The vendor's own domain: events of its own people are kept out of every cohort. */
  @Field(() => String, {
    nullable: true,
    description: "The company's own domain; events of its own people are kept out of every cohort.",
  })
  @Property({ type: 'text', nullable: true })
  domain: string | null;

  /** The organization publishes this text to prove its domain; null without a domain. */
  @Property({ type: 'text', nullable: true })
  domainChallenge: (string & Opt) | null = null;

  @Property({ type: 'datetime', nullable: true })
  domainVerifiedAt: Date | null;

  /** `sample` for the demo organizations, whose events are never mixed with first-party ones. */
  @Field(() => String, {
    description: 'sample for demo organizations, whose events are never mixed with first-party ones.',
  })
  @Enum({ items: ['first-party', 'sample'], type: 'text', default: 'first-party' })
  dataLabel: string & Opt = 'first-party';

  @Field(() => Date, { description: 'Moment at which it was made.' })
  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();

  /** The plan that was set last; `planAt` tells whether it still holds. */
  @Enum({ items: () => PlanId, type: 'text', default: PlanId.free })
  plan: PlanId & Opt = PlanId.free;

  /** Null for the plan with which the organization began. */
  @Property({ type: 'datetime', nullable: true })
  planSince: (Date & Opt) | null = null;

  /** The last UTC day of the paid plan. */
  @Property({ type: 'date', nullable: true })
  planUntil: (string & Opt) | null = null;

  @Property({ type: 'text', nullable: true })
  planGrantedBy: (string & Opt) | null = null;
}

/** A challenge that no one can guess. */
export const newChallenge = (): string => `dai-domain-verification=${randomBytes(16).toString('hex')}`;
