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
  @Field(() => [GraphQLJSON], { nullable: 'items' })
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
  description: 'What an event shows about adoption (specification §6).',
});

export enum VerdictStatus {
  tracked = 'tracked',
  duplicate = 'duplicate',
  ignored = 'ignored',
  conflict = 'conflict',
  invalid = 'invalid',
}
registerEnumType(VerdictStatus, { name: 'VerdictStatus', description: 'What became of an event that was sent.' });

@InputType()
export class EventProductInput {
  @Field(() => String)
  id: string;

  @Field(() => String)
  name: string;

  @Field(() => ProductType)
  type: ProductType;
}

@InputType()
export class AttributionInput {
  @Field(() => String, { nullable: true })
  campaignId?: string | null;

  @Field(() => String, { nullable: true })
  source?: string | null;
}

@InputType()
export class EventContextInput {
  @Field(() => AttributionInput, { nullable: true })
  attribution?: AttributionInput | null;
}

@InputType({
  description:
    'The canonical event (specification §2.1). One compiled JSON Schema checks it at every endpoint; /openapi.json contains it.',
})
export class TrackingEventInput {
  @Field(() => String)
  event_name: string;

  @Field(() => EventFamilyName, { nullable: true, description: 'Required for custom event names.' })
  event_family?: EventFamilyName | null;

  @Field(() => String, { description: 'One stable identifier of the developer.' })
  developer_id: string;

  @Field(() => String, { nullable: true, description: 'Domain of the actual customer, not of the vendor that sends.' })
  account_domain?: string | null;

  @Field(() => EventProductInput, { nullable: true, description: 'Required for stored events.' })
  product?: EventProductInput | null;

  @Field(() => EventContextInput, { nullable: true })
  context?: EventContextInput | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601 with an offset; absent stays unknown.' })
  occurredAt?: string | null;

  @Field(() => String, { nullable: true })
  projectId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Stable id of the source event; required for stored events (or event_id).',
  })
  idempotencyKey?: string | null;

  @Field(() => String, { nullable: true })
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
  @Field(() => String)
  pointer: string;

  @Field(() => String)
  code: string;

  @Field(() => String)
  detail: string;

  @Field(() => String, { nullable: true })
  hint?: string | null;
}

@ObjectType({ description: 'Storage is confirmed by tracked: true and an event id, sent only after the commit.' })
export class TrackReply {
  @Field(() => Boolean)
  tracked: boolean;

  @Field(() => Boolean, { description: 'True: the key refers to an event that was stored before; eventId is its id.' })
  duplicate: boolean;

  @Field(() => Boolean)
  ignored: boolean;

  @Field(() => ID, { nullable: true })
  eventId: string | null;

  @Field(() => Date, { nullable: true })
  receivedAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Why nothing was stored, such as product_ignored.' })
  reason?: string | null;

  @Field(() => [String], { description: 'Pointers of what was removed before storage.' })
  stripped: string[];

  @Field(() => [FieldNote])
  warnings: FieldNote[];
}

@ObjectType()
export class BatchSummary {
  @Field(() => Int)
  received: number;

  @Field(() => Int)
  tracked: number;

  @Field(() => Int)
  duplicate: number;

  @Field(() => Int)
  ignored: number;

  @Field(() => Int)
  conflict: number;

  @Field(() => Int)
  invalid: number;
}

@ObjectType()
export class BatchResult {
  @Field(() => Int)
  index: number;

  @Field(() => String, { nullable: true })
  idempotencyKey?: string | null;

  @Field(() => VerdictStatus)
  status: VerdictStatus;

  @Field(() => Boolean)
  tracked: boolean;

  @Field(() => Boolean, { nullable: true })
  duplicate?: boolean;

  @Field(() => Boolean, { nullable: true })
  ignored?: boolean;

  @Field(() => ID, { nullable: true })
  eventId?: string | null;

  @Field(() => [FieldNote], {
    nullable: true,
    description:
      'What was understood otherwise than it was sent, with pointers that begin at the batch; absent without any.',
  })
  warnings?: FieldNote[] | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'The problem members of a refused item.' })
  error?: Record<string, unknown> | null;
}

@ObjectType({ description: 'Good items are stored whatever the others are; sending the whole batch again is safe.' })
export class BatchReply {
  @Field(() => [BatchResult])
  results: BatchResult[];

  @Field(() => BatchSummary)
  summary: BatchSummary;
}

@ObjectType()
export class ObservedProduct {
  @Field(() => String)
  id: string;

  @Field(() => String)
  name: string;

  @Field(() => ProductType)
  type: ProductType;
}

@ObjectType()
export class Attribution {
  @Field(() => String, { nullable: true })
  campaignId: string | null;

  @Field(() => String, { nullable: true })
  source: string | null;
}

@ObjectType({ description: 'A stored event, as it was sent after stripping.' })
export class TrackedEvent {
  @Field(() => ID)
  @IdOf('evt')
  eventId: string;

  @Field(() => String)
  idempotencyKey: string;

  @Field(() => String)
  event_name: string;

  @Field(() => EventFamilyName, { nullable: true })
  event_family: EventFamilyName | null;

  @Field(() => String)
  developer_id: string;

  @Field(() => String, { nullable: true })
  account_domain: string | null;

  @Field(() => ObservedProduct)
  product: ObservedProduct;

  @Field(() => Attribution, { nullable: true })
  attribution: Attribution | null;

  @Field(() => Date, { nullable: true, description: 'When it really happened; null when the sender did not send it.' })
  occurredAt: Date | null;

  @Field(() => Date)
  receivedAt: Date;

  @Field(() => String, { nullable: true })
  projectId: string | null;

  @Field(() => GraphQLJSON, { nullable: true })
  metadata: unknown;

  @Field(() => String, { description: 'api, relay or csv_import' })
  @IsOneOf(['api', 'relay', 'csv_import'])
  source: string;

  @Field(() => String, { description: 'first-party, sample or imported' })
  @IsOneOf(['first-party', 'sample', 'imported'])
  label: string;

  @Field(() => Boolean, { description: "The account is the vendor's own: excluded from every cohort." })
  vendorOwnDomain: boolean;
}

@ObjectType({ description: 'A named event of the catalog.' })
export class EventDefinition {
  @Field(() => String)
  event_name: string;

  @Field(() => EventFamilyName, { nullable: true })
  event_family: EventFamilyName | null;

  @Field(() => String)
  meaning: string;

  @Field(() => String, { description: 'The coverage area it belongs to.' })
  area: string;
}
