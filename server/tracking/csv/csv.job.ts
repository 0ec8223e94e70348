import { raw } from '@mikro-orm/postgresql';
import type { Job, NewJob } from '../../platform/jobs/queue.js';
import { CsvImportStatus } from './csv.types.js';
import { CsvImport, CsvImportRefusal } from './csv-import.entity.js';
import { retention } from './csv-limits.rules.js';

/** The task of the queue that imports the next piece of a confirmed file. */
export const IMPORT_TASK = 'import_csv';

/** The job that begins with an import when it is confirmed. */
export const importJob = (importId: string): NewJob => ({
  task: IMPORT_TASK,
  payload: {},
  key: `${IMPORT_TASK}:${importId}`,
});

/** Deletes uploads that were not confirmed within a day, and the refused rows of imports long done (`csv-limits.rules.ts`). */
export const deleteOldImports: Job = {
  name: 'delete_old_imports',
  cron: '41 * * * *',
  async run({ em }) {
    await em().nativeDelete(CsvImport, {
      status: { $in: [CsvImportStatus.uploaded, CsvImportStatus.checked] },
      createdAt: { $lt: raw(`now() - interval '${retention.uploadHours} hours'`) },
    });
    await em().nativeDelete(CsvImportRefusal, {
      at: { $lt: raw(`now() - interval '${retention.refusalsDays} days'`) },
    });
    return false;
  },
};
