import type { EntityManager } from '@mikro-orm/postgresql';
import { type Narrow, readRows } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import type { StoredEvent } from '../check/index.js';
import { EventFamilyName, type TrackedEvent } from '../event-answer.types.js';
import { TrackingEvent } from './event.entity.js';
import { eventLabel } from './event-label.rules.js';

const HELD = ['idempotencyKey', 'id', 'fingerprint', 'fingerprintVersion', 'receivedAt', 'payload'] as const;

/** The stored events that hold these keys in an organization (a bare UUID), by key; for decisions outside a flush. */
export async function readStoredEvents(
  em: EntityManager,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, StoredEvent>> {
  if (keys.length === 0) return new Map();
  const rows = await readRows(
    em,
    TrackingEvent,
    (of) => of.where('organization_id', '=', organizationId).where('idempotency_key', 'in', keys),
    HELD,
  );
  return new Map(rows.map(({ id, ...row }) => [row.idempotencyKey, { ...row, id: uuidOf('evt', id) ?? id }]));
}

/** What a stored event is shown by. */
export const SHOWN = [
  'id',
  'idempotencyKey',
  'productUuid',
  'eventName',
  'eventFamily',
  'developerId',
  'accountDomain',
  'campaignId',
  'occurredAt',
  'receivedAt',
  'source',
  'dataLabel',
  'vendorOwnDomain',
  'payload',
] as const;
export type ShownEvent = Pick<TrackingEvent, (typeof SHOWN)[number]>;

/** Finds events of an organization (a bare UUID) by a condition. */
export async function findEvents(
  em: EntityManager,
  organizationUuid: string,
  narrow: Narrow<TrackingEvent>,
): Promise<TrackedEvent[]> {
  const rows = await readRows(
    em,
    TrackingEvent,
    (of) => narrow(of.where('organization_id', '=', organizationUuid)),
    SHOWN,
  );
  return rows.map(trackedEventOf);
}

/** A stored event as answers show it. */
export function trackedEventOf(row: ShownEvent): TrackedEvent {
  const { product, context } = row.payload;
  const source = context?.attribution?.source ?? null;
  return {
    eventId: row.id,
    idempotencyKey: row.idempotencyKey,
    event_name: row.eventName,
    event_family: row.eventFamily,
    developer_id: row.developerId,
    account_domain: row.accountDomain,
    product,
    attribution: row.campaignId !== null || source !== null ? { campaignId: row.campaignId, source } : null,
    occurredAt: row.occurredAt,
    receivedAt: row.receivedAt,
    projectId: typeof row.payload.projectId === 'string' ? row.payload.projectId : null,
    metadata: row.payload.metadata ?? null,
    source: row.source,
    label: eventLabel(row.source, row.dataLabel),
    vendorOwnDomain: row.vendorOwnDomain,
  };
}

/** Whether an organization has a stored event of the family commercial under this id; offers call it before an event proves a claim. */
export async function hasCommercialEvent(em: EntityManager, organizationId: string, eventId: string): Promise<boolean> {
  const event = { organizationId, id: eventId, eventFamily: EventFamilyName.commercial };
  return (await em.count(TrackingEvent, event)) > 0;
}
