import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ProductType } from '../accounts/index.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { ItemsMax } from '../platform/graphql/items.js';

/** Specification §8. */
export const EVENTS_MAX = 50;

@ArgsType()
export class TrackBatchArgs {
  @Field(() => [GraphQLJSON], { nullable: 'items', description: '1 to 50 canonical events.' })
  @ItemsMax(EVENTS_MAX)
  events: unknown;
}

export enum EventFamilyName {
  intent = 'intent',
  evaluation = 'evaluation',
  activation = 'activation',
  retention = 'retention',
  expansion = 'expansion',
  commercial = 'commercial',
}
registerEnumType(EventFamilyName, {
  name: 'EventFamily',
  description: 'The stage of adoption that an event shows (specification §6).',
});

export enum VerdictStatus {
  tracked = 'tracked',
  duplicate = 'duplicate',
  ignored = 'ignored',
  conflict = 'conflict',
  invalid = 'invalid',
}
registerEnumType(VerdictStatus, { name: 'VerdictStatus', description: 'The answer to an event that was sent.' });

@InputType({ description: 'The product of an event; it must be the product of the tracking key.' })
export class EventProductInput {
  @Field(() => String, { description: "The company's own id of the product, or one of its aliases." })
  id: string;

  @Field(() => String, { description: 'As the sender calls the product.' })
  name: string;

  @Field(() => ProductType, { description: 'The kind of product.' })
  type: ProductType;
}

@InputType({ description: 'The campaign that led to an event.' })
export class AttributionInput {
  @Field(() => String, { nullable: true, description: 'Identifier that the sender gave the campaign.' })
  campaignId?: string | null;

  @Field(() => String, { nullable: true, description: 'Label of the channel, such as newsletter.' })
  source?: string | null;
}

@InputType({ description: 'The circumstances of an event.' })
export class EventContextInput {
  @Field(() => AttributionInput, { nullable: true, description: 'Absent where no campaign led to it.' })
  attribution?: AttributionInput | null;
}

@InputType({
  description:
    'The canonical event (specification §2.1). One compiled JSON Schema checks it at every endpoint; /openapi.json contains it.',
})
export class TrackingEventInput {
  @Field(() => String, { description: 'A named event of the catalog, or a custom name with a family.' })
  event_name: string;

  @Field(() => EventFamilyName, { nullable: true, description: 'Required for custom event names.' })
  event_family?: EventFamilyName | null;

  @Field(() => String, { description: 'One stable identifier of the developer.' })
  developer_id: string;

  @Field(() => String, { nullable: true, description: 'Domain of the actual customer, not of the vendor that sends.' })
  account_domain?: string | null;

  @Field(() => EventProductInput, { nullable: true, description: 'Required for stored events.' })
  product?: EventProductInput | null;

  @Field(() => EventContextInput, { nullable: true, description: 'The circumstances in which it happened.' })
  context?: EventContextInput | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601 with an offset; absent stays unknown.' })
  occurredAt?: string | null;

  @Field(() => String, { nullable: true, description: 'A published project that lists this product.' })
  projectId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Stable id of the source event; required for stored events (or event_id).',
  })
  idempotencyKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The same as idempotencyKey; if both are sent, they must be equal.',
  })
  event_id?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'At most 16 KiB and 8 levels; no prompts, secrets or private payloads.',
  })
  metadata?: Record<string, unknown> | null;
}

@ObjectType({
  description: 'One wrong or remarkable field: an RFC 6901 pointer, a stable code and a sentence; never a value.',
})
export class FieldNote {
  @Field(() => String, { description: 'RFC 6901 pointer into the event as it was sent.' })
  pointer: string;

  @Field(() => String, { description: 'Stable word for the cause, for programs.' })
  code: string;

  @Field(() => String, { description: 'The cause in a sentence, for people.' })
  detail: string;

  @Field(() => String, { nullable: true, description: 'How to correct it, where that is known.' })
  hint?: string | null;
}

@ObjectType({ description: 'Storage is confirmed by tracked: true and an event id, sent only after the commit.' })
export class TrackReply {
  @Field(() => Boolean, { description: 'True where the event is stored, by this call or an earlier one.' })
  tracked: boolean;

  @Field(() => Boolean, { description: 'True: the key refers to an event that was stored before; eventId is its id.' })
  duplicate: boolean;

  @Field(() => Boolean, { description: 'True where the product or the event name is ignored and nothing was stored.' })
  ignored: boolean;

  @Field(() => ID, { nullable: true, description: 'Null where nothing was stored.' })
  eventId: string | null;

  @Field(() => Date, { nullable: true, description: 'When the stored event arrived; null where nothing was stored.' })
  receivedAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Why nothing was stored: product_ignored or event_ignored.' })
  reason?: string | null;

  @Field(() => [String], { description: 'Pointers of what was removed before storage.' })
  stripped: string[];

  @Field(() => [FieldNote], { description: 'Remarks that do not keep the event from being stored.' })
  warnings: FieldNote[];
}

@ObjectType({ description: 'Counts the items of a batch by what became of them.' })
export class BatchSummary {
  @Field(() => Int, { description: 'All items of the batch.' })
  received: number;

  @Field(() => Int, { description: 'Stored by this call.' })
  tracked: number;

  @Field(() => Int, { description: 'Stored before with the same content.' })
  duplicate: number;

  @Field(() => Int, { description: 'Not stored, since the product or the event name is ignored.' })
  ignored: number;

  @Field(() => Int, { description: 'Refused, since another event is stored under the key.' })
  conflict: number;

  @Field(() => Int, { description: 'Refused by a rule.' })
  invalid: number;
}

@ObjectType({ description: 'The answer to one item of a batch.' })
export class BatchResult {
  @Field(() => Int, { description: 'Position of the item in the batch, from 0.' })
  index: number;

  @Field(() => String, { nullable: true, description: 'Absent for a refused item.' })
  idempotencyKey?: string | null;

  @Field(() => VerdictStatus, { description: 'The verdict on the item.' })
  status: VerdictStatus;

  @Field(() => Boolean, { description: 'True where the event is stored, by this call or an earlier one.' })
  tracked: boolean;

  @Field(() => Boolean, { nullable: true, description: 'True where an earlier call stored it.' })
  duplicate?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'True where the product or the event name is ignored.' })
  ignored?: boolean;

  @Field(() => ID, { nullable: true, description: 'Null or absent where nothing was stored.' })
  eventId?: string | null;

  @Field(() => [FieldNote], {
    nullable: true,
    description:
      'Members that were understood otherwise than it was sent, with pointers that begin at the batch; absent without any.',
  })
  warnings?: FieldNote[] | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'The problem members of a refused item.' })
  error?: Record<string, unknown> | null;
}

@ObjectType({ description: 'Good items are stored whatever the others are; sending the whole batch again is safe.' })
export class BatchReply {
  @Field(() => [BatchResult], { description: 'One for each item, in the order of the batch.' })
  results: BatchResult[];

  @Field(() => BatchSummary, { description: 'The same, counted.' })
  summary: BatchSummary;
}

@ObjectType({ description: 'A product as an event named it.' })
export class ObservedProduct {
  @Field(() => String, { description: "The company's own id of the product, or one of its aliases." })
  id: string;

  @Field(() => String, { description: 'As the sender called the product.' })
  name: string;

  @Field(() => ProductType, { description: 'The kind of product.' })
  type: ProductType;
}

@ObjectType({ description: 'The campaign that led to an event.' })
export class Attribution {
  @Field(() => String, { nullable: true, description: 'Identifier that the sender gave the campaign.' })
  campaignId: string | null;

  @Field(() => String, { nullable: true, description: 'Label of the channel, such as newsletter.' })
  source: string | null;
}

@ObjectType({ description: 'A stored event, as it was sent after stripping.' })
export class TrackedEvent {
  @Field(() => ID, { description: 'Identifier that the answer to the sender had.' })
  @IdOf('evt')
  eventId: string;

  @Field(() => String, { description: 'Unique among the events of an organization.' })
  idempotencyKey: string;

  @Field(() => String, { description: 'A named event of the catalog, or a custom name.' })
  event_name: string;

  @Field(() => EventFamilyName, { nullable: true, description: 'Null for a failed tool call.' })
  event_family: EventFamilyName | null;

  @Field(() => String, { description: 'The developer, as the sender identifies them.' })
  developer_id: string;

  @Field(() => String, { nullable: true, description: 'Domain of the customer, in normal form.' })
  account_domain: string | null;

  @Field(() => ObservedProduct, { description: 'As the event named it.' })
  product: ObservedProduct;

  @Field(() => Attribution, { nullable: true, description: 'Null where the event named no campaign.' })
  attribution: Attribution | null;

  @Field(() => Date, { nullable: true, description: 'When it really happened; null when the sender did not send it.' })
  occurredAt: Date | null;

  @Field(() => Date, { description: 'When it arrived here.' })
  receivedAt: Date;

  @Field(() => String, { nullable: true, description: 'As it was sent, whether it counts toward the project or not.' })
  projectId: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Free-form content, without what was stripped.' })
  metadata: unknown;

  @Field(() => String, { description: 'api, relay or csv_import' })
  @IsOneOf(['api', 'relay', 'csv_import'])
  source: string;

  @Field(() => String, { description: 'first-party, sample or imported' })
  @IsOneOf(['first-party', 'sample', 'imported'])
  label: string;

  @Field(() => Boolean, { description: "The account is the vendor's own: excluded from every cohort." })
  vendorOwnDomain: boolean;

  /** Members that adoption counts by, as bare UUIDs; no answer has them. */
  organizationUuid: string;
  productUuid: string;
  dataLabel: string;
  /** The registered domain of the account; of a mail service for everyone it counts for none. */
  registeredDomain: string | null;
  freeMail: boolean;
}

@ObjectType({ description: 'A named event of the catalog.' })
export class EventDefinition {
  @Field(() => String, { description: 'Exactly as events have to write it.' })
  event_name: string;

  @Field(() => EventFamilyName, { nullable: true, description: 'Null for a name that belongs to no family.' })
  event_family: EventFamilyName | null;

  @Field(() => String, { description: 'When to send it.' })
  meaning: string;

  @Field(() => String, { description: 'The coverage area it belongs to.' })
  area: string;
}
