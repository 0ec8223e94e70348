import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type SqlBool, sql } from 'kysely';
import { readRows } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import { type InIdOrder, type Scanned, scanInIdOrder } from '../id-order.scan.js';
import { SHOWN, type ShownEvent, TrackingEvent } from '../ingest/index.js';
import type { EventsArgs } from './event-log.types.js';

type EventFilter = Omit<EventsArgs, 'limit' | 'cursor' | 'sort'>;
type Place = Pick<InIdOrder, 'descending' | 'after' | 'limit'>;

/** Stored events that a filter finds, with the product as a bare UUID; an id or a key that is searched for is found at once. */
export async function scanStoredEvents(
  em: EntityManager,
  filter: EventFilter,
  productUuid: string | null,
  place: Place,
): Promise<Scanned<ShownEvent>> {
  const organizationUuid = uuidOf('org', filter.organizationId) ?? '';
  const q = filter.q?.trim() ?? '';
  const found = q === '' ? null : await findWhole(em, organizationUuid, q);
  const is = (column: string, value: string | null | undefined): Expression<SqlBool>[] =>
    value ? [sql<SqlBool>`t.${sql.ref(column)} = ${value}`] : [];
  return scanInIdOrder(
    em,
    TrackingEvent,
    {
      ...place,
      organizationUuid,
      since: filter.since,
      until: filter.until,
      time: 'received_at',
      indexed: found ? [sql<SqlBool>`t.id = ${found}::uuid`] : [],
      looked: [
        ...is('product_uuid', productUuid),
        ...is('event_name', filter.eventName),
        ...is('event_family', filter.family),
        ...is('developer_id', filter.developerId),
        ...isOfAccount(filter.accountDomain?.toLowerCase()),
        ...is('source', filter.source),
        ...(q === '' || found ? [] : [holds(q)]),
      ],
    },
    SHOWN,
  );
}

/** The domain as it was sent, or the account that it belongs to. */
const isOfAccount = (domain: string | null | undefined): Expression<SqlBool>[] =>
  domain ? [sql<SqlBool>`${domain} in (t.account_domain, t.registered_domain)`] : [];

/** The bare UUID of the event whose whole id or idempotency key a text is. */
async function findWhole(em: EntityManager, organizationUuid: string, text: string): Promise<string | null> {
  const uuid = uuidOf('evt', text);
  if (uuid) return uuid;
  const [row] = await readRows(
    em,
    TrackingEvent,
    (of) => of.where('organization_id', '=', organizationUuid).where('idempotency_key', '=', text),
    ['id'],
  );
  return row ? uuidOf('evt', row.id) : null;
}

const holds = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`position(lower(${q}) in lower(concat_ws(' ', t.event_name, t.developer_id, t.account_domain))) > 0`;
