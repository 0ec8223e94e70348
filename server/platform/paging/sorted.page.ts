import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { momentOf } from '../instant.rules.js';
import { pageOf } from './page.js';
import {
  keyOfPlace,
  PLACE_COLUMNS,
  placeOf,
  placeOfCursor,
  questionOf,
  type SortPlace,
  type SortType,
} from './sort.place.js';
import type { SortedArgs, Sorts } from './sorted.args.js';

/** A sort column: an expression of the statement, and its type. Nulls come last in both directions. */
export interface SortColumn {
  readonly by: Expression<unknown>;
  readonly type: SortType;
  /** Must be said of an expression that can be null: then an index has to be made for each direction, with nulls last. */
  readonly nullable?: boolean;
}

/** A list that can be sorted, searched and paged. */
export interface SortedList<Name extends string = string> {
  /** Stands in the cursors, which are no other list's. */
  readonly name: string;
  readonly sorts: Sorts<Name>;
  /** Tells equal rows apart, and is never null. */
  readonly tie: SortColumn;
  /** The sort column of each name; null sorts by the tie alone. */
  readonly by: Readonly<Record<Name, SortColumn | null>>;
  /** The texts that `q` looks in. */
  readonly naming?: readonly Expression<unknown>[];
  /** The time that `since` and `until` are about. */
  readonly time?: Expression<unknown>;
}

const CASTS: Record<SortType, string> = {
  text: 'text',
  number: 'bigint',
  time: 'timestamptz',
  day: 'date',
  uuid: 'uuid',
};
const cast = (value: string, type: SortType): Expression<unknown> => sql`cast(${value} as ${sql.raw(CASTS[type])})`;

type Selection<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>;

/** The list with these sorts. */
export type SortedListOf<S extends Sorts> = SortedList<S['names'][number]>;

/** One page of a list, as it was asked for. */
export interface SortedPage {
  /** Adds search and time range, which a count needs as well. */
  filter<DB, TB extends keyof DB, O>(query: Selection<DB, TB, O>): Selection<DB, TB, O>;
  /** Adds search and time range, order, place and limit; one row more than asked for shows whether there is a next page. */
  narrow<DB, TB extends keyof DB, O>(query: Selection<DB, TB, O>): Selection<DB, TB, O>;
  /** The page and the cursor of the next one; the records come from a reader, other rows tell their place. */
  cut<T extends object>(rows: readonly T[], place?: (row: T) => SortPlace): { items: T[]; nextCursor: string | null };
}

/**
 * Reads the question: every argument but limit and cursor is part of it, so that a cursor is refused when one of them changes.
 * Throws the 400 for a cursor that is not this question's.
 */
export function sortedPage<Name extends string>(list: SortedList<Name>, args: SortedArgs): SortedPage {
  const { limit, cursor, sort, ...filters } = args;
  const order = sort ?? list.sorts.standard;
  const descending = order.startsWith('-');
  const name = list.sorts.names.find((one) => order === one || order === `-${one}`);
  if (name === undefined) throw new Error(`${list.name} is not sorted by ${order}`);
  const column = list.by[name];
  const question = questionOf(list.name, order, filters);
  const after = placeOfCursor(cursor, {
    question,
    tie: list.tie.type,
    value: column,
    takesBareTie: column === null && order === list.sorts.standard,
  });
  const filter: SortedPage['filter'] = (query) => {
    const conditions = [...searched(list, filters.q), ...timed(list, filters)];
    return conditions.reduce((of, one) => of.where(one), query);
  };
  return {
    filter,
    narrow: (query) => {
      const wanted = filter(query);
      const rest = after ? wanted.where(isAfter(after, list.tie, column, descending)) : wanted;
      return ordered(rest, list.tie, column, descending).limit(limit + 1);
    },
    cut: (rows, place = placeOf) => pageOf(rows, limit, (row) => keyOfPlace(question, place(row))),
  };
}

function ordered<DB, TB extends keyof DB, O>(
  query: Selection<DB, TB, O>,
  tie: SortColumn,
  column: SortColumn | null,
  descending: boolean,
): Selection<DB, TB, O> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const valued = column
    ? query
        .select(sql`cast(${column.by} as text)`.as(PLACE_COLUMNS.value))
        .orderBy(sql`${column.by} ${direction}${sql.raw(column.nullable ? ' nulls last' : '')}`)
    : query;
  return valued
    .select(sql`cast(${tie.by} as text)`.as(PLACE_COLUMNS.tie))
    .orderBy(sql`${tie.by} ${direction}`)
    .$castTo<O>();
}

/** A row comparison is what an index on both reads as one range; nulls, which come last, need more words. */
function isAfter(
  { value, tie: last }: SortPlace,
  tie: SortColumn,
  column: SortColumn | null,
  descending: boolean,
): Expression<SqlBool> {
  const beyond = sql.raw(descending ? '<' : '>');
  const id = cast(last, tie.type);
  if (column === null) return sql<SqlBool>`${tie.by} ${beyond} ${id}`;
  if (value === null) return sql<SqlBool>`${column.by} is null and ${tie.by} ${beyond} ${id}`;
  const further = sql<SqlBool>`(${column.by}, ${tie.by}) ${beyond} (${cast(value, column.type)}, ${id})`;
  return column.nullable ? sql<SqlBool>`(${further} or ${column.by} is null)` : further;
}

function searched({ naming = [] }: SortedList, q: string | null | undefined): Expression<SqlBool>[] {
  const part = q?.trim() ?? '';
  if (part === '' || naming.length === 0) return [];
  const found = naming.map((text) => sql`position(lower(${part}) in lower(${text})) > 0`);
  return [sql<SqlBool>`(${sql.join(found, sql` or `)})`];
}

function timed({ time }: SortedList, { since, until }: Pick<SortedArgs, 'since' | 'until'>): Expression<SqlBool>[] {
  if (time === undefined) return [];
  return [
    ...(since ? [sql<SqlBool>`${time} >= ${momentOf(since)}`] : []),
    ...(until ? [sql<SqlBool>`${time} < ${momentOf(until)}`] : []),
  ];
}
