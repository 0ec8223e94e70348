import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProductActivity } from '../../accounts/index.js';
import { areaOf, coverageAreas } from '../../tracking/index.js';
import { addDays } from '../evidence/index.js';
import { mapFamily } from '../family.map.js';
import type { CoverageOfArea } from './coverage.types.js';
import { ACTIVITY_DAYS, type ReceivedTables } from './product-activity.query.js';

const COVERAGE_DAYS = 30;
/** Names that are looked at for coverage, the most frequent first: a sender who puts an id into each name has no end of them. */
const NAMES_MAX = 2_000;

/** What arrived of products (bare UUIDs) of an organization (a bare UUID), as far as it is folded: one statement for all of them. */
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
    .leftJoinLateral(
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
    .leftJoinLateral(
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
  return new Map(
    rows.map(({ uuid, event_name, last_at, events }) => [
      uuid,
      {
        lastEventAt: last_at,
        lastEventName: event_name,
        events7d: Number(events ?? 0),
      },
    ]),
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
