import type { EntityManager } from '@mikro-orm/postgresql';
import type { Row } from '../../platform/row.types.js';
import { readFoldedUntil, type TrackingPlan } from '../../tracking/index.js';
import { addDays } from '../day.rules.js';
import { mapFamily } from '../family.map.js';
import type { PlanArrivals } from './plan-arrivals.types.js';
import type { ReceivedTables } from './product-activity.query.js';

const DAYS = 30;
const UNPLANNED_MAX = 50;

/** The events of a plan beside those that arrived in the last 30 UTC days as far as they are folded; relayed ones are none of the company's. */
export async function readPlanArrivals(
  em: EntityManager,
  { organizationId, productUuid, events }: Pick<Row<TrackingPlan>, 'organizationId' | 'productUuid' | 'events'>,
  now: Date,
): Promise<PlanArrivals> {
  const arrived = em
    .getKysely<ReceivedTables>()
    .selectFrom('adoption_received')
    .where('organization_id', '=', organizationId)
    .where('product_uuid', '=', productUuid)
    .where('day', '>', addDays(now.toISOString().slice(0, 10), -DAYS))
    .where('source', '<>', 'relay')
    .groupBy('event_name')
    .select(({ fn }) => ['event_name as name', fn.sum<string>('events').as('events'), fn.max('last_at').as('last')]);
  const names = events.map(({ name }) => name);
  const planned = names.length === 0 ? [] : await arrived.where('event_name', 'in', names).execute();
  const others = names.length === 0 ? arrived : arrived.where('event_name', 'not in', names);
  const unplanned = await others
    .orderBy(({ fn }) => fn.sum('events'), 'desc')
    .orderBy('event_name')
    .limit(UNPLANNED_MAX)
    .execute();
  const byName = new Map(planned.map((row) => [row.name, row]));
  return {
    asOf: (await readFoldedUntil(em)) ?? now,
    planned: events.map(({ name, family, when }) => {
      const row = byName.get(name);
      return {
        name,
        family: family === null ? null : mapFamily(family),
        when,
        events30d: Number(row?.events ?? 0),
        lastAt: row ? new Date(row.last) : null,
      };
    }),
    unplanned: unplanned.map(({ name }) => name),
  };
}
