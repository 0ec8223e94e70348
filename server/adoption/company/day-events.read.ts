import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import type { ReceivedCount } from '../rollup.entity.js';

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
