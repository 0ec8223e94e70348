import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCatalog, nextCatalogVersion, recordCatalogChanges } from '../catalog/index.js';

/**
 * Takes records of an origin off the lists inside the caller's transaction: those with the keys, or all but those. What a person edited
 * stays. Answers the bare ids of what went.
 */
export async function unlistRecords(
  em: EntityManager,
  at: Date,
  resource: 'tool' | 'offer',
  origin: string,
  choose: { readonly keys: readonly string[] } | { readonly allBut: readonly string[] },
): Promise<string[]> {
  await lockCatalog(em);
  const [which, keys] = 'keys' in choose ? ['in', choose.keys] : ['not in', choose.allBut];
  const gone = await em.execute<{ id: string; slug: string }[]>(
    `select id, slug from ${resource} where origin = ? and listed and edited_at is null
       and origin_key ${which} (select value from json_array_elements_text(?::json))`,
    [origin, JSON.stringify(keys)],
  );
  if (gone.length === 0) return [];
  const ids = gone.map(({ id }) => id);
  const version = await nextCatalogVersion(em, at);
  await em.execute(
    `update ${resource} set listed = false, version = ?, updated_at = ?
     where id in (select value::uuid from json_array_elements_text(?::json))`,
    [version, at, JSON.stringify(ids)],
  );
  await recordCatalogChanges(
    em,
    at,
    version,
    gone.map(({ id, slug }) => ({ resource, id, slug, change: 'removed', fields: ['listed'] })),
  );
  return ids;
}
