import { expect, vi } from 'vitest';
import type { TestApp } from './app.js';
import { askGraphql } from './ask.js';
import type { Caller } from './cast.js';
import { query } from './database.js';

/** The caller whose list it is, and the variables that the operation has to be called with. */
export interface ListOwner {
  readonly caller: Caller;
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** A list as the tests of all sorted lists see it. */
export interface SortedListCase {
  readonly operation: string;
  /** The declaration of its own arguments, such as `$organizationId: ID!`. */
  readonly declared?: string;
  /** The member of the answer that holds the items; their selection. */
  readonly items?: string;
  readonly selection: string;
  /** The value that each order compares; a time is compared as it is printed. */
  readonly sorts: Readonly<Record<string, (item: Item) => string | number | null>>;
  readonly standard: string;
  /** Orders by what another table says, which read all that the owner has. */
  readonly readsAll?: readonly string[];
  /** The texts of an item that `q` looks in; absent where the list cannot be searched. */
  readonly naming?: (item: Item) => readonly string[];
  /** The time that `since` and `until` are about, as it is printed; absent where the list takes neither. */
  readonly timeOf?: (item: Item) => string;
  /** The table whose rows a page may not read through. */
  readonly table: string;
  /** The bare key that cursors held before the list could be sorted. */
  readonly oldKey?: (item: Item) => string;
  /** Every reviewer is shown the same records: no other owner's have to stay away. */
  readonly shared?: boolean;
  /** Two owners without a row; what is seeded for one the other never sees. */
  open(app: TestApp): Promise<{ readonly owner: ListOwner; readonly other: ListOwner }>;
  /** Adds rows number `from` to `to` to an owner's list. */
  seed(app: TestApp, owner: ListOwner, from: number, to: number): Promise<unknown>;
}

export interface ListAnswer {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  /** `400 /sort` for each field that was refused. */
  readonly refused: readonly string[];
}

const ARGUMENTS = { sort: 'String', q: 'String', since: 'String', until: 'String', cursor: 'String', limit: 'Int' };

/** Asks for one page, of a hundred items if no limit is given; a filter that is not every list's is given with its type, such as `'state: [ClaimState!]'`. */
export async function askList(
  app: TestApp,
  list: SortedListCase,
  { caller, variables }: ListOwner,
  wanted: Readonly<Record<string, unknown>>,
  filter = '',
): Promise<ListAnswer> {
  const given: Readonly<Record<string, unknown>> = { limit: 100, ...wanted };
  const names = Object.keys(ARGUMENTS).filter((name) => name in given) as (keyof typeof ARGUMENTS)[];
  const own = [list.declared, filter && `$${filter}`].filter(Boolean) as string[];
  const declared = [...own, ...names.map((name) => `$${name}: ${ARGUMENTS[name]}`)];
  const passed = declared.map((one) => one.slice(1).split(':')[0]).map((name) => `${name}: $${name}`);
  const { items = 'items' } = list;
  const { data, errors } = await askGraphql<{ list: Record<string, unknown> & { nextCursor: string | null } }>(
    app,
    `query (${declared.join(', ')}) { list: ${list.operation}(${passed.join(', ')}) { ${items} ${list.selection} nextCursor } }`,
    { ...variables, ...given },
    caller,
  );
  const refused = errors.flatMap(({ extensions }) =>
    (extensions.errors ?? [{ pointer: extensions.code }]).map(({ pointer }) => `${extensions.status} ${pointer}`),
  );
  return { items: (data?.list?.[items] ?? []) as Item[], nextCursor: data?.list?.nextCursor ?? null, refused };
}

export const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);

/** Pages through everything; `between` runs after each page. */
export async function pageThrough(
  ask: (given: Record<string, unknown>) => Promise<ListAnswer>,
  limit: number,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<Item[]> {
  const seen: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 100; page += 1) {
    const answer: ListAnswer = await ask({ limit, cursor });
    expect(answer.refused).toEqual([]);
    seen.push(...answer.items);
    if (answer.nextCursor === null) return seen;
    cursor = answer.nextCursor;
    await between(page);
  }
  throw new Error('a hundred pages, and no end');
}

/** Negative, zero or positive as PostgreSQL compares two values of the catalog's collation; null is last in either direction. */
export function compare(one: string | number | null, other: string | number | null, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order =
    typeof one === 'number' || typeof other === 'number'
      ? Number(one) - Number(other)
      : Buffer.compare(Buffer.from(one), Buffer.from(other));
  return descending ? -order : order;
}

/** Texts that are equal but for their case, in several scripts, and with all that a pattern, JSON or SQL would read as its own. */
const NAMES = [
  'apple',
  'Apple',
  'ÉCLAIR au café',
  'zebra 🙂',
  'Now 50% _off_',
  'back\\slash',
  "o'clock",
  'say "hi"',
  '名前',
  'a',
];
/** A name for a row; they come again after ten. */
export const nameOf = (row: number): string => NAMES[row % NAMES.length] ?? '';
/** A time for a row: four have the same millisecond, and two of them the same microsecond. */
export const timeOf = (row: number): string =>
  new Date(Date.UTC(2026, 0, 1) + Math.floor(row / 4) * 60_000).toISOString().replace('000Z', `00000${row % 2}Z`);

/** An id for a row, in the order of the rows and unlike those of other owners. */
export const idOf = (row: number, owner: string): string =>
  `${row.toString(16).padStart(8, '0')}-0000-7000-8000-${owner.slice(-12)}`;

/** The rows `from` to `to`. */
export const rowsOf = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

const PATIENCE = { timeout: 25_000, interval: 500 };

interface Questions {
  readonly table: string;
  /** How many questions `ask` puts. */
  readonly times: number;
  readonly ask: () => Promise<unknown>;
}

/**
 * How many rows of its table each set of questions visited, by index and by reading through, where nothing else asks for rows of these tables
 * meanwhile. A backend reports what it did when it has been idle for ten seconds at the latest: all sets wait for that together.
 */
export async function rowsVisited(app: TestApp, sets: readonly Questions[]): Promise<ReadonlyMap<string, number>> {
  const tables = sets.map(({ table }) => table);
  const read = async () => {
    const found = await query<{ table: string; visits: number; rows: number }>(
      app.databaseUrl,
      `select t.relname as "table", (t.seq_scan + coalesce(t.idx_scan, 0))::int as visits,
         (t.seq_tup_read + (select coalesce(sum(i.idx_tup_read), 0) from pg_stat_user_indexes i where i.relid = t.relid))::int as rows
       from pg_stat_user_tables t where t.relname = any($1)`,
      [tables],
    );
    return new Map(found.map(({ table, ...counts }) => [table, counts]));
  };
  for (const table of tables) await query(app.databaseUrl, `vacuum (analyze) ${table}`);
  const before = await read();
  for (const { ask } of sets) await ask();
  const since = async (count: 'visits' | 'rows') => {
    const now = await read();
    return new Map(tables.map((table) => [table, (now.get(table)?.[count] ?? 0) - (before.get(table)?.[count] ?? 0)]));
  };
  const unreported = async () => {
    const visits = await since('visits');
    return sets.filter(({ table, times }) => (visits.get(table) ?? 0) < times).map(({ table }) => table);
  };
  await vi.waitFor(async () => expect(await unreported()).toEqual([]), PATIENCE);
  return since('rows');
}
