import { LockMode, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CatalogHead, DirectoryChange } from '../catalog.entity.js';

/** A change of one record, by its bare id; the fields are names of columns. */
export interface CatalogChange extends Pick<DirectoryChange, 'resource' | 'slug' | 'change'> {
  readonly id: string;
  readonly fields: readonly string[];
}

/**
 * Takes the catalog's next version inside the caller's transaction. Its head stays locked until the commit, so versions become
 * visible in their order, and a reader that has read up to a version has missed nothing.
 */
export async function nextCatalogVersion(em: EntityManager, at: Date): Promise<number> {
  const [head] = await em
    .qb(CatalogHead)
    .update({ version: raw('version + 1'), changedAt: at })
    .where({ id: 1 })
    .returning('version')
    .execute('all');
  return Number(head?.version);
}

/** Records what a version changed, for the change feed. */
export async function recordCatalogChanges(
  em: EntityManager,
  at: Date,
  version: number,
  changes: readonly CatalogChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await em.insertMany(
    DirectoryChange,
    changes.map(({ id, resource, slug, change, fields }) => ({
      version,
      resource,
      resourceId: id,
      slug,
      change,
      fields: [...fields],
      at,
    })),
  );
}

/** Makes other writers of the catalog wait until this transaction ends, so that what it reads before it writes stays true. */
export async function lockCatalog(em: EntityManager): Promise<void> {
  await em.findOneOrFail(
    CatalogHead,
    { id: 1 },
    { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}
