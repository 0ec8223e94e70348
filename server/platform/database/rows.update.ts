import type { EntityClass, EntityData, EntityDictionary, EntityKey } from '@mikro-orm/core';
import type { EntityManager, Field, QBFilterQuery } from '@mikro-orm/postgresql';

/** Changes the rows that a condition finds, in one statement, and answers these members of them as they are after it. */
export async function updateRows<E extends object, F extends EntityKey<E>>(
  em: EntityManager,
  entity: EntityClass<E>,
  where: QBFilterQuery<E>,
  set: EntityData<E>,
  members: readonly F[],
): Promise<Pick<E, F>[]> {
  const returning: Field<E>[] = [...new Set([...em.getMetadata().get(entity).primaryKeys, ...members])];
  const rows = await em
    .qb(entity)
    .update(set)
    .where(where)
    .returning(returning)
    .execute<EntityDictionary<E>[]>('all', { mapResults: false });
  const apart = em.fork(); // what the transaction holds of these rows stays as it was read
  return rows.map((row) => apart.map(entity, row));
}
