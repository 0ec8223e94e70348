import type { EntityManager } from '@mikro-orm/postgresql';
import { claimEventWindow, closeEventWindow, IN_WINDOW, noteSeen } from '../../tracking/index.js';

export interface Fold {
  /** Events that this step counted. */
  readonly events: number;
  /** True when more waits behind the watermark's next step. */
  readonly more: boolean;
}

/**
 * Folds the events recorded since the watermark into the daily counts by (organization, product, day, family), distinct developers,
 * and the accounts and campaigns seen. The watermark moves in the same transaction: a crash folds again, never twice.
 */
export async function foldDaily(em: EntityManager): Promise<Fold> {
  return em.transactional(async (tx) => {
    const window = await claimEventWindow(tx);
    if (!window) return { events: 0, more: false };
    const counted = await tx.execute<{ events: string }[]>(
      `with fresh as (
         select organization_id, product_uuid, (coalesce(occurred_at, received_at) at time zone 'utc')::date as day,
           coalesce(event_family, 'none') as event_family, developer_id
         from tracking_event e where ${IN_WINDOW}),
       people as (
         insert into adoption_daily_developer (organization_id, product_uuid, day, event_family, developer_id)
         select distinct * from fresh order by 1, 2, 3, 4, 5 on conflict do nothing returning organization_id, product_uuid, day, event_family),
       sums as (
         select organization_id, product_uuid, day, event_family, count(*) as events from fresh group by 1, 2, 3, 4),
       newcomers as (
         select organization_id, product_uuid, day, event_family, count(*) as developers from people group by 1, 2, 3, 4),
       folded as (
         insert into adoption_daily as d (organization_id, product_uuid, day, event_family, events, developers)
         select s.organization_id, s.product_uuid, s.day, s.event_family, s.events, coalesce(n.developers, 0)
         from sums s left join newcomers n using (organization_id, product_uuid, day, event_family) order by 1, 2, 3, 4
         on conflict (organization_id, product_uuid, day, event_family)
         do update set events = d.events + excluded.events, developers = d.developers + excluded.developers)
       select coalesce(sum(events), 0) as events from sums`,
      [window.since, window.until],
    );
    await noteSeen(tx, window);
    await closeEventWindow(tx, window);
    return { events: Number(counted[0]?.events ?? 0), more: !window.last };
  });
}
