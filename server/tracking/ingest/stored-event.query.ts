import type { EntityManager } from '@mikro-orm/postgresql';
import { type SelectQueryBuilder, sql } from 'kysely';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { registeredDomain } from '../../platform/domain.rules.js';
import { firstUuidAt } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import type { StoredEvent } from '../check/index.js';
import { EventFamilyName, type TrackedEvent } from '../event-answer.types.js';
import { TrackingEvent } from './event.entity.js';

/** The stored events that hold these keys in an organization, by key; for decisions outside a flush. */
export async function readStoredEvents(
  em: EntityManager,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, StoredEvent>> {
  if (keys.length === 0) return new Map();
  const rows = await em
    .getKysely<{ readonly tracking_event: TableOf<TrackingEvent> }>()
    .selectFrom('tracking_event')
    .where('organization_id', '=', organizationId)
    .where('idempotency_key', 'in', keys)
    .select([
      'id',
      'idempotency_key as idempotencyKey',
      'fingerprint',
      'fingerprint_version as fingerprintVersion',
      'received_at as receivedAt',
      'payload',
      'content_erased_on as erasedOn',
    ])
    .execute();
  return new Map(
    rows.map(({ erasedOn, ...row }) => [row.idempotencyKey, { ...row, erased: erasedOn !== null }] as const),
  );
}

type EventSelection = SelectQueryBuilder<{ t: TableOf<TrackingEvent> }, 't', Row<TrackingEvent>>;

/** Finds events of an organization by a condition. */
export async function findEvents(
  em: EntityManager,
  organizationId: string,
  narrow: (events: EventSelection) => EventSelection,
): Promise<TrackedEvent[]> {
  const rows = await narrow(selectRows(em, TrackingEvent).where('t.organization_id', '=', organizationId)).execute();
  return rows.map(trackedEventOf);
}

/** A stored event as answers show it. */
export function trackedEventOf(row: Row<TrackingEvent>): TrackedEvent {
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
    organizationUuid: row.organizationId,
    productUuid: row.productUuid,
    dataLabel: row.dataLabel,
    registeredDomain: row.registeredDomain ?? row.accountDomain,
    freeMail: row.freeMail,
  };
}

/** Whether an organization has a stored event of the family commercial under this id; offers call it before an event proves a claim. */
export async function hasCommercialEvent(em: EntityManager, organizationId: string, eventId: string): Promise<boolean> {
  const event = { organizationId, id: eventId, eventFamily: EventFamilyName.commercial };
  return (await em.count(TrackingEvent, event)) > 0;
}

/** An event among those of its developer on a day; ids are bare UUIDs. */
export interface PlaceInDay {
  readonly organizationId: string;
  readonly productUuids: readonly string[];
  readonly dataLabel: string;
  readonly developerId: string;
  /** A UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly eventId: string;
}

/** An event may be sent so long before the time that it names (decisions §4, Rules of an event), and its id is made some moments later. */
const AHEAD_MS = 10 * 60_000;

/**
 * Whether so many counted events of the developer on that day arrived before this one. Events of a day are no older than it: the search begins
 * there, in the order of arrival, and ends with the last that is wanted.
 */
export async function hasEarlierInDay(em: EntityManager, place: PlaceInDay, count: number): Promise<boolean> {
  const found = await em
    .getKysely<{ readonly tracking_event: TableOf<TrackingEvent> }>()
    .selectFrom('tracking_event')
    .select('id')
    .where('organization_id', '=', place.organizationId)
    .where('id', '>=', firstUuidAt(Date.parse(`${place.day}T00:00:00Z`) - AHEAD_MS))
    .where('id', '<', place.eventId)
    .where('product_uuid', 'in', [...place.productUuids])
    .where('data_label', '=', place.dataLabel)
    .where('developer_id', '=', place.developerId)
    .where('source', '=', 'api')
    .where('vendor_own_domain', '=', false)
    .where(sql<string>`(coalesce(occurred_at, received_at) at time zone 'utc')::date`, '=', place.day)
    .orderBy('id')
    .offset(count - 1)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** The label of an event for its reader: events of a file are imported, whatever the organization sends otherwise (decisions §4, CSV). */
export const eventLabel = (source: string, dataLabel: string): string =>
  source === 'csv_import' ? 'imported' : dataLabel;

/**
 * Gives the events that were stored before accounts were registered domains their account. Must be called in the transaction of a rebuild:
 * the rollups of before count them by the domain that was sent.
 */
export async function fillRegisteredDomains(tx: EntityManager): Promise<void> {
  const sent = await tx
    .getKysely<{ tracking_event: TableOf<TrackingEvent> }>()
    .selectFrom('tracking_event')
    .select('account_domain')
    .distinct()
    .where('account_domain', 'is not', null)
    .where('registered_domain', 'is', null)
    .execute();
  for (const { account_domain: accountDomain } of sent) {
    const account = accountDomain && registeredDomain(accountDomain);
    if (!account || account === accountDomain) continue;
    await tx.nativeUpdate(TrackingEvent, { accountDomain, registeredDomain: null }, { registeredDomain: account });
  }
}

/** An event that was stored before accounts were registered domains has the domain that was sent. */
const RECENT_BY = { account: 'coalesce(registered_domain, account_domain)', campaign: 'campaign_id' } as const;

/** Whether an event since the last fold is of this account or campaign. */
export async function hasRecentEvent(
  em: EntityManager,
  organizationId: string,
  by: keyof typeof RECENT_BY,
  value: string,
): Promise<boolean> {
  const recent = await em.execute<unknown[]>(
    `select 1 from tracking_event where organization_id = ? and ${RECENT_BY[by]} = ? and recorded_at > coalesce((select recorded_at from fold_watermark where name = 'adoption'), '-infinity') limit 1`,
    [organizationId, value],
  );
  return recent.length > 0;
}
