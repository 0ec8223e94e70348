import type { EntityClass, EntityKey } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type SqlBool, sql } from 'kysely';
import { type Narrow, readRows } from '../platform/database/rows.read.js';
import { firstUuidAt } from '../platform/ids.js';
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

/** Which rows of a table are wanted, in the order of their ids, which is that of their time. */
export interface InIdOrder {
  readonly organizationUuid: string;
  readonly descending: boolean;
  /** The bare UUID after which the page begins. */
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
  /** The bare UUID at which the search stopped with rows still behind it; null where it came to the end or the page is full. */
  readonly reached: string | null;
}

/** Reads rows with these members in the order of their ids, of which `id` is one; looks at a bounded number of them. */
export async function scanInIdOrder<E extends { id: string }, F extends EntityKey<E>>(
  em: EntityManager,
  entity: EntityClass<E>,
  wanted: InIdOrder,
  members: readonly F[],
): Promise<Scanned<Pick<E, F>>> {
  const direction = sql.raw(wanted.descending ? 'desc' : 'asc');
  const within =
    (conditions: readonly Expression<SqlBool>[], rows: number, skip = 0): Narrow<E> =>
    (of) =>
      conditions
        .reduce((query, one) => query.where(one), of)
        .orderBy(sql`t.id ${direction}`)
        .limit(rows)
        .offset(skip);
  const range = [...idRange(wanted), ...wanted.indexed];
  const [last] = wanted.looked.length > 0 ? await readRows(em, entity, within(range, 1, ROWS_MAX - 1)) : [];
  const reached = last ? last.id.slice(last.id.indexOf('_') + 1) : null;
  const bound = reached ? [sql<SqlBool>`t.id ${sql.raw(wanted.descending ? '>=' : '<=')} ${reached}::uuid`] : [];
  const conditions = [...range, ...bound, ...wanted.looked, ...timeOf(wanted)];
  const rows = await readRows(em, entity, within(conditions, wanted.limit + 1), members);
  return { rows, reached: rows.length > wanted.limit ? null : reached };
}

/** The rows of an organization after an id and in a time range, as conditions that the primary key answers. */
export function idRange({
  organizationUuid,
  descending,
  after,
  since,
  until,
}: Omit<InIdOrder, 'limit' | 'time' | 'indexed' | 'looked'>): Expression<SqlBool>[] {
  const from = since ? firstUuidAt(momentOf(since).getTime() - CLOCK_MS) : null;
  const to = until ? firstUuidAt(momentOf(until).getTime() + MADE_AFTER_MS) : null;
  return [
    sql<SqlBool>`t.organization_id = ${organizationUuid}::uuid`,
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
export function placeInTime(list: string, sorts: Sorts, { limit, cursor, sort, ...filters }: SortedArgs) {
  const order = sort ?? sorts.standard;
  const question = questionOf(list, order, filters);
  const form = { question, tie: 'uuid', value: null, takesBareTie: order === sorts.standard } as const;
  return {
    place: { descending: order.startsWith('-'), after: placeOfCursor(cursor, form)?.tie ?? null, limit },
    cursorAt: (uuid: string): string => cursorAfter(keyOfPlace(question, { tie: uuid, value: null })),
  };
}
