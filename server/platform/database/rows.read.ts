import {
  type EntityClass,
  type EntityKey,
  type EntityMetadata,
  type EntityProperty,
  isRaw,
  type Opt,
  type Ref,
} from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type AliasedExpression, type SelectQueryBuilder, sql } from 'kysely';
import { keepPlace } from '../paging/sort.place.js';
import type { JoinedMark } from '../row.types.js';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** The type of a property without what marks it as optional for `em.create`. */
type Column<Value> = Value extends Opt
  ? Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends Date
        ? Date
        : Value extends string
          ? string
          : Value
  : Value;

/** The table of an entity for Kysely: its columns by the names of the properties. An id is a bare UUID there. */
export type TableOf<E> = {
  [Name in Extract<keyof E, string> as NonNullable<E[Name]> extends JoinedMark
    ? never
    : NonNullable<E[Name]> extends Ref<object>
      ? `${SnakeCase<Name>}_id`
      : SnakeCase<Name>]: NonNullable<E[Name]> extends Ref<object> ? string : Column<E[Name]>;
};

type Row = Record<string, unknown>;

/**
 * Reads entities out of rows, outside the unit of work: nothing that is changed on them is written. What an operation is going to write
 * is given to the entity manager with `manage`.
 */
export interface RowReader<E> {
  /** The columns that a statement has to select. */
  readonly columns: readonly AliasedExpression<unknown, string>[];
  /** The entity of a row, without its relations. */
  read(row: Row): E;
  /** The same of a table that was joined, or null where it has no row. */
  readJoined(row: Row): E | null;
  /** The entity of a row that was inserted, by the columns' own names. */
  readInserted(columns: Row): E;
  /** The entity of a row, in the unit of work as if the entity manager had found it: what is changed on it is written. */
  manage(em: EntityManager, row: Row): E;
  /** The same of a table that was joined, or null where it has no row. */
  manageJoined(em: EntityManager, row: Row): E | null;
}

const readers = new WeakMap<object, Map<string, RowReader<object>>>();

/** A reader of an entity's columns, without the lazy ones, or of these members; the table has this alias in the statement. */
export function rowReader<E extends object>(em: EntityManager, entity: EntityClass<E>, alias: string): RowReader<E>;
export function rowReader<E extends object, F extends EntityKey<E>>(
  em: EntityManager,
  entity: EntityClass<E>,
  alias: string,
  members: readonly F[],
): RowReader<Pick<E, F>>;
export function rowReader(
  em: EntityManager,
  entity: EntityClass<object>,
  alias: string,
  members?: readonly string[],
): RowReader<object> {
  const meta = em.getMetadata().get(entity);
  const known = readers.get(meta) ?? new Map<string, RowReader<object>>();
  readers.set(meta, known);
  const key = [alias, ...(members ?? [])].join();
  const reader = known.get(key) ?? makeReader(em, meta, alias, members);
  known.set(key, reader);
  return reader;
}

function makeReader(
  em: EntityManager,
  meta: EntityMetadata,
  alias: string,
  members: readonly string[] | undefined,
): RowReader<object> {
  const isColumn = ({ name, kind, fieldNames, formula, mapToPk, lazy }: EntityProperty): boolean =>
    (kind === 'scalar' || Boolean(mapToPk)) &&
    (formula !== undefined || fieldNames?.length === 1) &&
    (members ? members.includes(name) : !lazy);
  const columns = meta.props.filter(isColumn).map((prop) => ({
    name: prop.name,
    column: prop.fieldNames[0] ?? prop.name,
    as: `${alias}_${prop.fieldNames[0] ?? prop.name}`,
    text: textOf(em, meta, prop, alias),
    convert: converterOf(em, prop),
  }));
  const prototype = plainPrototype(meta);
  const readNamed = (row: Row, naming: 'as' | 'column'): object => {
    const made = Object.create(prototype);
    for (const { name, convert, [naming]: called } of columns) {
      const value = row[called];
      made[name] = value === null || convert === null ? value : convert(value);
    }
    return made;
  };
  const read = (row: Row): object => {
    const made = readNamed(row, 'as');
    keepPlace(made, row);
    return made;
  };
  const manage = (within: EntityManager, row: Row): object =>
    within.map(meta.class, Object.fromEntries(columns.map(({ column, as }) => [column, row[as]])));
  const isThere = (row: Row): boolean => columns.some(({ as }) => row[as] !== null);
  return {
    columns: selectionOf(em, columns),
    read,
    readInserted: (row) => readNamed(row, 'column'),
    readJoined: (row) => (isThere(row) ? read(row) : null),
    manage,
    manageJoined: (within, row) => (isThere(row) ? manage(within, row) : null),
  };
}

/** An entity's prototype whose members are plain: MikroORM's own setters make each member of each record one that tracks changes. */
function plainPrototype({ prototype, props }: EntityMetadata): object {
  const plain: object = Object.create(prototype);
  for (const { name } of props) {
    if (Object.getOwnPropertyDescriptor(prototype, name)?.set === undefined) continue;
    Object.defineProperty(plain, name, { value: undefined, writable: true, configurable: true });
  }
  return plain;
}

/** All columns as one piece of a statement: Kysely takes twice as long to build it of as many pieces as there are columns. */
function selectionOf(em: EntityManager, columns: readonly { text: string; as: string }[]) {
  const last = columns.at(-1);
  if (last === undefined) throw new Error('a reader reads at least one column');
  const others = columns.slice(0, -1).map(({ text, as }) => `${text} as ${em.getPlatform().quoteIdentifier(as)}`);
  return [sql.raw([...others, last.text].join(', ')).as(last.as)];
}

/** The text of a property in a statement: its column, or the formula that it has instead. */
function textOf(
  em: EntityManager,
  meta: EntityMetadata,
  { formula, fieldNames }: EntityProperty,
  alias: string,
): string {
  const quote = (name: string): string => em.getPlatform().quoteIdentifier(name);
  if (formula === undefined) return `${quote(alias)}.${quote(fieldNames[0] ?? '')}`;
  const { tableName } = meta;
  const table = { alias, name: tableName, qualifiedName: tableName, toString: () => alias };
  const text = formula(meta.createColumnMappingObject(alias), table);
  return isRaw(text) ? text.sql : text;
}

/** How a value becomes the property's, where PostgreSQL's client does not make it so: ids get their prefix, times kept as JSON become dates. */
function converterOf(em: EntityManager, { customType, runtimeType, type }: EntityProperty) {
  const platform = em.getPlatform();
  if (type === 'json') return null; // parsed already
  if (customType) return (value: unknown): unknown => customType.convertToJSValue(value, platform);
  if (runtimeType === 'Date') return (value: unknown): unknown => (typeof value === 'string' ? new Date(value) : value);
  return null;
}

/** Says which rows of an entity's table (`t`) are read, and in which order. */
export type Narrow<E> = (
  query: SelectQueryBuilder<{ t: TableOf<E> }, 't', object>,
) => SelectQueryBuilder<{ t: TableOf<E> }, 't', object>;

/** The rows of one table that a condition finds, as entities that nothing tracks. */
export async function readRows<E extends object>(
  em: EntityManager,
  entity: EntityClass<E>,
  narrow: Narrow<E>,
): Promise<E[]>;
export async function readRows<E extends object, F extends EntityKey<E>>(
  em: EntityManager,
  entity: EntityClass<E>,
  narrow: Narrow<E>,
  members: readonly F[],
): Promise<Pick<E, F>[]>;
export async function readRows<E extends object>(
  em: EntityManager,
  entity: EntityClass<E>,
  narrow: Narrow<E>,
  members?: readonly EntityKey<E>[],
): Promise<object[]> {
  const reader = members ? rowReader(em, entity, 't', members) : rowReader(em, entity, 't');
  const table = sql.table(em.getMetadata().get(entity).tableName).$castTo<TableOf<E>>().as('t');
  const rows = await narrow(em.getKysely<object>().selectFrom(table))
    .select([...reader.columns])
    .execute();
  return rows.map((row) => reader.read(row));
}
