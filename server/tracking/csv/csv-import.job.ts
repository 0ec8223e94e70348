import { raw } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { loadBinding } from '../../accounts/index.js';
import type { TrackingBinding } from '../../platform/context.js';
import type { Job, NewJob, Work } from '../../platform/jobs/queue.js';
import type { Log } from '../../platform/log.js';
import {
  type EventStore,
  isPassing,
  type Offered,
  openEventStore,
  readProductState,
  recordGroup,
  rowOf,
} from '../ingest/index.js';
import { rowsOf } from './csv.read.js';
import { retention } from './csv.rules.js';
import { CsvImport, CsvImportRefusal } from './csv-import.entity.js';
import {
  type ClaimedImport,
  claimImport,
  finishPiece,
  listWaiting,
  noteFailure,
  type WaitingImport,
} from './csv-import.query.js';
import { CsvImportStatus } from './csv-import.types.js';
import { checkRow, countRows, outcomeOf, type RefusedRow, type RowOutcome } from './csv-row.rules.js';
import { type MappingPlan, planOf } from './mapping.suggest.js';

/** The task of the queue that imports the next piece of a confirmed file. */
const IMPORT_TASK = 'import_csv';

/** The job that begins with an import when it is confirmed. */
export const importJob = (importId: string): NewJob => ({
  task: IMPORT_TASK,
  payload: {},
  key: `${IMPORT_TASK}:${importId}`,
});

export interface CsvImporter {
  /** Imports one piece of one confirmed import; each minute too, for an import that lost its job. */
  readonly job: Job;
  close(): Promise<void>;
}

interface ImporterParts {
  readonly databaseUrl: string;
  readonly log: Log;
}

/**
 * The work behind a confirmed import. A piece is one transaction: its events, the refusals, the counts and the place to go on from are
 * stored together or not at all, so that a crash doubles nothing and any number of workers may run this at once: the row of the import is
 * locked by the process that works on it, and the others skip it.
 */
export async function openCsvImporter(parts: ImporterParts): Promise<CsvImporter> {
  const store = await openEventStore(parts);
  return {
    job: { name: IMPORT_TASK, cron: '* * * * *', run: (work) => importNext(store, work) },
    close: () => store.close(),
  };
}

/** Imports the next piece of the oldest import that no other worker has; true when a piece was done and another may wait. */
async function importNext(store: EventStore, { em, clock, log }: Work): Promise<boolean> {
  for (const waiting of await listWaiting(em())) {
    try {
      const binding = await loadBinding(em(), waiting.organizationId, waiting.productUuid);
      if (!binding) throw new Error(`the product of import ${waiting.id} is gone`);
      if (await importPiece(store, waiting, binding, clock.now())) return true;
    } catch (error) {
      if (isPassing(error)) throw error;
      log.error({ err: error, importId: waiting.id }, 'a piece of an import failed');
      await noteFailure(em(), waiting, clock.now());
    }
  }
  return false;
}

/** False when another worker has the import, or it has ended meanwhile. */
function importPiece(store: EventStore, waiting: WaitingImport, binding: TrackingBinding, now: Date): Promise<boolean> {
  return store.write(async (client) => {
    const claimed = await claimImport(client, waiting);
    if (!claimed) return false;
    const { plan, problems } = planOf(claimed);
    if (problems.length) throw new Error(`import ${waiting.id} was confirmed with a mapping that does not fit`);
    const outcomes = await recordRows(client, store, { claimed, plan, binding, now });
    await finishPiece(client, claimed, {
      counts: countRows(outcomes),
      refused: outcomes.filter((one): one is RefusedRow => 'problems' in one),
      now,
    });
    return true;
  });
}

/** Checks the rows of the claimed piece and stores their events by the one writer of events. */
async function recordRows(
  client: ClientBase,
  { form }: EventStore,
  piece: { claimed: ClaimedImport; plan: MappingPlan; binding: TrackingBinding; now: Date },
): Promise<RowOutcome[]> {
  const { claimed, plan, binding, now } = piece;
  const ignoredAs = await readProductState(client, claimed.organizationId, claimed.productUuid);
  const outcomes: RowOutcome[] = [];
  const offered: (Offered & { readonly line: number })[] = [];
  for (const row of rowsOf(claimed.rows)) {
    const checked = checkRow(plan, row, binding, now);
    if ('event' in checked) {
      const row = rowOf(binding, checked.event, now, 'csv_import');
      offered.push({ event: checked.event, row, ignored: ignoredAs(row.eventName), line: checked.row });
    } else outcomes.push(checked);
  }
  const recordedOf = await recordGroup(client, offered, form);
  for (const one of offered) outcomes.push(outcomeOf(plan, one.line, recordedOf(one)));
  return outcomes;
}

/** Deletes uploads that were not confirmed within a day, and the refused rows of imports long done. */
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
