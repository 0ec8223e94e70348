import type { EntityManager } from '@mikro-orm/postgresql';
import { reviewerOf } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/page.js';
import type {
  CatalogImport,
  CatalogImportArgs,
  CatalogImportList,
  CatalogImportRow,
  CatalogImportRowList,
  CatalogImportRowsArgs,
} from './import-read.types.js';

interface Row extends Omit<CatalogImport, 'startedAt' | 'finishedAt'> {
  startedAt: string;
  finishedAt: string | null;
}

const SELECT = `select id, format, file_name as "fileName", status, total, created, updated, unchanged, refused, actor,
  started_at as "startedAt", finished_at as "finishedAt" from catalog_import`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ROW_NUMBER = /^\d{1,9}$/;

const importOf = (row: Row): CatalogImport => ({
  ...row,
  id: publicId('imp', row.id),
  startedAt: new Date(row.startedAt),
  finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
});

/** Imports into the catalog, newest first, from a bare id downwards; one more than `limit` shows whether there are others. */
export async function findImports(em: EntityManager, before: string | null, limit: number): Promise<CatalogImport[]> {
  const rows = await em.execute<Row[]>(`${SELECT}${before === null ? '' : ' where id < ?'} order by id desc limit ?`, [
    ...(before === null ? [] : [before]),
    limit,
  ]);
  return rows.map(importOf);
}

/** Imports into the catalog, newest first, for reviewers. */
export const listCatalogImports = operation(
  { name: 'catalogImports', who: ['session'], limit: 'workflow' },
  async (ctx, { limit, cursor }: PageArgs): Promise<CatalogImportList> => {
    reviewerOf(ctx);
    const found = await findImports(ctx.em, keyOfCursor(cursor, UUID), limit + 1);
    return pageOf(found, limit, ({ id }) => uuidOf('imp', id) ?? '');
  },
);

/** One import with its progress, for reviewers. */
export const readCatalogImport = operation(
  { name: 'catalogImport', who: ['session'], limit: 'workflow' },
  async (ctx, { importId }: CatalogImportArgs): Promise<CatalogImport> => {
    reviewerOf(ctx);
    return findImport(ctx.em, importId);
  },
);

async function findImport(em: EntityManager, importId: string): Promise<CatalogImport> {
  const rows = await em.execute<Row[]>(`${SELECT} where id = ?`, [uuidOf('imp', importId)]);
  if (!rows[0]) throw new Fault('NOT_FOUND', { say: 'There is no such import.' });
  return importOf(rows[0]);
}

/** What became of each row of an import, in the order of the file, for reviewers. */
export const listCatalogImportRows = operation(
  { name: 'catalogImportRows', who: ['session'], limit: 'workflow' },
  async (ctx, { importId, outcome, limit, cursor }: CatalogImportRowsArgs): Promise<CatalogImportRowList> => {
    reviewerOf(ctx);
    const after = keyOfCursor(cursor, ROW_NUMBER) ?? '0';
    await findImport(ctx.em, importId);
    const rows = await ctx.em.execute<CatalogImportRow[]>(
      `select row_number as row, key, outcome, problems from catalog_import_row
       where import_id = ? and row_number > ?${outcome ? ' and outcome = ?' : ''} order by row_number limit ?`,
      [uuidOf('imp', importId), after, ...(outcome ? [outcome] : []), limit + 1],
    );
    return pageOf(rows, limit, ({ row }) => String(row));
  },
);
