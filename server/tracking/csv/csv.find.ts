import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { type CsvImport, CsvImportStatus } from './csv.types.js';
import { retention } from './csv-limits.rules.js';
import type { MappedColumn, MappedConstant } from './mapping.suggest.js';

const HOUR_MS = 3_600_000;

/** An import as it is stored; ids are bare UUIDs, times text. */
export interface ImportRow {
  id: string;
  organization_id: string;
  product_id: string;
  product_uuid: string;
  file_name: string;
  status: CsvImportStatus;
  columns: string[];
  total: number;
  pieces: number;
  revision: number;
  mapping: MappedColumn[];
  constants: MappedConstant[];
  read: number;
  taken: number;
  duplicate: number;
  ignored: number;
  refused: number;
  created_at: string;
  created_by: string;
  checked_at: string | null;
  confirmed_at: string | null;
  confirmed_by: string | null;
  finished_at: string | null;
}

/** Reads imports as `ImportRow`; a condition on `i` follows. */
export const SELECT_IMPORT = `select i.*, p.product_id from csv_import i
  join product p on p.organization_id = i.organization_id and p.id = i.product_uuid`;

/** One import of the organization, or NOT_FOUND; ids are public ones. */
export async function findImport(em: EntityManager, organizationId: string, importId: string): Promise<ImportRow> {
  const rows = await em.execute<ImportRow[]>(`${SELECT_IMPORT} where i.organization_id = ? and i.id = ?`, [
    uuidOf('org', organizationId),
    uuidOf('imp', importId),
  ]);
  if (!rows[0])
    throw new Fault('NOT_FOUND', { say: 'No such import. An upload that is not confirmed is deleted after one day.' });
  return rows[0];
}

const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The import as it is answered. */
export function importOf(row: ImportRow): CsvImport {
  const createdAt = new Date(row.created_at);
  const { columns, revision, mapping, constants, read, taken, duplicate, ignored, refused } = row;
  const waits = row.status === CsvImportStatus.uploaded || row.status === CsvImportStatus.checked;
  return {
    id: publicId('imp', row.id),
    organizationId: publicId('org', row.organization_id),
    productId: row.product_id,
    fileName: row.file_name,
    status: row.status,
    columns,
    rows: row.total,
    revision,
    mapping,
    constants,
    counts: { read, taken, duplicate, ignored, refused },
    createdAt,
    createdBy: publicId('usr', row.created_by),
    checkedAt: dateOrNull(row.checked_at),
    confirmedAt: dateOrNull(row.confirmed_at),
    confirmedBy: row.confirmed_by === null ? null : publicId('usr', row.confirmed_by),
    finishedAt: dateOrNull(row.finished_at),
    expiresAt: waits ? new Date(createdAt.getTime() + retention.uploadHours * HOUR_MS) : null,
  };
}
