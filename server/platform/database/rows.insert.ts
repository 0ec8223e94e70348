import type { EntityClass, EntityDictionary, EntityKey, EntityMetadata, RequiredEntityData } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Expression, SqlBool } from 'kysely';

type Row = Record<string, unknown>;

/**
 * Inserts a row of an entity's table unless another has the same values of these members, whose unique index decides between two at once.
 * An index over some rows alone is found by its own condition, `among`. Answers the columns, or null where the other was there. The row is
 * not in the unit of work: `em.map` puts it there, `rowOfColumns` reads it.
 */
export async function insertUnlessTaken<E extends object>(
  em: EntityManager,
  entity: EntityClass<E>,
  row: RequiredEntityData<E>,
  unique: readonly EntityKey<E>[],
  among?: Expression<SqlBool>,
): Promise<EntityDictionary<E> | null>;
export async function insertUnlessTaken(
  em: EntityManager,
  entity: EntityClass<object>,
  row: object,
  unique: readonly string[],
  among?: Expression<SqlBool>,
): Promise<object | null> {
  const meta = em.getMetadata().get(entity);
  const platform = em.getPlatform();
  const columns = Object.entries(row).map(([member, value]): [string, unknown] => {
    const { column, type } = columnOf(meta, member);
    return [column, type && value !== null ? type.convertToDatabaseValue(value, platform) : value];
  });
  const inserted = await em
    .getKysely<Record<string, Row>>()
    .insertInto(meta.tableName)
    .values(Object.fromEntries(columns))
    .onConflict((on) => {
      const index = on.columns(unique.map((member) => columnOf(meta, member).column));
      return (among ? index.where(among) : index).doNothing();
    })
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

/** The column of a member, and the type that makes it what is stored, where PostgreSQL's client does not. */
function columnOf({ className, props }: EntityMetadata, member: string) {
  const property = props.find(({ name }) => name === member);
  const [column, ...others] = property?.fieldNames ?? [];
  if (!property || column === undefined || others.length > 0)
    throw new Error(`${className}.${member} is not one column`);
  return { column, type: property.customType ?? property.customTypes?.[0] };
}
