import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type SqlBool, sql } from 'kysely';
import { selectRows } from '../../platform/database/kysely.js';
import { readId } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import { failedToolCall, succeededToolCall } from '../catalog/index.js';
import type { TrackedEvent } from '../event-answer.types.js';
import { type CountedInTime, countInIdOrder, type InIdOrder, type Scanned, scanInIdOrder } from '../id-order.scan.js';
import { TrackingEvent, trackedEventOf } from '../ingest/index.js';
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
  return scanInIdOrder(selectRows(em, TrackingEvent), { ...place, ...(await conditionsOf(em, filter, productUuid)) });
}

/** How many of them were received in each hour or on each UTC day. */
export async function countStoredEvents(
  em: EntityManager,
  filter: EventFilter,
  productUuid: string | null,
  unit: 'hour' | 'day',
): Promise<CountedInTime> {
  return countInIdOrder(selectRows(em, TrackingEvent), await conditionsOf(em, filter, productUuid), unit);
}

async function conditionsOf(em: EntityManager, filter: EventFilter, productUuid: string | null) {
  const { organizationId } = filter;
  const q = filter.q?.trim() ?? '';
  const found = q === '' ? null : await findWhole(em, organizationId, q);
  const is = (column: string, value: string | null | undefined): Expression<SqlBool>[] =>
    value ? [sql<SqlBool>`t.${sql.ref(column)} = ${value}`] : [];
  return {
    organizationId,
    since: filter.since ?? earliestOf(filter.fromDay),
    until: filter.until,
    time: 'received_at' as const,
    indexed: found ? [sql<SqlBool>`t.id = ${found}::uuid`] : [],
    looked: [
      ...is('product_uuid', productUuid),
      ...is('event_name', filter.eventName),
      ...is('event_family', filter.family),
      ...is('developer_id', filter.developerId),
      ...isOfAccount(filter.accountDomain?.toLowerCase()),
      ...is('source', filter.source),
      ...isCounted(filter.counted),
      ...isOfDays(filter),
      ...isOfCampaign(filter),
      ...isCallOf(filter),
      ...(filter.withoutAccount ? [sql<SqlBool>`(t.free_mail or t.account_domain is null)`] : []),
      ...(q === '' || found ? [] : [holds(q)]),
    ],
  };
}

/** The domain as it was sent, or the account that it belongs to. */
const isOfAccount = (domain: string | null | undefined): Expression<SqlBool>[] =>
  domain ? [sql<SqlBool>`${domain} in (t.account_domain, t.registered_domain)`] : [];

/** The condition of folding for an event to count (decisions §5, Company view), under a label. */
const isCounted = (label: string | null | undefined): Expression<SqlBool>[] =>
  label ? [sql<SqlBool>`t.source = 'api' and not t.vendor_own_domain and t.data_label = ${label}`] : [];

const DAY = sql`(coalesce(t.occurred_at, t.received_at) at time zone 'utc')::date`;
const isOfDays = ({ fromDay, toDay }: EventFilter): Expression<SqlBool>[] => [
  ...(fromDay ? [sql<SqlBool>`${DAY} >= ${fromDay}::date`] : []),
  ...(toDay ? [sql<SqlBool>`${DAY} <= ${toDay}::date`] : []),
];

const AHEAD_MS = 5 * 60_000;

/** An event happens at most five minutes after it is received (decisions §4), so none of before that counts to the day. */
const earliestOf = (day: string | null | undefined): string | null =>
  day ? new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS).toISOString() : null;

/** A campaign is its id and source together, as adoption counts it; no source is one by itself. */
const isOfCampaign = ({ campaignId, campaignSource }: EventFilter): Expression<SqlBool>[] =>
  campaignId
    ? [
        sql<SqlBool>`t.campaign_id = ${campaignId} and t.payload #>> '{context,attribution,source}' is not distinct from ${campaignSource ?? null}::text`,
      ]
    : [];

const isCallOf = ({ mcpServer, mcpTool }: EventFilter): Expression<SqlBool>[] =>
  mcpServer || mcpTool
    ? [
        sql<SqlBool>`t.event_name in (${succeededToolCall}, ${failedToolCall})`,
        ...(mcpServer ? [sql<SqlBool>`t.payload #>> '{metadata,usageReceipt,mcpServer}' = ${mcpServer}`] : []),
        ...(mcpTool ? [sql<SqlBool>`t.payload #>> '{metadata,usageReceipt,mcpTool}' = ${mcpTool}`] : []),
      ]
    : [];

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

/** A window of received events of an organization, or of one product. */
export interface EventsOfWindow {
  readonly organizationId: string;
  readonly productUuid: string | null;
  readonly since: string;
  readonly until: string;
}

/** Rows that are read at once: an export of any length holds no more of them. */
const ROWS_AT_ONCE = 1_000;

/** Reads up to so many events in the order of their arrival, some at a time, after the one of an id (a bare UUID). */
export async function* readArrivedEvents(
  em: EntityManager,
  { organizationId, productUuid, since, until }: EventsOfWindow,
  after: string | null,
  limit: number,
): AsyncGenerator<TrackedEvent[]> {
  let place = after;
  for (let left = limit; left > 0; ) {
    const wanted = Math.min(left, ROWS_AT_ONCE);
    const { rows, reached } = await scanStoredEvents(em, { organizationId, since, until }, productUuid, {
      descending: false,
      after: place,
      limit: wanted - 1,
    });
    if (rows.length > 0) yield rows.map(trackedEventOf);
    left -= rows.length;
    place = rows.length === wanted ? (rows.at(-1)?.id ?? null) : reached;
    if (place === null) return;
  }
}
