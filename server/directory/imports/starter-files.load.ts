import type { EntityManager } from '@mikro-orm/postgresql';
import { newUuid } from '../../platform/ids.js';
import { lockCatalog } from '../catalog/index.js';
import { CatalogImport } from './import.entity.js';
import { countsOf } from './import.query.js';
import type { WriteOutcome } from './record.write.js';

/** Files that come with the project. */
interface StarterFiles {
  /** What the list of imports calls them; never a format that a person can upload. */
  readonly format: string;
  readonly fileName: string;
  /** SHA-256 of all that decides what is written. */
  readonly digest: string;
  write(em: EntityManager): Promise<readonly WriteOutcome[]>;
}

/**
 * Writes files that come with the project in one transaction, once for each content. Several processes may call it at once: the
 * catalog's lock lets one do the work.
 */
export async function loadStarterFiles(em: EntityManager, at: Date, starter: StarterFiles): Promise<void> {
  const { format, fileName, digest } = starter;
  await em.transactional(async (tx) => {
    await lockCatalog(tx);
    const [newest] = await tx.find(CatalogImport, { format }, { orderBy: { startedAt: 'desc' }, limit: 1 });
    const loaded =
      newest && (await tx.count(CatalogImport, { format, digest, status: 'done', startedAt: newest.startedAt })) > 0;
    if (loaded) return;
    const outcomes = await starter.write(tx);
    await tx.insert(CatalogImport, {
      id: newUuid(),
      format,
      fileName,
      digest,
      status: 'done',
      total: outcomes.length,
      ...countsOf(outcomes),
      actor: 'system',
      startedAt: at,
      finishedAt: at,
    });
  });
}
