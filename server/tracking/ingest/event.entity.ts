import type { Opt } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { AttributionInput, EventFamilyName, ObservedProduct } from '../event-answer.types.js';

/** An event as it was sent, after stripping; its product, context and ids were checked before it was stored. */
export interface EventPayload extends Record<string, unknown> {
  readonly product: ObservedProduct;
  readonly context?: { readonly attribution?: AttributionInput | null } | null;
}

/**
 * A stored event, written by the event writer and counted by folding, whose statements are their own. Its key and its product are checked
 * inside the flush, so that no foreign key is looked up for each row.
 */
@Entity({ tableName: 'tracking_event' })
@Unique({ name: 'tracking_event_once', properties: ['organizationId', 'idempotencyKey'] })
@Index({
  name: 'tracking_event_recorded',
  expression:
    'create index tracking_event_recorded on tracking_event using brin (recorded_at) with (pages_per_range = 32, autosummarize = on)',
})
@Index({
  name: 'tracking_event_project',
  expression: `create index tracking_event_project on tracking_event
    (project_id, organization_id, product_uuid, data_label, event_family, (coalesce(occurred_at, received_at)), id)
    where project_id is not null`,
})
export class TrackingEvent {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text' })
  idempotencyKey: string;

  @Property({ type: 'uuid' })
  productUuid: string;

  @Property({ type: 'text' })
  eventName: string;

  @Property({ type: 'text', nullable: true })
  eventFamily: EventFamilyName | null;

  @Property({ type: 'text' })
  developerId: string;

  @Property({ type: 'text', nullable: true })
  accountDomain: string | null;

  /** The account, where it is not the domain that was sent: `acme.co.uk` of `eng.acme.co.uk`. */
  @Property({ type: 'text', nullable: true })
  registeredDomain: string | null;

  @Property({ type: 'boolean' })
  vendorOwnDomain: boolean;

  /** The account domain is of a mail service for everyone, and the event of no account. */
  @Property({ type: 'boolean', default: false })
  freeMail: boolean;

  @Property({ type: 'text', nullable: true })
  campaignId: string | null;

  /** When it happened; null when the sender did not say. */
  @Property({ type: 'datetime', nullable: true })
  occurredAt: Date | null;

  @Property({ type: 'datetime' })
  receivedAt: Date;

  /** The database's own time, in microseconds: folding goes by it, and reads it as text. */
  @Property({ type: 'datetime', defaultRaw: 'now()' })
  recordedAt: Date & Opt;

  @Property({ type: 'text' })
  source: string;

  @Property({ type: 'text' })
  dataLabel: string;

  @Property({ type: 'smallint' })
  fingerprintVersion: number;

  @Property({ type: 'blob' })
  fingerprint: Buffer;

  @Property({ type: 'json' })
  payload: EventPayload;

  /** The published project that it counts toward. */
  @Property({ type: 'uuid', nullable: true })
  projectId: string | null;

  /** The UTC day on which its content was erased, by its age or because its developer was: what is counted, its key and its fingerprint stay. */
  @Property({ type: 'date', nullable: true })
  contentErasedOn: (string & Opt) | null;
}

/** Up to which event of an organization content is erased by age. */
@Entity({ tableName: 'event_content_mark' })
export class EventContentMark {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @Property({ type: 'uuid' })
  throughEvent: string;
}
