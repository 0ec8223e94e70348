import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import type { RefusedRow, RowCounts } from './csv-row.rules.js';
import type { MappedColumn, MappedConstant } from './mapping.suggest.js';

/** How often a piece may fail for another reason than an outage before its import is given up. */
const ATTEMPTS_MAX = 3;
/** Imports that one search for work considers; more wait for the next. */
const WAITING_MAX = 20;

/** A confirmed import that is not done; ids are bare UUIDs. */
export interface WaitingImport {
  readonly organizationId: string;
  readonly id: string;
  readonly productUuid: string;
}

/** The confirmed imports of all organizations, the oldest first. Nothing is locked: each is claimed by itself (scale Q7). */
export function listWaiting(em: EntityManager): Promise<WaitingImport[]> {
  return em.execute<WaitingImport[]>(
    `select organization_id as "organizationId", id, product_uuid as "productUuid" from csv_import
     where status in ('confirmed', 'running') order by confirmed_at, id limit ${WAITING_MAX}`,
  );
}

/** An import that this transaction alone works on, with its next piece. */
export interface ClaimedImport extends WaitingImport {
  readonly columns: string[];
  readonly mapping: MappedColumn[];
  readonly constants: MappedConstant[];
  readonly pieces: number;
  readonly number: number;
  readonly rows: Buffer;
}

/** Locks the import and reads its next piece; null when another worker has it or it has ended meanwhile. */
export async function claimImport(client: ClientBase, waiting: WaitingImport): Promise<ClaimedImport | null> {
  const { organizationId, id } = waiting;
  const locked = await client.query<Omit<ClaimedImport, 'rows'>>(
    `select organization_id as "organizationId", id, product_uuid as "productUuid", columns, mapping, constants, pieces, next_piece as number
     from csv_import where organization_id = $1 and id = $2 and status in ('confirmed', 'running') for update skip locked`,
    [organizationId, id],
  );
  const own = locked.rows[0];
  if (!own) return null;
  const found = await client.query<{ rows: Buffer }>(
    'select rows from csv_import_piece where organization_id = $1 and import_id = $2 and number = $3',
    [organizationId, id, own.number],
  );
  const piece = found.rows[0];
  if (!piece) throw new Error(`import ${id} has no piece ${own.number}`);
  return { ...own, rows: piece.rows };
}

/** Stores what became of a piece and where to go on, and deletes its rows; after the last piece the import is done. */
export async function finishPiece(
  client: ClientBase,
  { organizationId, id, number, pieces }: ClaimedImport,
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
    number,
  ]);
  const isLast = number >= pieces;
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

/** Counts a failure that no second try is likely to cure; the last one gives the import up and deletes its rows. */
export async function noteFailure(em: EntityManager, { organizationId, id }: WaitingImport, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.execute('update csv_import set attempts = attempts + 1 where organization_id = ? and id = ?', [
      organizationId,
      id,
    ]);
    const failed = await tx.execute<unknown[]>(
      `update csv_import set status = 'failed', finished_at = ?
       where organization_id = ? and id = ? and attempts >= ${ATTEMPTS_MAX} and status in ('confirmed', 'running') returning id`,
      [now, organizationId, id],
    );
    if (failed.length)
      await tx.execute('delete from csv_import_piece where organization_id = ? and import_id = ?', [
        organizationId,
        id,
      ]);
  });
}
