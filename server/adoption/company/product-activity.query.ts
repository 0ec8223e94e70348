import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import type { ActivityOrder, ProductActivity } from '../../accounts/index.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { areaOf, coverageAreas, eventLabel } from '../../tracking/index.js';
import { addDays } from '../day.rules.js';
import { mapFamily } from '../family.map.js';
import type { EventCount, ReceivedCount } from '../rollup.entity.js';
import type { CoverageOfArea } from './product-view.types.js';

export interface ReceivedTables {
  readonly adoption_received: TableOf<ReceivedCount>;
}

/** The product that a statement of its own domain reads as `t`. */
interface OuterTables extends ReceivedTables {
  readonly t: { readonly id: string };
}

/** How many UTC days `events7d` counts, the given one included. */
export const ACTIVITY_DAYS = 7;

/** Orders a list of one organization's products (`t`) by their arrived events, as far as they are folded; its id is a bare UUID. */
export function orderByActivity(organizationId: string, today: string): ActivityOrder {
  const received = expressionBuilder<OuterTables, 't'>()
    .selectFrom('adoption_received as a')
    .where('a.organization_id', '=', organizationId)
    .whereRef('a.product_uuid', '=', 't.id');
  return {
    lastEventAt: received.orderBy('a.day', 'desc').orderBy('a.last_at', 'desc').limit(1).select('a.last_at'),
    events7d: received
      .where('a.day', '>', addDays(today, -ACTIVITY_DAYS))
      .select(({ fn, lit }) => fn.coalesce(fn.sum('a.events'), lit(0)).as('events')),
  };
}

const COVERAGE_DAYS = 30;
/** Names that are looked at for coverage, the most frequent first: a sender who puts an id into each name has no end of them. */
const NAMES_MAX = 2_000;

/** Reads the arrivals of an organization's products, as far as they are folded, in one statement; all ids are bare UUIDs. */
export async function readProductActivity(
  em: EntityManager,
  organizationId: string,
  productUuids: readonly string[],
  today: string,
): Promise<Map<string, ProductActivity>> {
  if (productUuids.length === 0) return new Map();
  const products = sql<{ uuid: string }>`(values ${sql.join(productUuids.map((uuid) => sql`(${uuid}::uuid)`))})`;
  const rows = await em
    .getKysely<ReceivedTables>()
    .selectFrom(products.as<'p'>(sql`p(uuid)`))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('adoption_received as a')
          .where('a.organization_id', '=', organizationId)
          .whereRef('a.product_uuid', '=', 'p.uuid')
          .orderBy('a.day', 'desc')
          .orderBy('a.last_at', 'desc')
          .limit(1)
          .select(['a.event_name', 'a.last_at'])
          .as('last'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('adoption_received as a')
          .where('a.organization_id', '=', organizationId)
          .whereRef('a.product_uuid', '=', 'p.uuid')
          .where('a.day', '>', addDays(today, -ACTIVITY_DAYS))
          .select(({ fn }) => fn.sum<string>('a.events').as('events'))
          .as('week'),
      (join) => join.onTrue(),
    )
    .select(['p.uuid', 'last.event_name', 'last.last_at', 'week.events'])
    .execute();
  const arrived = new Map(rows.map(({ uuid, ...row }) => [uuid, row]));
  return new Map(
    productUuids.map((uuid) => {
      const row = arrived.get(uuid);
      return [
        uuid,
        {
          lastEventAt: row?.last_at ?? null,
          lastEventName: row?.event_name ?? null,
          events7d: Number(row?.events ?? 0),
        },
      ];
    }),
  );
}

/** Which coverage areas the events of products belong to that arrived in the last 30 UTC days; relayed ones are none of the company's. */
export async function readCoverage(
  em: EntityManager,
  organizationId: string,
  productUuids: readonly string[],
  today: string,
): Promise<CoverageOfArea[]> {
  const rows =
    productUuids.length === 0
      ? []
      : await em
          .getKysely<ReceivedTables>()
          .selectFrom('adoption_received as a')
          .where('a.organization_id', '=', organizationId)
          .where('a.product_uuid', 'in', productUuids)
          .where('a.day', '>', addDays(today, -COVERAGE_DAYS))
          .where('a.source', '<>', 'relay')
          .groupBy(['a.event_name', 'a.event_family'])
          .select(({ fn }) => [
            'a.event_name as name',
            'a.event_family as family',
            fn.sum<string>('a.events').as('events'),
            fn.max('a.last_at').as('last'),
          ])
          .orderBy('events', 'desc')
          .limit(NAMES_MAX)
          .execute();
  const areas = Map.groupBy(rows, ({ name, family }) => areaOf(name, mapFamily(family)));
  return coverageAreas.map(({ area, title, next }) => {
    const own = areas.get(area) ?? [];
    const last = Math.max(...own.map((row) => row.last.getTime()));
    return {
      area,
      title,
      arriving: own.length > 0,
      events: own.reduce((sum, { events }) => sum + Number(events), 0),
      lastSeenAt: own.length > 0 ? new Date(last) : null,
      next,
    };
  });
}

/** A source of a product's events, with their number and the time of the last one. */
export interface ProductSource {
  readonly source: string;
  readonly label: string;
  readonly events: number;
  readonly lastSeen: Date | null;
}

interface SourceTables {
  readonly adoption_count: TableOf<EventCount>;
  readonly adoption_received: TableOf<ReceivedCount>;
}

/** The sources of a product as far as its events are counted, in the order of their names. */
export async function readProductSources(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<ProductSource[]> {
  const rows = await em
    .getKysely<SourceTables>()
    .selectFrom('adoption_count as c')
    .where('c.organization_id', '=', organizationId)
    .where('c.product_uuid', '=', productUuid)
    .groupBy(['c.source', 'c.data_label'])
    .orderBy('c.source')
    .orderBy('c.data_label')
    .select(({ fn, selectFrom }) => [
      'c.source',
      'c.data_label',
      fn.sum<string>('c.events').as('events'),
      selectFrom('adoption_received as r')
        .where('r.organization_id', '=', organizationId)
        .where('r.product_uuid', '=', productUuid)
        .whereRef('r.source', '=', 'c.source')
        .select((of) => of.fn.max('r.last_at').as('last'))
        .as('last'),
    ])
    .execute();
  return rows.map(({ source, data_label, events, last }) => ({
    source,
    label: eventLabel(source, data_label),
    events: Number(events),
    lastSeen: last === null ? null : new Date(last),
  }));
}

/** The event names that a product has sent itself with their families, the most frequent 2,000, as far as they are folded; in the order of names. */
export async function readProductEventNames(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<{ readonly name: string; readonly family: string }[]> {
  const rows = await em
    .getKysely<ReceivedTables>()
    .selectFrom('adoption_received')
    .where('organization_id', '=', organizationId)
    .where('product_uuid', '=', productUuid)
    .where('event_family', 'is not', null)
    .groupBy(['event_name', 'event_family'])
    .orderBy(({ fn }) => fn.sum('events'), 'desc')
    .limit(NAMES_MAX)
    .select(['event_name as name', 'event_family as family'])
    .execute();
  const inOrder = rows.map(({ name, family }) => ({ name, family: String(family) }));
  return inOrder.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.family < b.family ? -1 : 1));
}

/** How many events of each product (bare UUIDs) an organization (a bare UUID) sent itself on the UTC day of their arrival, as far as it is folded. */
export async function readDayEvents(
  em: EntityManager,
  organizationId: string,
  day: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await em
    .getKysely<{ adoption_received: TableOf<ReceivedCount> }>()
    .selectFrom('adoption_received')
    .where('organization_id', '=', organizationId)
    .where('day', '=', day)
    .where('source', '=', 'api')
    .groupBy('product_uuid')
    .select(({ fn }) => ['product_uuid as product', fn.sum<string>('events').as('events')])
    .execute();
  return new Map(rows.map(({ product, events }) => [product, Number(events)]));
}
