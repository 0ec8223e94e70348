import type { EntityManager } from '@mikro-orm/postgresql';
import { selectRows } from '../platform/database/kysely.js';
import type { TableOf } from '../platform/database/table.types.js';
import type { Row } from '../platform/row.types.js';
import { IgnoredEvent, type IgnoredEventCount } from './ignored-event.entity.js';

/** Whether an event name is switched off for a product, outside a flush. */
export const isIgnoredEvent = async (
  em: EntityManager,
  { organizationId, productUuid }: { readonly organizationId: string; readonly productUuid: string },
  eventName: string,
): Promise<boolean> => (await em.count(IgnoredEvent, { organizationId, productUuid, eventName })) > 0;

/** The event names that are switched off for a product, in their order. */
export const findIgnoredEvents = (
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<Row<IgnoredEvent>[]> =>
  selectRows(em, IgnoredEvent)
    .where('t.organization_id', '=', organizationId)
    .where('t.product_uuid', '=', productUuid)
    .orderBy('t.event_name')
    .execute();

/** How many events of each name were ignored since a UTC day. */
export async function countIgnoredEvents(
  em: EntityManager,
  { organizationId, productUuid, since }: { organizationId: string; productUuid: string; since: string },
): Promise<Map<string, number>> {
  const rows = await em
    .getKysely<{ readonly ignored_event_count: TableOf<IgnoredEventCount> }>()
    .selectFrom('ignored_event_count')
    .where('organization_id', '=', organizationId)
    .where('product_uuid', '=', productUuid)
    .where('day', '>=', since)
    .groupBy('event_name')
    .select(({ fn }) => ['event_name as name', fn.sum<string>('ignored').as('ignored')])
    .execute();
  return new Map(rows.map(({ name, ignored }) => [name, Number(ignored)]));
}
