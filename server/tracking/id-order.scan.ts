import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { firstUuidAt, publicId } from '../platform/ids.js';
import { momentOf } from '../platform/instant.rules.js';
import { cursorAfter } from '../platform/paging/page.js';
import { keyOfPlace, placeOfCursor, questionOf } from '../platform/paging/sort.place.js';
import type { SortedArgs, Sorts } from '../platform/paging/sorted.args.js';

/**
 * How many rows a page looks at whose other conditions no index answers: a search of ten million events is as quick as one of ten, and says
 * how far it came.
 */
const ROWS_MAX = 50_000;
/** An id is made when an event goes into a flush, some moments after it was received; a clock may be set back a little in between. */
const MADE_AFTER_MS = 60_000;
const CLOCK_MS = 1_000;

/** The rows of a table that a list wants, in the order of their ids, which is that of their time. */
export interface InIdOrder {
  readonly organizationId: string;
  readonly descending: boolean;
  /** The id after which the page begins. */
  readonly after: string | null;
  readonly since?: string | null;
  readonly until?: string | null;
  readonly limit: number;
  /** The column of the time. */
  readonly time: 'received_at' | 'at';
  /** Conditions that an index answers in this order; `t` is the table. */
  readonly indexed: readonly Expression<SqlBool>[];
  /** Conditions for which rows have to be looked at one by one. */
  readonly looked: readonly Expression<SqlBool>[];
}

export interface Scanned<T> {
  /** One more than the limit, where there are as many. */
  readonly rows: T[];
  /** The id at which the search stopped with rows still behind it; null where it came to the end or the page is full. */
  readonly reached: string | null;
}

/** Reads the rows that a statement selects, `t.id` among their columns, in the order of their ids; looks at a bounded number of them. */
export async function scanInIdOrder<DB, TB extends keyof DB, R extends { readonly id: string }>(
  from: SelectQueryBuilder<DB, TB, R>,
  wanted: InIdOrder,
): Promise<Scanned<R>> {
  const direction = sql.raw(wanted.descending ? 'desc' : 'asc');
  const within = (conditions: readonly Expression<SqlBool>[]) =>
    conditions.reduce((query, one) => query.where(one), from).orderBy(sql`t.id ${direction}`);
  const range = [...idRange(wanted), ...wanted.indexed];
  const reached = wanted.looked.length > 0 ? await lastLookedAt(within(range)) : null;
  const bound = reached ? [sql<SqlBool>`t.id ${sql.raw(wanted.descending ? '>=' : '<=')} ${reached}::uuid`] : [];
  const conditions = [...range, ...bound, ...wanted.looked, ...timeOf(wanted)];
  const rows = await within(conditions)
    .limit(wanted.limit + 1)
    .execute();
  return { rows: rows as R[], reached: rows.length > wanted.limit ? null : reached };
}

/** How many such rows were at each hour or UTC day, by its first instant; `reached` as in a search. */
export interface CountedInTime {
  readonly counts: ReadonlyMap<string, number>;
  readonly reached: string | null;
}

/** Counts the rows that a list finds by hour or UTC day, the newest first; looks at as many of them as a page of the list. */
export async function countInIdOrder<DB, TB extends keyof DB>(
  from: SelectQueryBuilder<DB, TB, object>,
  wanted: Omit<InIdOrder, 'after' | 'descending' | 'limit'>,
  unit: 'hour' | 'day',
): Promise<CountedInTime> {
  const newest = { ...wanted, descending: true, after: null };
  const range = [...idRange(newest), ...wanted.indexed];
  const reached = await lastLookedAt(range.reduce((query, one) => query.where(one), from).orderBy(sql`t.id desc`));
  const bound = reached ? [sql<SqlBool>`t.id >= ${reached}::uuid`] : [];
  const at = sql<string>`to_char(date_trunc(${sql.lit(unit)}, t.${sql.ref(wanted.time)} at time zone 'utc'), 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`;
  const rows = await [...range, ...bound, ...wanted.looked, ...timeOf({ ...newest, limit: 0 })]
    .reduce((query, one) => query.where(one), from)
    .clearSelect()
    .groupBy(sql`1`)
    .select([at.as('at'), sql<string>`count(*)`.as('events')])
    .$castTo<{ readonly at: string; readonly events: string }>()
    .execute();
  return { counts: new Map(rows.map((row) => [row.at, Number(row.events)])), reached };
}

/** The id of the last row that a search looks at, or null where the rows end before it. */
async function lastLookedAt<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>): Promise<string | null> {
  const last = await rows
    .clearSelect()
    .select(sql<string>`t.id`.as('id'))
    .limit(1)
    .offset(ROWS_MAX - 1)
    .$castTo<{ readonly id: string }>()
    .executeTakeFirst();
  return last?.id ?? null;
}

/** The rows of an organization after an id and in a time range, as conditions that the primary key answers. */
export function idRange({
  organizationId,
  descending,
  after,
  since,
  until,
}: Omit<InIdOrder, 'limit' | 'time' | 'indexed' | 'looked'>): Expression<SqlBool>[] {
  const from = since ? firstUuidAt(momentOf(since).getTime() - CLOCK_MS) : null;
  const to = until ? firstUuidAt(momentOf(until).getTime() + MADE_AFTER_MS) : null;
  return [
    sql<SqlBool>`t.organization_id = ${organizationId}::uuid`,
    ...(after ? [sql<SqlBool>`t.id ${sql.raw(descending ? '<' : '>')} ${after}::uuid`] : []),
    ...(from ? [sql<SqlBool>`t.id >= ${from}::uuid`] : []),
    ...(to ? [sql<SqlBool>`t.id < ${to}::uuid`] : []),
  ];
}

const timeOf = ({ since, until, time }: InIdOrder): Expression<SqlBool>[] => [
  ...(since ? [sql<SqlBool>`t.${sql.ref(time)} >= ${momentOf(since)}`] : []),
  ...(until ? [sql<SqlBool>`t.${sql.ref(time)} < ${momentOf(until)}`] : []),
];

/** The place behind a cursor of a list in the order of time, and the cursor after an id; both belong to everything that was asked. */
export function placeInTime(list: string, sorts: Sorts, args: TimedArgs) {
  const { limit, cursor, sort, ...filters } = args;
  const order = sort ?? sorts.standard;
  const question = questionOf(list, order, asSent(filters));
  const form = { question, tie: 'uuid', value: null, takesBareTie: order === sorts.standard } as const;
  return {
    place: { descending: order.startsWith('-'), after: placeOfCursor(cursor, form)?.tie ?? null, limit },
    cursorAt: (uuid: string): string => cursorAfter(keyOfPlace(question, { tie: uuid, value: null })),
  };
}

interface TimedArgs extends SortedArgs {
  readonly organizationId: string;
  readonly trackingKeyId?: string | null;
}

/** Filters with their ids as they were sent: cursors hold a digest of these, and stay valid across an upgrade. */
export const asSent = <F extends Pick<TimedArgs, 'organizationId' | 'trackingKeyId'>>(filters: F): F => ({
  ...filters,
  organizationId: publicId('org', filters.organizationId),
  ...(filters.trackingKeyId ? { trackingKeyId: publicId('key', filters.trackingKeyId) } : {}),
});
