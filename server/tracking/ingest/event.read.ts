import type { EntityManager } from '@mikro-orm/postgresql';
import { ProductType } from '../../accounts/index.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import type { StoredEvent } from '../check/index.js';
import type { EventFamilyName, TrackedEvent } from '../event-answer.types.js';

/** The stored events that hold these keys in an organization, by key; for decisions outside a flush. */
export async function readStoredEvents(
  em: EntityManager,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, StoredEvent>> {
  if (keys.length === 0) return new Map();
  const rows = await em.execute<(StoredEvent & { idempotencyKey: string })[]>(
    `select idempotency_key as "idempotencyKey", id, fingerprint, fingerprint_version as "fingerprintVersion", received_at as "receivedAt", payload
     from tracking_event where organization_id = ? and idempotency_key in (${keys.map(() => '?').join(', ')})`,
    [organizationId, ...keys],
  );
  return new Map(rows.map((row) => [row.idempotencyKey, { ...row, receivedAt: new Date(row.receivedAt) }]));
}

interface Row {
  id: string;
  idempotency_key: string;
  event_name: string;
  event_family: EventFamilyName | null;
  developer_id: string;
  account_domain: string | null;
  campaign_id: string | null;
  occurred_at: Date | null;
  received_at: Date;
  source: string;
  data_label: string;
  vendor_own_domain: boolean;
  payload: Record<string, unknown>;
}

/** The columns that `trackedEventOf` reads. */
export const EVENT_COLUMNS =
  'id, idempotency_key, event_name, event_family, developer_id, account_domain, campaign_id, occurred_at, received_at, source, data_label, vendor_own_domain, payload';

/** Finds events of an organization by a condition in SQL with bind values. */
export async function findEvents(
  em: EntityManager,
  where: string,
  values: unknown[],
  order = '',
): Promise<TrackedEvent[]> {
  const rows = await em.execute<Row[]>(`select ${EVENT_COLUMNS} from tracking_event where ${where} ${order}`, values);
  return rows.map(trackedEventOf);
}

function trackedEventOf(row: Row): TrackedEvent {
  const product = row.payload.product as { id: string; name: string; type: ProductType };
  const context = row.payload.context as { attribution?: { source?: string | null } | null } | null | undefined;
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
    occurredAt: row.occurred_at && new Date(row.occurred_at),
    receivedAt: new Date(row.received_at),
    projectId: typeof row.payload.projectId === 'string' ? row.payload.projectId : null,
    metadata: row.payload.metadata ?? null,
    source: row.source,
    label: row.data_label,
    vendorOwnDomain: row.vendor_own_domain,
  };
}

/** Whether an organization has a stored event of the family commercial under this id; offers call it before an event proves a claim. */
export async function hasCommercialEvent(em: EntityManager, organizationId: string, eventId: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `select 1 from tracking_event where organization_id = ? and id = ? and event_family = 'commercial'`,
    [uuidOf('org', organizationId), uuidOf('evt', eventId)],
  );
  return rows.length > 0;
}
