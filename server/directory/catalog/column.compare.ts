import { isDeepStrictEqual } from 'node:util';
import { type EntityClass, Reference } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';

/** The form in which two values of a column are compared: a relation is its id, a time a number, and what JSON leaves out is left out. */
function comparable(value: unknown): unknown {
  if (Reference.isReference<{ id: string }>(value)) return value.unwrap().id;
  return value instanceof Date ? value.getTime() : (JSON.parse(JSON.stringify(value ?? null)) as unknown);
}

/** The columns of an entity's properties that differ between a row and what is stored, in the order of the row: property and column. */
export function compareColumns<Entity extends object, Row extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  row: Row,
  stored: { readonly [property in keyof Row]: unknown } | null,
): { readonly property: keyof Row; readonly column: string }[] {
  const persisted = em.getMetadata(entity).props.filter(({ persist }) => persist !== false);
  const columns = new Map(persisted.map(({ name, fieldNames }) => [String(name), fieldNames[0]]));
  return (Object.keys(row) as (keyof Row & string)[])
    .filter((property) => !isDeepStrictEqual(comparable(row[property]), comparable(stored?.[property])))
    .map((property) => ({ property, column: columns.get(property) ?? property }));
}
