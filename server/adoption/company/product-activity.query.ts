import { expressionBuilder } from 'kysely';
import type { ActivityOrder } from '../../accounts/index.js';
import type { TableOf } from '../../platform/database/rows.read.js';
import { addDays } from '../evidence/index.js';
import type { ReceivedCount } from '../rollup.entity.js';

export interface ReceivedTables {
  readonly adoption_received: TableOf<ReceivedCount>;
}

/** The product that a statement of its own domain reads as `t`. */
interface OuterTables extends ReceivedTables {
  readonly t: { readonly organization_id: string; readonly id: string };
}

/** How many UTC days `events7d` counts, the given one included. */
export const ACTIVITY_DAYS = 7;

/** What a list of products (`t`) is ordered by when it is what arrived of them, as far as it is folded. */
export function orderByActivity(today: string): ActivityOrder {
  const received = expressionBuilder<OuterTables, 't'>()
    .selectFrom('adoption_received as a')
    .whereRef('a.organization_id', '=', 't.organization_id')
    .whereRef('a.product_uuid', '=', 't.id');
  return {
    lastEventAt: received.orderBy('a.day', 'desc').orderBy('a.last_at', 'desc').limit(1).select('a.last_at'),
    events7d: received
      .where('a.day', '>', addDays(today, -ACTIVITY_DAYS))
      .select(({ fn, lit }) => fn.coalesce(fn.sum('a.events'), lit(0)).as('events')),
  };
}
