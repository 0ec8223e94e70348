import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import type { Product } from '../../accounts/index.js';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { columnsOf } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { Fault } from '../../platform/fault.js';
import type { Row } from '../../platform/row.types.js';
import { retention } from './csv.rules.js';
import { CsvImport, CsvImportPiece } from './csv-import.entity.js';
import { type CsvImportAnswer, CsvImportStatus } from './csv-import.types.js';
import { type RefusedRow, type RowCounts } from './csv-row.rules.js';

interface ImportTables {
  readonly csv_import: TableOf<CsvImport>;
  readonly product: TableOf<Product>;
}

/** An import with the company's own id of its product. */
export type ImportRecord = Row<CsvImport> & { readonly ownProductId: string };

/** Imports (`i`) with their products (`p`). */
const selectImports = (em: EntityManager) =>
  em
    .getKysely<ImportTables>()
    .selectFrom('csv_import as i')
    .innerJoin('product as p', (on) =>
      on.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.product_uuid'),
    );
type ImportSelection = ReturnType<typeof selectImports>;

/** The imports that a condition finds, with their products, in one statement. */
export const readImports = (
  em: EntityManager,
  narrow: (imports: ImportSelection) => ImportSelection,
): Promise<ImportRecord[]> =>
  narrow(selectImports(em))
    .select([columnsOf(em, CsvImport, 'i'), 'p.product_id as ownProductId'])
    .$castTo<ImportRecord>()
    .execute();

/** One import of the organization as it is now, or NOT_FOUND. */
export async function findImport(em: EntityManager, organizationId: string, importId: string): Promise<ImportRecord> {
  const [found] = await readImports(em, (imports) =>
    imports.where('i.organization_id', '=', organizationId).where('i.id', '=', importId),
  );
  if (!found)
    throw new Fault('NOT_FOUND', { say: 'No such import. An upload that is not confirmed is deleted after one day.' });
  return found;
}

const HOUR_MS = 3_600_000;

/** When an upload is deleted that no one confirms. */
export const expiryOf = (createdAt: Date): Date => new Date(createdAt.getTime() + retention.uploadHours * HOUR_MS);

/** An import as its members see it. */
export function importAnswer(own: ImportRecord): CsvImportAnswer {
  const { ownProductId, total, cellValues, read, taken, duplicate, ignored, refused, status, createdAt } = own;
  const waits = status === CsvImportStatus.uploaded || status === CsvImportStatus.checked;
  return {
    ...own,
    productId: ownProductId,
    rows: total,
    values: cellValues,
    counts: { read, taken, duplicate, ignored, refused },
    expiresAt: waits ? expiryOf(createdAt) : null,
  };
}

/** How often a piece may fail for another reason than an outage before its import is given up. */
const ATTEMPTS_MAX = 3;
/** Imports that one search for work considers; more wait for the next. */
const WAITING_MAX = 20;

const UNFINISHED = [CsvImportStatus.confirmed, CsvImportStatus.running];

/** A confirmed import that is not done. */
export interface WaitingImport {
  readonly organizationId: string;
  readonly id: string;
  readonly productUuid: string;
}

/** The confirmed imports of all organizations, the oldest first. Nothing is locked: each is claimed by itself (scale Q7). */
export function listWaiting(em: EntityManager): Promise<WaitingImport[]> {
  return em
    .getKysely<ImportTables>()
    .selectFrom('csv_import')
    .where('status', 'in', UNFINISHED)
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(WAITING_MAX)
    .select(['organization_id as organizationId', 'id', 'product_uuid as productUuid'])
    .execute();
}

/** Counts a failure that no second try is likely to cure; the last one gives the import up and deletes its rows. */
export async function noteFailure(em: EntityManager, { organizationId, id }: WaitingImport, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.nativeUpdate(CsvImport, { organizationId, id }, { attempts: raw('attempts + 1') });
    const failed = await tx.nativeUpdate(
      CsvImport,
      { organizationId, id, attempts: { $gte: ATTEMPTS_MAX }, status: { $in: UNFINISHED } },
      { status: CsvImportStatus.failed, finishedAt: now },
    );
    if (failed > 0) await tx.nativeDelete(CsvImportPiece, { organizationId, importId: id });
  });
}

const CLAIMED = membersOf(
  CsvImport,
  'organizationId',
  'id',
  'productUuid',
  'columns',
  'mapping',
  'constants',
  'times',
  'pieces',
  'nextPiece',
);
export const CLAIM = new BareStatement(
  { ...CLAIMED, values: [CsvImport, 'cellValues'] },
  `select organization_id as "organizationId", id, product_uuid as "productUuid", columns, mapping, constants, cell_values as "values", times,
     pieces, next_piece as "nextPiece"
   from csv_import where organization_id = $1 and id = $2 and status in ('confirmed', 'running') for update skip locked`,
);
export const NEXT_PIECE = new BareStatement(
  membersOf(CsvImportPiece, 'rows'),
  'select rows from csv_import_piece where organization_id = $1 and import_id = $2 and number = $3',
);

/** An import that this transaction alone works on, with its next piece. */
export type ClaimedImport = RowOf<typeof CLAIM> & RowOf<typeof NEXT_PIECE>;

/** Locks the import and reads its next piece; null when another worker has it or it has ended meanwhile. */
export async function claimImport(client: ClientBase, waiting: WaitingImport): Promise<ClaimedImport | null> {
  const { organizationId, id } = waiting;
  const locked = await client.query<RowOf<typeof CLAIM>>(CLAIM.text, [organizationId, id]);
  const own = locked.rows[0];
  if (!own) return null;
  const found = await client.query<RowOf<typeof NEXT_PIECE>>(NEXT_PIECE.text, [organizationId, id, own.nextPiece]);
  const piece = found.rows[0];
  if (!piece) throw new Error(`import ${id} has no piece ${own.nextPiece}`);
  return { ...own, rows: piece.rows };
}

/** Stores what became of a piece and where to go on, and deletes its rows; after the last piece the import is done. */
export async function finishPiece(
  client: ClientBase,
  { organizationId, id, nextPiece, pieces }: ClaimedImport,
  { counts, refused, now }: { counts: RowCounts; refused: readonly RefusedRow[]; now: Date },
): Promise<void> {
  if (refused.length)
    await client.query(
      `insert into csv_import_refusal (organization_id, import_id, row_number, status, problems)
       values ${refused.map((_row, index) => `($1, $2, $${index * 3 + 3}, $${index * 3 + 4}, $${index * 3 + 5})`).join(', ')}`,
      [organizationId, id, ...refused.flatMap(({ row, status, problems }) => [row, status, JSON.stringify(problems)])],
    );
  await client.query('delete from csv_import_piece where organization_id = $1 and import_id = $2 and number = $3', [
    organizationId,
    id,
    nextPiece,
  ]);
  const isLast = nextPiece >= pieces;
  await client.query(
    `update csv_import set next_piece = next_piece + 1, attempts = 0, status = $3, finished_at = $4,
       read = read + $5, taken = taken + $6, duplicate = duplicate + $7, ignored = ignored + $8, refused = refused + $9
     where organization_id = $1 and id = $2`,
    [
      organizationId,
      id,
      isLast ? 'done' : 'running',
      isLast ? now : null,
      counts.read,
      counts.taken,
      counts.duplicate,
      counts.ignored,
      counts.refused,
    ],
  );
}
