import type { EntityClass, EntityDictionary, EntityMetadata } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type AliasedExpression, type SelectQueryBuilder, sql } from 'kysely';
import type { Row } from '../row.types.js';
import type { TableOf } from './table.types.js';

/** A table's part of a statement. */
export interface Part<E> {
  /** Selects all columns of the table. */
  readonly columns: AliasedExpression<unknown, string>;
  /** The table's row out of the statement's, or null where an outer join found none. */
  take(selected: object): Row<E> | null;
}

/** How the columns of an entity's table are called in a statement's rows. */
interface Naming {
  readonly columns: AliasedExpression<unknown, string>;
  readonly members: readonly { readonly member: string; readonly as: string }[];
}

const namings = new WeakMap<object, Map<string, Naming>>();

/** All columns of the table that has this alias, by the names of the members: the statement answers rows of the type `Row`. */
export const columnsOf = <E extends object>(
  em: EntityManager,
  entity: EntityClass<E>,
  alias: string,
): AliasedExpression<unknown, string> => namingOf(em.getMetadata().get<object>(entity), alias, '').columns;

/** Selects whole rows of an entity's table, which is `t` in the conditions that the caller adds. */
export function selectRows<E extends object>(
  em: EntityManager,
  entity: EntityClass<E>,
): SelectQueryBuilder<{ t: TableOf<E> }, 't', Row<E>>;
export function selectRows(em: EntityManager, entity: EntityClass<object>): SelectQueryBuilder<never, never, object> {
  const { tableName } = em.getMetadata().get(entity);
  return em
    .getKysely<object>()
    .selectFrom(sql.table(tableName).as('t'))
    .select(columnsOf(em, entity, 't')) as unknown as SelectQueryBuilder<never, never, object>;
}

/** The part of a joined table, beside others whose columns may have the same names. */
export function partOf<E extends object>(em: EntityManager, entity: EntityClass<E>, alias: string): Part<E>;
export function partOf(em: EntityManager, entity: EntityClass<object>, alias: string): Part<object> {
  const meta = em.getMetadata().get(entity);
  const { columns, members } = namingOf(meta, alias, `${alias}.`);
  const key = `${alias}.${meta.primaryKeys[0]}`;
  return {
    columns,
    take: (selected: Readonly<Record<string, unknown>>) =>
      selected[key] === null ? null : Object.fromEntries(members.map(({ member, as }) => [member, selected[as]])),
  };
}

function namingOf(meta: EntityMetadata, alias: string, prefix: string): Naming {
  const known = namings.get(meta) ?? new Map<string, Naming>();
  namings.set(meta, known);
  const naming = known.get(prefix + alias) ?? makeNaming(meta, alias, prefix);
  known.set(prefix + alias, naming);
  return naming;
}

/** One piece of SQL instead of one for each column: Kysely takes twice as long to build a statement of as many pieces. */
function makeNaming(meta: EntityMetadata, alias: string, prefix: string): Naming {
  const columns = columnsByMember(meta);
  const last = columns.at(-1);
  if (last === undefined) throw new Error(`${meta.className} has no column`);
  const textOf = ({ column, isLong }: Column): string => `"${alias}"."${column}"${isLong ? '::float8' : ''}`;
  const others = columns.slice(0, -1).map((one) => `${textOf(one)} as "${prefix}${one.member}"`);
  return {
    columns: sql.raw([...others, textOf(last)].join(', ')).as(`${prefix}${last.member}`),
    members: columns.map(({ member }) => ({ member, as: `${prefix}${member}` })),
  };
}

interface Column {
  readonly member: string;
  readonly column: string;
  readonly isTime: boolean;
  /** PostgreSQL's client answers a bigint or numeric as text; the member is a number, which PostgreSQL makes of it. */
  readonly isLong: boolean;
}

/** The columns of a table by the names that `Row` has for them; a relation of several columns has members of their own for these (`Joined`). */
const columnsByMember = ({ props }: EntityMetadata): Column[] =>
  props.flatMap(({ name, kind, fieldNames = [], columnTypes = [], runtimeType }) =>
    fieldNames.length > 1
      ? []
      : fieldNames.map((column) => ({
          member: kind === 'scalar' ? name : `${name}Id`,
          column,
          isTime: runtimeType === 'Date',
          isLong: runtimeType === 'number' && /^(?:bigint|numeric)/.test(columnTypes[0] ?? ''),
        })),
  );

/** The row behind columns that were kept as JSON under the columns' own names: times and long numbers are texts there. */
export function rowOfColumns<E extends object>(
  em: EntityManager,
  entity: EntityClass<E>,
  columns: EntityDictionary<E>,
): Row<E>;
export function rowOfColumns(
  em: EntityManager,
  entity: EntityClass<object>,
  columns: Readonly<Record<string, unknown>>,
): object {
  return Object.fromEntries(
    columnsByMember(em.getMetadata().get(entity)).map(({ member, column, isTime, isLong }) => {
      const value = columns[column];
      if (typeof value !== 'string') return [member, value];
      return [member, isTime ? new Date(value) : isLong ? Number(value) : value];
    }),
  );
}
