import type { EntityManager } from '@mikro-orm/postgresql';

/** Writers live 5 s at most, so whatever will ever carry an older `recorded_at` is being committed by then (architecture, The hot path, 5). */
const TRAIL = "interval '10 seconds'";
/**
 * Nothing bounds the commit itself: a stalled disk, or a standby that is waited for, can hold it up. A writer's lock on the table is
 * released after its commit shows, so the watermark stays behind the start of every holder.
 */
const OLDEST_WRITER = `(select min(writer.xact_start) - interval '1 microsecond'
  from pg_locks l join pg_stat_activity writer using (pid) join pg_database d on d.oid = l.database
  where d.datname = current_database() and l.relation = 'tracking_event'::regclass and l.mode = 'RowExclusiveLock')`;
/** One fold takes at most this stretch of time, so that catching up is done in bounded steps. */
const STRETCH = "interval '5 minutes'";

/** The events recorded after `since` and up to `until`: PostgreSQL's own text of both instants, which keeps their microseconds. */
export interface EventWindow {
  readonly since: string;
  readonly until: string;
  /** False when more waits behind it. */
  readonly last: boolean;
}

/**
 * Takes the next events that no fold has counted, for the caller's transaction alone; null when there are none that no late commit can
 * still join. The transaction that has counted them moves the watermark to their end before the commit.
 */
export async function claimEventWindow(tx: EntityManager): Promise<EventWindow | null> {
  await tx.execute(
    "insert into fold_watermark (name, recorded_at) values ('adoption_daily', '-infinity') on conflict (name) do nothing",
  );
  const [mark] = await tx.execute<{ since: string; until: string; idle: boolean; last: boolean }[]>(
    `with mark as (select recorded_at as since from fold_watermark where name = 'adoption_daily' for update),
     step as (
       select since, least(now() - ${TRAIL}, ${OLDEST_WRITER}) as horizon,
         (case when since = '-infinity' then coalesce((select min(recorded_at) from tracking_event), now()) else since end) + ${STRETCH} as reach
       from mark)
     select since::text, least(horizon, reach)::text as until, least(horizon, reach) <= since as idle, horizon <= reach as last from step`,
  );
  return !mark || mark.idle ? null : mark;
}

/** Notes inside the caller's transaction that the events of a window are counted. */
export async function closeEventWindow(tx: EntityManager, { until }: EventWindow): Promise<void> {
  await tx.execute("update fold_watermark set recorded_at = ?::timestamptz where name = 'adoption_daily'", [until]);
}

/** Notes the accounts and campaigns that the events of a window name first, inside the caller's transaction. */
export async function noteSeen(tx: EntityManager, { since, until }: EventWindow): Promise<void> {
  await tx.execute(
    `insert into customer_account as a (organization_id, domain, first_event_at)
     select organization_id, account_domain, min(received_at) from tracking_event e
     where ${IN_WINDOW} and account_domain is not null and not vendor_own_domain group by 1, 2 order by 1, 2
     on conflict (organization_id, domain) do update set first_event_at = excluded.first_event_at where a.first_event_at is null`,
    [since, until],
  );
  await tx.execute(
    `insert into campaign (organization_id, campaign_id, first_event_at)
     select organization_id, campaign_id, min(received_at) from tracking_event e
     where ${IN_WINDOW} and campaign_id is not null group by 1, 2 order by 1, 2 on conflict do nothing`,
    [since, until],
  );
}

/**
 * The condition of an event `e` of a window; its two values are `since` and `until`. What was relayed is reported by developers and not by
 * the company: it shows among its events and is never counted (decisions §7).
 */
export const IN_WINDOW = "e.recorded_at > ?::timestamptz and e.recorded_at <= ?::timestamptz and e.source <> 'relay'";

/**
 * How far the daily counts are behind, in seconds: folding keeps about ten behind on purpose. Before the first fold the age of the oldest
 * event, 0 without one.
 */
export async function readFoldLag(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ lag: string }[]>(
    `select greatest(0, extract(epoch from now() - coalesce(
       (select recorded_at from fold_watermark where name = 'adoption_daily' and recorded_at > '-infinity'),
       (select min(recorded_at) from tracking_event), now()))) as lag`,
  );
  return Number(row?.lag ?? 0);
}
