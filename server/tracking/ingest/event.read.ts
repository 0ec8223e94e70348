import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type ManagedRowOf, membersOf } from '../../platform/database/bare-statement.js';
import { publicId } from '../../platform/ids.js';
import type { StoredEvent } from '../check/index.js';
import { EventFamilyName, type TrackedEvent } from '../event-answer.types.js';
import { TrackingEvent } from './event.entity.js';
import { eventLabel } from './event-label.rules.js';

export const HELD = new BareStatement(
  membersOf(TrackingEvent, 'idempotencyKey', 'id', 'fingerprint', 'fingerprintVersion', 'receivedAt', 'payload'),
  `select idempotency_key as "idempotencyKey", id, fingerprint, fingerprint_version as "fingerprintVersion", received_at as "receivedAt", payload
   from tracking_event`,
);

/** The stored events that hold these keys in an organization, by key; for decisions outside a flush. */
export async function readStoredEvents(
  em: EntityManager,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, StoredEvent>> {
  if (keys.length === 0) return new Map();
  const rows = await em.execute<ManagedRowOf<typeof HELD>[]>(
    `${HELD.text} where organization_id = ? and idempotency_key in (${keys.map(() => '?').join(', ')})`,
    [organizationId, ...keys],
  );
  return new Map(rows.map((row) => [row.idempotencyKey, { ...row, receivedAt: new Date(row.receivedAt) }]));
}

export const EVENTS = new BareStatement(
  {
    idempotency_key: [TrackingEvent, 'idempotencyKey'],
    event_name: [TrackingEvent, 'eventName'],
    event_family: [TrackingEvent, 'eventFamily'],
    developer_id: [TrackingEvent, 'developerId'],
    account_domain: [TrackingEvent, 'accountDomain'],
    campaign_id: [TrackingEvent, 'campaignId'],
    occurred_at: [TrackingEvent, 'occurredAt'],
    received_at: [TrackingEvent, 'receivedAt'],
    data_label: [TrackingEvent, 'dataLabel'],
    vendor_own_domain: [TrackingEvent, 'vendorOwnDomain'],
    ...membersOf(TrackingEvent, 'id', 'source', 'payload'),
  },
  `select id, idempotency_key, event_name, event_family, developer_id, account_domain, campaign_id, occurred_at, received_at, source, data_label,
     vendor_own_domain, payload from tracking_event`,
);

/** Finds events of an organization by a condition in SQL with bind values. */
export async function findEvents(
  em: EntityManager,
  where: string,
  values: unknown[],
  order = '',
): Promise<TrackedEvent[]> {
  const rows = await em.execute<ManagedRowOf<typeof EVENTS>[]>(`${EVENTS.text} where ${where} ${order}`, values);
  return rows.map(trackedEventOf);
}

function trackedEventOf(row: ManagedRowOf<typeof EVENTS>): TrackedEvent {
  const { product, context } = row.payload;
  const source = context?.attribution?.source ?? null;
  return {
    eventId: publicId('evt', row.id),
    idempotencyKey: row.idempotency_key,
    event_name: row.event_name,
    event_family: row.event_family,
    developer_id: row.developer_id,
    account_domain: row.account_domain,
    product,
    attribution: row.campaign_id !== null || source !== null ? { campaignId: row.campaign_id, source } : null,
    occurredAt: row.occurred_at === null ? null : new Date(row.occurred_at),
    receivedAt: new Date(row.received_at),
    projectId: typeof row.payload.projectId === 'string' ? row.payload.projectId : null,
    metadata: row.payload.metadata ?? null,
    source: row.source,
    label: eventLabel(row.source, row.data_label),
    vendorOwnDomain: row.vendor_own_domain,
  };
}

/** Whether an organization has a stored event of the family commercial under this id; offers call it before an event proves a claim. */
export async function hasCommercialEvent(em: EntityManager, organizationId: string, eventId: string): Promise<boolean> {
  const event = { organizationId, id: eventId, eventFamily: EventFamilyName.commercial };
  return (await em.count(TrackingEvent, event)) > 0;
}
