import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type SqlBool, sql } from 'kysely';
import { selectRows } from '../../platform/database/kysely.js';
import { readId } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import { type InIdOrder, type Scanned, scanInIdOrder } from '../id-order.scan.js';
import { TrackingEvent } from '../ingest/index.js';
import type { EventsArgs } from './event-log.types.js';

type EventFilter = Omit<EventsArgs, 'limit' | 'cursor' | 'sort'>;
type Place = Pick<InIdOrder, 'descending' | 'after' | 'limit'>;

/** Stored events that a filter finds; an id or a key that is searched for is found at once. */
export async function scanStoredEvents(
  em: EntityManager,
  filter: EventFilter,
  productUuid: string | null,
  place: Place,
): Promise<Scanned<Row<TrackingEvent>>> {
  const { organizationId } = filter;
  const q = filter.q?.trim() ?? '';
  const found = q === '' ? null : await findWhole(em, organizationId, q);
  const is = (column: string, value: string | null | undefined): Expression<SqlBool>[] =>
    value ? [sql<SqlBool>`t.${sql.ref(column)} = ${value}`] : [];
  return scanInIdOrder(selectRows(em, TrackingEvent), {
    ...place,
    organizationId,
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
  });
}

/** The domain as it was sent, or the account that it belongs to. */
const isOfAccount = (domain: string | null | undefined): Expression<SqlBool>[] =>
  domain ? [sql<SqlBool>`${domain} in (t.account_domain, t.registered_domain)`] : [];

/** The id of the event that a text names by its whole id or its idempotency key. */
async function findWhole(em: EntityManager, organizationId: string, text: string): Promise<string | null> {
  const id = readId('evt', text);
  if (id) return id;
  const event = await selectRows(em, TrackingEvent)
    .where('t.organization_id', '=', organizationId)
    .where('t.idempotency_key', '=', text)
    .executeTakeFirst();
  return event?.id ?? null;
}

const holds = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`position(lower(${q}) in lower(concat_ws(' ', t.event_name, t.developer_id, t.account_domain))) > 0`;
