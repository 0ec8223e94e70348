import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { uuidOf } from '../../platform/ids.js';
import { CsvImportStatus } from './csv.types.js';
import { CsvImport, CsvImportPiece } from './csv-import.entity.js';

/** How often a piece may fail for another reason than an outage before its import is given up. */
const ATTEMPTS_MAX = 3;
/** Imports that one search for work considers; more wait for the next. */
const WAITING_MAX = 20;

const isUnfinished = { status: { $in: [CsvImportStatus.confirmed, CsvImportStatus.running] } };

/** A confirmed import that is not done; ids are bare UUIDs. */
export interface WaitingImport {
  readonly organizationId: string;
  readonly id: string;
  readonly productUuid: string;
}

/** The confirmed imports of all organizations, the oldest first. Nothing is locked: each is claimed by itself (scale Q7). */
export async function listWaiting(em: EntityManager): Promise<WaitingImport[]> {
  const waiting = await em.find(CsvImport, isUnfinished, {
    fields: ['organizationId', 'id', 'productUuid'],
    orderBy: { confirmedAt: 'asc', id: 'asc' },
    limit: WAITING_MAX,
    disableIdentityMap: true,
  });
  return waiting.map(({ organizationId, id, productUuid }) => ({
    organizationId: uuidOf('org', organizationId) ?? '',
    id: uuidOf('imp', id) ?? '',
    productUuid: uuidOf('prd', productUuid) ?? '',
  }));
}

/** Counts a failure that no second try is likely to cure; the last one gives the import up and deletes its rows. */
export async function noteFailure(em: EntityManager, { organizationId, id }: WaitingImport, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.nativeUpdate(CsvImport, { organizationId, id }, { attempts: raw('attempts + 1') });
    const failed = await tx.nativeUpdate(
      CsvImport,
      { organizationId, id, attempts: { $gte: ATTEMPTS_MAX }, ...isUnfinished },
      { status: CsvImportStatus.failed, finishedAt: now },
    );
    if (failed > 0) await tx.nativeDelete(CsvImportPiece, { organizationId, importId: id });
  });
}
