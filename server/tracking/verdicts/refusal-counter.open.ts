import type { EntityManager } from '@mikro-orm/postgresql';
import type { TrackingBinding } from '../../platform/context.js';
import type { Log } from '../../platform/log.js';

/** Counts refused events by product, UTC day and the code of what was first found wrong, beside the hot path. */
export interface RefusalCounter {
  add(binding: Pick<TrackingBinding, 'organizationId' | 'productUuid'>, at: Date, code: string): void;
  /** Adds what was counted to the table; what could not be written waits for the next time. */
  flush(): Promise<void>;
}

/** A process holds one number per product, day and code, so nothing is dropped; a crash may lose what was not flushed. */
export function openRefusalCounter(em: () => EntityManager, log: Log): RefusalCounter {
  let pending = new Map<string, number>();
  return {
    add({ organizationId, productUuid }, at, code) {
      const key = `${organizationId} ${productUuid} ${at.toISOString().slice(0, 10)} ${code}`;
      pending.set(key, (pending.get(key) ?? 0) + 1);
    },
    async flush() {
      const taken = pending;
      if (taken.size === 0) return;
      pending = new Map();
      const rows = [...taken].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, n]) => [...key.split(' '), n]);
      try {
        await em().transactional(async (tx) => {
          await tx.execute(
            `insert into tracking_refusal as t (organization_id, product_uuid, day, refused)
             select (r->>0)::uuid, (r->>1)::uuid, (r->>2)::date, sum((r->>4)::bigint) from json_array_elements(?::json) as r
             group by 1, 2, 3 order by 1, 2, 3
             on conflict (organization_id, product_uuid, day) do update set refused = t.refused + excluded.refused`,
            [JSON.stringify(rows)],
          );
          await tx.execute(
            `insert into tracking_refusal_code as t (organization_id, product_uuid, day, code, refused)
             select (r->>0)::uuid, (r->>1)::uuid, (r->>2)::date, r->>3, (r->>4)::bigint from json_array_elements(?::json) as r
             on conflict (organization_id, product_uuid, day, code) do update set refused = t.refused + excluded.refused`,
            [JSON.stringify(rows)],
          );
        });
      } catch (error) {
        log.warn({ err: error }, 'refused events could not be counted yet');
        for (const [key, n] of taken) pending.set(key, (pending.get(key) ?? 0) + n);
      }
    },
  };
}
