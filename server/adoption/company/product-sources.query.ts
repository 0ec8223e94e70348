import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import { eventLabel } from '../../tracking/index.js';
import type { EventCount, ReceivedCount } from '../rollup.entity.js';

/** Where events of a product came from, ever: how many, and when the last one arrived. */
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
