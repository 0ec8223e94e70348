import type { EntityManager } from '@mikro-orm/postgresql';
import { type SqlBool, sql } from 'kysely';
import { timeOfUuid } from '../../platform/ids.js';
import { momentOf } from '../../platform/instant.rules.js';
import {
  countEventLog,
  type EventLogArgs,
  EventOutcome,
  mayBeAnswered,
  mayBeStored,
  productUuidOf,
  readFoldedUntil,
  readRefusedByDay,
} from '../../tracking/index.js';
import type { DayWindow } from '../day.rules.js';
import { type EventHistogram, type HistogramBar, HistogramUnit } from './histogram.types.js';
import type { ReceivedTables } from './product-activity.query.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A window of at most so many hours is shown by hours: two whole days, and the hour that goes on. */
const HOURS_MAX = 49;
/** The days of a list without a beginning. */
const DAYS_STANDARD = 30;
/** As long as the longest window of adoption. */
const DAYS_MAX = 400;

/** Filters that the counts by day do not know: rows are looked at for them. */
const LOOKED = [
  'q',
  'developerId',
  'accountDomain',
  'counted',
  'fromDay',
  'toDay',
  'campaignId',
  'mcpServer',
  'mcpTool',
  'withoutAccount',
] as const;

/** The bars of a list: from the first hour or day of its window to the one that its end lies in. */
interface Bars {
  readonly unit: HistogramUnit;
  readonly from: number;
  readonly to: number;
  readonly lengthMs: number;
}

/** The window of a list in whole bars. */
export function barsOf({ since, until, fromDay }: Pick<EventLogArgs, 'since' | 'until' | 'fromDay'>, now: Date): Bars {
  const end = until ? Math.min(momentOf(until).getTime(), now.getTime() + 1) : now.getTime() + 1;
  const begin = since ? momentOf(since).getTime() : fromDay ? Date.parse(`${fromDay}T00:00:00Z`) : null;
  const isShort = begin !== null && end - begin <= HOURS_MAX * HOUR_MS;
  const lengthMs = isShort ? HOUR_MS : DAY_MS;
  const to = Math.ceil(end / lengthMs) * lengthMs;
  const earliest = to - DAYS_MAX * DAY_MS;
  const from = begin === null ? to - DAYS_STANDARD * DAY_MS : Math.floor(begin / lengthMs) * lengthMs;
  return {
    unit: isShort ? HistogramUnit.hour : HistogramUnit.day,
    from: Math.min(Math.max(from, earliest), to),
    to,
    lengthMs,
  };
}

/** Counts by bar, by the first instant of each; `reached` where they are complete from there on alone. */
interface Counted {
  readonly counts: ReadonlyMap<string, number>;
  readonly reached: string | null;
}

/** Stored events by the UTC day of their arrival, as far as they are folded. */
async function readStoredByDay(
  em: EntityManager,
  { organizationId, eventName, family, source }: EventLogArgs,
  productUuid: string | null,
  { from, to }: DayWindow,
): Promise<Counted> {
  const is = (column: string, value: string | null | undefined) =>
    value ? [sql<SqlBool>`a.${sql.ref(column)} = ${value}`] : [];
  const rows = await [
    sql<SqlBool>`a.organization_id = ${organizationId}::uuid and a.day between ${from}::date and ${to}::date`,
    ...is('product_uuid', productUuid),
    ...is('event_name', eventName),
    ...is('event_family', family),
    ...is('source', source),
  ]
    .reduce((query, one) => query.where(one), em.getKysely<ReceivedTables>().selectFrom('adoption_received as a'))
    .groupBy(sql`1`)
    .select([sql<string>`a.day::text`.as('day'), sql<string>`sum(a.events)`.as('events')])
    .execute();
  return { counts: byInstant(rows.map(({ day, events }) => [day, Number(events)])), reached: null };
}

const byInstant = (days: Iterable<readonly [day: string, count: number]>): ReadonlyMap<string, number> =>
  new Map([...days].map(([day, count]) => [`${day}T00:00:00.000Z`, count]));

/** Counts what a list of events finds by the time of its arrival: from the folded counts where they know its filters, else by looking at rows. */
export async function readHistogram(em: EntityManager, args: EventLogArgs, now: Date): Promise<EventHistogram> {
  const { organizationId, productId, outcome, code } = args;
  const productUuid = productId ? await productUuidOf(em, organizationId, productId) : null;
  const bars = barsOf(args, now);
  const since = new Date(bars.from).toISOString();
  const until = new Date(bars.to).toISOString();
  const days = { from: since.slice(0, 10), to: new Date(bars.to - 1).toISOString().slice(0, 10) };
  const isOfDays = bars.unit === HistogramUnit.day && LOOKED.every((name) => !args[name]);
  const foldedUntil = isOfDays ? await readFoldedUntil(em) : null; // before anything is folded, rows are counted
  const byDay = foldedUntil !== null;
  const isRefused = !outcome || outcome === EventOutcome.refused;
  const foldsRefused = byDay && isRefused && !args.trackingKeyId && !args.eventName && !args.family && !args.source;
  // The bars are whole, so the list's own ends inside the first and the last one do not cut them.
  const looked = await countEventLog(em, { ...args, since, until }, productUuid, bars.unit, {
    stored: !byDay,
    answered: !foldsRefused,
  });
  const stored = mayBeStored(args)
    ? byDay
      ? await readStoredByDay(em, args, productUuid, days)
      : looked.stored
    : null;
  const answered = mayBeAnswered(args)
    ? foldsRefused
      ? { counts: byInstant(await readRefusedByDay(em, { organizationId, productUuid, code }, days)), reached: null }
      : looked.answered
    : null;
  const stops = [stored?.reached, answered?.reached].flatMap((id) => (id ? [timeOfUuid(id).getTime()] : []));
  return {
    unit: bars.unit,
    from: new Date(bars.from),
    to: new Date(bars.to),
    ...shapedOf(bars, stored, isRefused ? answered : null, isRefused ? null : answered),
    searchedUntil: stops.length > 0 ? new Date(Math.max(...stops)) : null,
    asOf: foldedUntil ?? now,
  };
}

function shapedOf(
  { from, to, lengthMs }: Bars,
  stored: Counted | null,
  refused: Counted | null,
  others: Counted | null,
) {
  /** A bar that begins before the row that was looked at last has events that were not counted. */
  const at = (counted: Counted | null, instant: Date): number | null =>
    counted === null || (counted.reached !== null && instant < timeOfUuid(counted.reached))
      ? null
      : (counted.counts.get(instant.toISOString()) ?? 0);
  const bars = Array.from({ length: Math.round((to - from) / lengthMs) }, (_, index): HistogramBar => {
    const instant = new Date(from + index * lengthMs);
    return { at: instant, stored: at(stored, instant), refused: at(refused, instant), others: at(others, instant) };
  });
  const sum = (counted: Counted | null): number | null =>
    counted && [...counted.counts.values()].reduce((a, b) => a + b, 0);
  return { bars, stored: sum(stored), refused: sum(refused), others: sum(others) };
}
