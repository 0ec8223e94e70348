import type { EntityManager } from '@mikro-orm/postgresql';
import { loadStarterTools, readStarterFolder } from '../directory/index.js';
import { loadStarterOffers } from '../offers/index.js';

/** Brings the catalog that comes with the project into the database: real tools and offers with their sources, no demo data. */
export async function loadStarterCatalog(em: EntityManager, at: Date): Promise<void> {
  const folder = readStarterFolder();
  await loadStarterTools(em, at, folder);
  await loadStarterOffers(em, at, folder);
}
