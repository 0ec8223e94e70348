import type { ClientBase } from 'pg';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { CsvImport, CsvImportPiece } from './csv-import.entity.js';
import type { RefusedRow, RowCounts } from './csv-row.rules.js';
import type { WaitingImport } from './waiting-import.query.js';

export const CLAIM = new BareStatement(
  membersOf(
    CsvImport,
    'organizationId',
    'id',
    'productUuid',
    'columns',
    'mapping',
    'constants',
    'values',
    'times',
    'pieces',
    'nextPiece',
  ),
  `select organization_id as "organizationId", id, product_uuid as "productUuid", columns, mapping, constants, cell_values as "values", times,
     pieces, next_piece as "nextPiece"
   from csv_import where organization_id = $1 and id = $2 and status in ('confirmed', 'running') for update skip locked`,
);
export const NEXT_PIECE = new BareStatement(
  membersOf(CsvImportPiece, 'rows'),
  'select rows from csv_import_piece where organization_id = $1 and import_id = $2 and number = $3',
);

/** An import that this transaction alone works on, with its next piece; ids are bare UUIDs. */
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
