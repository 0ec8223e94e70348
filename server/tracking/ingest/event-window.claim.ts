import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { readOldestPrepared } from '../../platform/database/cluster.js';
import { FoldWatermark } from '../fold.entity.js';

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

/** When the oldest event was recorded. It is asked alone: PostgreSQL's catalog and watermarks are not where a distributed database has the events. */
export const FIRST_RECORDED = new BareStatement(
  { at: 'text?' },
  'select min(recorded_at)::text as at from tracking_event',
);

async function readFirstRecorded(em: EntityManager): Promise<string | null> {
  const [first] = await em.execute<RowOf<typeof FIRST_RECORDED>[]>(FIRST_RECORDED.text);
  return first?.at ?? null;
}

export const WITHIN = new BareStatement(
  { until: 'text', idle: 'boolean' },
  `select least(until, prepared - ${TRAIL})::text as until, least(until, prepared - ${TRAIL}) <= since as idle
   from (select ?::timestamptz as since, ?::timestamptz as until, ?::timestamptz as prepared) given`,
);

/** A transaction that a node has prepared and not committed shows later, up to a minute after the node came back: the window ends before it. */
async function endBeforePrepared(tx: EntityManager, window: EventWindow): Promise<EventWindow | null> {
  const prepared = await readOldestPrepared(tx);
  if (!prepared) return window;
  const [within] = await tx.execute<RowOf<typeof WITHIN>[]>(WITHIN.text, [window.since, window.until, prepared]);
  return !within || within.idle ? null : { ...window, until: within.until, last: true };
}

/** The next window; its value is the time of the oldest event, which decides alone before the first fold. */
export const NEXT = new BareStatement(
  { since: 'text', until: 'text', idle: 'boolean', last: 'boolean', unstarted: 'boolean' },
  `with mark as (select recorded_at as since from fold_watermark where name = 'adoption' for update),
   step as (
     select since, since = '-infinity' as unstarted, least(now() - ${TRAIL}, ${OLDEST_WRITER}) as horizon,
       (case when since = '-infinity' then coalesce(?::timestamptz, now()) else since end) + ${STRETCH} as reach
     from mark)
   select since::text, least(horizon, reach)::text as until, least(horizon, reach) <= since as idle, horizon <= reach as last, unstarted from step`,
);

/**
 * Takes the next events that no fold has counted, for the caller's transaction alone; null when there are none that no late commit can
 * still join. The transaction that has counted them moves the watermark to their end before the commit.
 */
export async function claimEventWindow(tx: EntityManager): Promise<EventWindow | null> {
  await tx.execute(
    "insert into fold_watermark (name, recorded_at) values ('adoption', '-infinity') on conflict (name) do nothing",
  );
  const read = async (first: string | null) => (await tx.execute<RowOf<typeof NEXT>[]>(NEXT.text, [first]))[0];
  const found = await read(null);
  const mark = found?.unstarted ? await read(await readFirstRecorded(tx)) : found;
  return !mark || mark.idle ? null : endBeforePrepared(tx, mark); // after the writers were looked for: one that ended since has prepared by now
}

/** Notes inside the caller's transaction that the events of a window are counted. */
export async function closeEventWindow(tx: EntityManager, { until }: EventWindow): Promise<void> {
  await tx.execute("update fold_watermark set recorded_at = ?::timestamptz where name = 'adoption'", [until]);
}

/** The condition of an event `e` of a window; its two values are `since` and `until`. */
export const IN_WINDOW = 'e.recorded_at > ?::timestamptz and e.recorded_at <= ?::timestamptz';

export const LAG = new BareStatement(
  { lag: 'double precision', unstarted: 'boolean' },
  `select greatest(0, extract(epoch from now() - coalesce(folded.until, ?::timestamptz, now())))::float8 as lag, folded.until is null as unstarted
   from (select max(recorded_at) as until from fold_watermark where name = 'adoption' and recorded_at > '-infinity') folded`,
);

/**
 * How far the rollups are behind, in seconds: folding keeps about ten behind on purpose. Before the first fold the age of the oldest
 * event, 0 without one.
 */
export async function readFoldLag(em: EntityManager): Promise<number> {
  const read = async (first: string | null) => (await em.execute<RowOf<typeof LAG>[]>(LAG.text, [first]))[0];
  const found = await read(null);
  const lag = found?.unstarted ? await read(await readFirstRecorded(em)) : found;
  return lag?.lag ?? 0;
}

export const FOLDED_UNTIL = new BareStatement(
  { at: [FoldWatermark, 'recordedAt'] },
  "select recorded_at as at from fold_watermark where name = 'adoption' and recorded_at > '-infinity'",
);

/** Until when events are counted; null before the first fold. */
export async function readFoldedUntil(em: EntityManager): Promise<Date | null> {
  const [row] = await em.execute<RowOf<typeof FOLDED_UNTIL>[]>(FOLDED_UNTIL.text);
  return row?.at ?? null;
}

/** The stretches of time in which events were recorded up to a watermark, which is both of its values. */
export const FOLDED_WINDOWS = new BareStatement(
  { since: 'text', until: 'text' },
  `select since::text, least(since + ${STRETCH}, ?::timestamptz)::text as until from (
     select date_bin(${STRETCH}, e.recorded_at - interval '1 microsecond', 'epoch'::timestamptz) as since
     from tracking_event e where e.recorded_at <= ?::timestamptz group by 1) stretch order by stretch.since`,
);

export const MARK = new BareStatement(
  { until: 'text' },
  "select recorded_at::text as until from fold_watermark where name = 'adoption' for update",
);

/** Folding, and whatever else holds it, waits until the caller's transaction ends; answers the watermark, or null before the first fold. */
export async function holdFolding(tx: EntityManager): Promise<string | null> {
  const [mark] = await tx.execute<RowOf<typeof MARK>[]>(MARK.text);
  return mark?.until ?? null;
}

/** Holds folding, and answers the stretches of time up to the watermark in which events were recorded, oldest first; none before the first fold. */
export async function holdFoldedWindows(tx: EntityManager): Promise<Omit<EventWindow, 'last'>[]> {
  const until = await holdFolding(tx);
  return until === null ? [] : tx.execute<RowOf<typeof FOLDED_WINDOWS>[]>(FOLDED_WINDOWS.text, [until, until]);
}

export const RECEIPTS_SINCE = new BareStatement(
  { at: [FoldWatermark, 'recordedAt'] },
  "select recorded_at as at from fold_watermark where name = 'receipts' and recorded_at > '-infinity'",
);

/**
 * Since when folding counts receipts: those of events that were recorded by then are in no rollup. Null where all are counted. A release
 * that began to count them left the instant; a rebuild counts all.
 */
export async function readReceiptsSince(em: EntityManager): Promise<Date | null> {
  const [row] = await em.execute<RowOf<typeof RECEIPTS_SINCE>[]>(RECEIPTS_SINCE.text);
  return row?.at ?? null;
}

/** Notes inside the transaction of a rebuild that the receipts of all events are counted. */
export async function countReceiptsSinceEver(tx: EntityManager): Promise<void> {
  await tx.execute("update fold_watermark set recorded_at = '-infinity' where name = 'receipts'");
}
