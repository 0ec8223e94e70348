import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidOf } from '../../platform/ids.js';
import { lockCatalog, nextCatalogVersion, recordCatalogChanges } from '../catalog/index.js';
import { CatalogTool } from '../tool.entity.js';
import type { CatalogOrigin } from '../vocabulary.types.js';
import type { StoredRecord } from './record.write.js';

/** The records of one origin that go: those with the keys, or all but those. */
export type UnlistChoice = { readonly keys: readonly string[] } | { readonly allBut: readonly string[] };

/** Where records of a kind are stored. */
interface Kind {
  readonly resource: 'tool' | 'offer';
  readonly entity: EntityClass<StoredRecord>;
}

/**
 * Takes records of an origin off the lists inside the caller's transaction; what a person edited stays. Answers the bare ids of what went.
 */
export async function unlistRecords(
  em: EntityManager,
  at: Date,
  { resource, entity }: Kind,
  origin: CatalogOrigin,
  choose: UnlistChoice,
): Promise<string[]> {
  await lockCatalog(em);
  const keys = 'keys' in choose ? { $in: [...choose.keys] } : { $nin: [...choose.allBut], $ne: null };
  const gone = await em.find(
    entity,
    { origin, listed: true, editedAt: null, originKey: keys },
    { fields: ['id', 'slug'], disableIdentityMap: true },
  );
  if (gone.length === 0) return [];
  const records = gone.map(({ id, slug }) => ({ id: uuidOf('tol', id) ?? id, slug }));
  const version = await nextCatalogVersion(em, at);
  const ids = records.map(({ id }) => id);
  await em.nativeUpdate(entity, { id: { $in: ids } }, { listed: false, version, updatedAt: at });
  await recordCatalogChanges(
    em,
    at,
    version,
    records.map((one) => ({ ...one, resource, change: 'removed', fields: ['listed'] })),
  );
  return ids;
}

/** The same for tools. */
export const unlistTools = (
  em: EntityManager,
  at: Date,
  origin: CatalogOrigin,
  choose: UnlistChoice,
): Promise<string[]> => unlistRecords(em, at, { resource: 'tool', entity: CatalogTool }, origin, choose);
