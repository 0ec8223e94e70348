import type { EntityManager } from '@mikro-orm/postgresql';

export interface CatalogChange {
  readonly resource: 'tool' | 'offer';
  /** Bare UUID. */
  readonly id: string;
  readonly slug: string;
  readonly change: 'created' | 'updated' | 'removed';
  /** Names of the fields that changed. */
  readonly fields: readonly string[];
}

/**
 * Takes the catalog's next version inside the caller's transaction. Its head stays locked until the commit, so versions become
 * visible in their order, and a reader that has read up to a version has missed nothing.
 */
export async function nextCatalogVersion(em: EntityManager, at: Date): Promise<number> {
  const rows = await em.execute<{ version: string }[]>(
    'update catalog_head set version = version + 1, changed_at = ? where id = 1 returning version',
    [at],
  );
  return Number(rows[0]?.version);
}

/** Records what a version changed, for the change feed. */
export async function recordCatalogChanges(
  em: EntityManager,
  at: Date,
  version: number,
  changes: readonly CatalogChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await em.execute(
    `insert into catalog_change (version, resource, resource_id, slug, change, fields, at)
     select ?, r.resource, r.id, r.slug, r.change, r.fields, ? from json_to_recordset(?::json)
       as r(resource text, id uuid, slug text, change text, fields jsonb)`,
    [version, at, JSON.stringify(changes)],
  );
}

/** Makes other writers of the catalog wait until this transaction ends, so that what it reads before it writes stays true. */
export async function lockCatalog(em: EntityManager): Promise<void> {
  await em.execute('select version from catalog_head where id = 1 for update');
}
