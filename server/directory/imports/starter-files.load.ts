import type { EntityManager } from '@mikro-orm/postgresql';
import { newUuid } from '../../platform/ids.js';
import { lockCatalog } from '../catalog/index.js';
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
    const loaded = await tx.execute<unknown[]>(
      `select 1 from catalog_import where format = ? and digest = ? and status = 'done'
         and started_at = (select max(started_at) from catalog_import where format = ?)`,
      [format, digest, format],
    );
    if (loaded.length) return;
    const outcomes = await starter.write(tx);
    const { created, updated, unchanged, refused } = countsOf(outcomes);
    await tx.execute(
      `insert into catalog_import (id, format, file_name, digest, status, total, created, updated, unchanged, refused, actor, started_at, finished_at)
       values (?, ?, ?, ?, 'done', ?, ?, ?, ?, ?, 'system', ?, ?)`,
      [newUuid(), format, fileName, digest, outcomes.length, created, updated, unchanged, refused, at, at],
    );
  });
}
