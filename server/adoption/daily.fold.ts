import type { EntityManager } from '@mikro-orm/postgresql';

/** Writers live 5 s at most, so whatever will ever carry an older `recorded_at` is being committed by then (architecture, The hot path, 5). */
const TRAIL = "interval '10 seconds'";
/**
 * Nothing bounds the commit itself: a stalled disk, or a standby that is waited for, can hold it up. A writer's lock on the table is
 * released after its commit shows, so the watermark stays behind the start of whoever holds one.
 */
const OLDEST_WRITER = `(select min(writer.xact_start) - interval '1 microsecond'
  from pg_locks l join pg_stat_activity writer using (pid) join pg_database d on d.oid = l.database
  where d.datname = current_database() and l.relation = 'tracking_event'::regclass and l.mode = 'RowExclusiveLock')`;
/** One fold takes at most this stretch of time, so that catching up is done in bounded steps. */
const STRETCH = "interval '5 minutes'";

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
    await tx.execute(
      "insert into fold_watermark (name, recorded_at) values ('adoption_daily', '-infinity') on conflict (name) do nothing",
    );
    const marks = await tx.execute<{ since: string; until: string; idle: boolean; last: boolean }[]>(
      `with mark as (select recorded_at as since from fold_watermark where name = 'adoption_daily' for update),
       step as (
         select since, least(now() - ${TRAIL}, ${OLDEST_WRITER}) as horizon,
           (case when since = '-infinity' then coalesce((select min(recorded_at) from tracking_event), now()) else since end) + ${STRETCH} as reach
         from mark)
       select since::text, least(horizon, reach)::text as until, least(horizon, reach) <= since as idle, horizon <= reach as last from step`,
    );
    const mark = marks[0];
    if (!mark || mark.idle) return { events: 0, more: false };
    // What was relayed is told by developers and not by the company: it shows among its events and is never counted (decisions §7).
    const window = "e.recorded_at > ?::timestamptz and e.recorded_at <= ?::timestamptz and e.source <> 'relay'";
    const bounds = [mark.since, mark.until];
    const counted = await tx.execute<{ events: string }[]>(
      `with fresh as (
         select organization_id, product_uuid, (coalesce(occurred_at, received_at) at time zone 'utc')::date as day,
           coalesce(event_family, 'none') as event_family, developer_id
         from tracking_event e where ${window}),
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
      bounds,
    );
    await tx.execute(
      `insert into customer_account as a (organization_id, domain, first_event_at)
       select organization_id, account_domain, min(received_at) from tracking_event e
       where ${window} and account_domain is not null and not vendor_own_domain group by 1, 2 order by 1, 2
       on conflict (organization_id, domain) do update set first_event_at = excluded.first_event_at where a.first_event_at is null`,
      bounds,
    );
    await tx.execute(
      `insert into campaign (organization_id, campaign_id, first_event_at)
       select organization_id, campaign_id, min(received_at) from tracking_event e
       where ${window} and campaign_id is not null group by 1, 2 order by 1, 2 on conflict do nothing`,
      bounds,
    );
    await tx.execute("update fold_watermark set recorded_at = ?::timestamptz where name = 'adoption_daily'", [
      mark.until,
    ]);
    return { events: Number(counted[0]?.events ?? 0), more: !mark.last };
  });
}
