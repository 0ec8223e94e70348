import type { Opt } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { joinedOn } from '../platform/database/relation.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import type { Joined } from '../platform/row.types.js';

export enum WebhookStop {
  owner = 'owner',
  gone = 'gone',
  failing = 'failing',
}
registerEnumType(WebhookStop, {
  name: 'WebhookStop',
  description: 'owner: a member switched it off; gone: it answered 410; failing: it took nothing for five days.',
});

/** An address to which an organization wants messages sent, and of what kinds. */
@Entity({ tableName: 'webhook_endpoint' })
export class WebhookEndpoint {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text' })
  url: string;

  @Property({ type: 'boolean' })
  accountFirstEvent: boolean;

  @Property({ type: 'boolean' })
  trackingKeyUnused: boolean;

  @Check({ expression: 'refused_percent between 1 and 100' })
  @Property({ type: 'int', nullable: true })
  refusedPercent: number | null;

  /** Signs messages; encrypted. */
  @Property({ type: 'text' })
  sealedSecret: string;

  @Property({ type: 'text', nullable: true })
  sealedPreviousSecret: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  previousSecretUntil: (Date & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  failingSince: (Date & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  disabledAt: (Date & Opt) | null;

  @Enum({ items: () => WebhookStop, type: 'text', nullable: true })
  disabledReason: (WebhookStop & Opt) | null;

  /** After a failed attempt no other message is tried for a while. */
  @Property({ type: 'datetime', nullable: true })
  pausedUntil: (Date & Opt) | null;

  /** While a worker sends to it; of several one does. */
  @Property({ type: 'datetime', nullable: true })
  sendingUntil: (Date & Opt) | null;

  /** Products whose refused share is above the threshold, by UUID, and since when. */
  @Property({ type: 'json', defaultRaw: `'{}'` })
  refusedSince: Record<string, string> & Opt;

  @Property({ type: 'uuid' })
  createdBy: string;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}

/** The kinds of messages; an endpoint chooses among all but the test. */
export const messageTypes = [
  'account.first_event',
  'events.refused_share',
  'tracking_key.unused',
  'webhook.test',
] as const;

export enum WebhookMessageState {
  waiting = 'waiting',
  delivered = 'delivered',
  failed = 'failed',
}
registerEnumType(WebhookMessageState, {
  name: 'WebhookMessageState',
  description: 'A failed message is not tried again by itself.',
});

/** A message to an endpoint: written in the transaction of its cause, sent after it. */
@ObjectType({ description: 'A message to an endpoint, with the outcome of its last attempt.' })
@Entity({ tableName: 'webhook_message' })
@Unique({ name: 'webhook_message_once', properties: ['organizationId', 'endpointId', 'type', 'subject'] })
@Index({
  name: 'webhook_message_list',
  columns: [{ name: 'organization_id' }, { name: 'endpoint_id' }, { name: 'id', sort: 'desc' }],
})
@Index({
  name: 'webhook_message_due',
  expression: `create index webhook_message_due on webhook_message (next_attempt_at) where state = 'waiting'`,
})
@Index({
  name: 'webhook_message_age',
  expression: 'create index webhook_message_age on webhook_message using brin (created_at)',
})
export class WebhookMessage {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @Field(() => ID, { description: 'The header webhook-id of every attempt.' })
  @IdOf('msg')
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Field(() => ID, { description: 'The endpoint that it goes to.' })
  @IdOf('whk')
  @Property({ type: 'uuid' })
  endpointId: string;

  @ManyToOne(() => WebhookEndpoint, { ...joinedOn('organization_id', 'endpoint_id'), deleteRule: 'cascade' })
  endpoint: Joined<WebhookEndpoint>;

  @Field(() => String, { description: 'The kind of news that it brings.' })
  @IsOneOf(messageTypes)
  @Property({ type: 'text' })
  type: string;

  /** The cause, so that an endpoint hears of it once. */
  @Property({ type: 'text' })
  subject: string;

  @Field(() => String, { description: 'The body as it is sent, JSON.' })
  @Property({ type: 'text' })
  body: string;

  @Field(() => WebhookMessageState, { description: 'Whether it waits, was taken or was given up.' })
  @Enum({ items: () => WebhookMessageState, type: 'text' })
  state: WebhookMessageState;

  @Field(() => Int, { description: 'Counted from the last redelivery.' })
  @Property({ type: 'int', default: 0 })
  attempts: number & Opt;

  @Field(() => Date, { nullable: true, description: 'When it is tried again; null when it is not.' })
  @Property({ type: 'datetime', nullable: true })
  nextAttemptAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When it was sent last; null before the first attempt.' })
  @Property({ type: 'datetime', nullable: true })
  lastAttemptAt: (Date & Opt) | null;

  @Field(() => Int, { nullable: true, description: 'The status of the last answer; null when none came.' })
  @Property({ type: 'int', nullable: true })
  lastStatus: (number & Opt) | null;

  @Field(() => String, {
    nullable: true,
    description:
      'answered, or why no answer came: timeout, unreachable, not_allowed_address, secret_unreadable, interrupted, endpoint_disabled.',
  })
  @Property({ type: 'text', nullable: true })
  lastOutcome: (string & Opt) | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How long the last attempt took until its answer or its end, in milliseconds; null where that is unknown.',
  })
  @Property({ type: 'int', nullable: true })
  lastDurationMs: (number & Opt) | null;

  @Field(() => Date, { description: 'When it was written; it is stored for 90 days.' })
  @Property({ type: 'datetime' })
  createdAt: Date;
}
