import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PrefixedId } from '../platform/database/id.type.js';
import { joinedOn } from '../platform/database/relation.js';

export enum WebhookState {
  active = 'active',
  failing = 'failing',
  disabled = 'disabled',
}
registerEnumType(WebhookState, {
  name: 'WebhookState',
  description: 'A failing endpoint did not take the last message; a disabled one is sent nothing.',
});

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
@ObjectType()
@Entity({ tableName: 'webhook_endpoint' })
export class WebhookEndpoint {
  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('whk') })
  id: string;

  @Field(() => String, { description: 'Members who are no admins see its origin alone.' })
  @Property({ type: 'text' })
  url: string;

  @Field(() => Boolean, { description: 'Sends account.first_event.' })
  @Property({ type: 'boolean' })
  accountFirstEvent: boolean;

  @Field(() => Boolean, { description: 'Sends tracking_key.unused.' })
  @Property({ type: 'boolean' })
  trackingKeyUnused: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Sends events.refused_share when more than so many percent of a product’s events of the day were refused.',
  })
  @Check({ expression: 'refused_percent between 1 and 100' })
  @Property({ type: 'int', nullable: true })
  refusedPercent: number | null;

  /** What messages are signed with, encrypted. */
  @Property({ type: 'text' })
  sealedSecret: string;

  @Property({ type: 'text', nullable: true })
  sealedPreviousSecret: (string & Opt) | null;

  @Field(() => Date, { nullable: true, description: 'Until when messages are signed with the previous secret too.' })
  @Property({ type: 'datetime', nullable: true })
  previousSecretUntil: (Date & Opt) | null;

  @Field(() => Date, { nullable: true, description: 'Since when it took no message.' })
  @Property({ type: 'datetime', nullable: true })
  failingSince: (Date & Opt) | null;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  disabledAt: (Date & Opt) | null;

  @Field(() => WebhookStop, { nullable: true })
  @Enum({ items: () => WebhookStop, type: 'text', nullable: true })
  disabledReason: (WebhookStop & Opt) | null;

  /** After a failed attempt no other message is tried for a while. */
  @Property({ type: 'datetime', nullable: true })
  pausedUntil: (Date & Opt) | null;

  /** While a worker sends to it; of several one does. */
  @Property({ type: 'datetime', nullable: true })
  sendingUntil: (Date & Opt) | null;

  /** Products whose refused share is above the threshold, by bare UUID, and since when. */
  @Property({ type: 'json', defaultRaw: `'{}'` })
  refusedSince: Record<string, string> & Opt;

  @Field(() => ID)
  @Property({ type: new PrefixedId('usr') })
  createdBy: string;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;

  @Field(() => WebhookState)
  get state(): WebhookState & Opt {
    if (this.disabledAt) return WebhookState.disabled;
    return this.failingSince ? WebhookState.failing : WebhookState.active;
  }
}

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
@ObjectType()
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
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @Field(() => ID, { description: 'The header webhook-id of every attempt.' })
  @PrimaryKey({ type: new PrefixedId('msg') })
  id: string;

  @Field(() => ID)
  @Property({ type: new PrefixedId('whk') })
  endpointId: string;

  @ManyToOne(() => WebhookEndpoint, { ...joinedOn('organization_id', 'endpoint_id'), deleteRule: 'cascade' })
  endpoint: Ref<WebhookEndpoint> & Opt;

  @Field(() => String)
  @Property({ type: 'text' })
  type: string;

  /** What happened, so that an endpoint hears of it once. */
  @Property({ type: 'text' })
  subject: string;

  @Field(() => String, { description: 'The body as it is sent, JSON.' })
  @Property({ type: 'text' })
  body: string;

  @Field(() => WebhookMessageState)
  @Enum({ items: () => WebhookMessageState, type: 'text' })
  state: WebhookMessageState;

  @Field(() => Int)
  @Property({ type: 'int', default: 0 })
  attempts: number & Opt;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  nextAttemptAt: Date | null;

  @Field(() => Date, { nullable: true })
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

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date;
}
