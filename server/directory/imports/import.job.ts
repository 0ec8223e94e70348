import type { RetentionStep } from '../../platform/retention/retention.job.js';
import { CatalogImportRow } from './import.entity.js';

/** Takes away the rows of the oldest imports; the imports and their counts stay. */
export const importRowsStep: RetentionStep = {
  kind: 'imports',
  async erase(em, before, limit) {
    const old = await em.fork().find(CatalogImportRow, { import: { startedAt: { $lt: before } } }, { limit });
    for (const row of old) await em.nativeDelete(CatalogImportRow, { import: row.import.id, rowNumber: row.rowNumber });
    return old.length;
  },
};
