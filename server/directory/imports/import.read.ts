import type { EntityManager } from '@mikro-orm/postgresql';
import { reviewerOf } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { idBefore, keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { CatalogImport, CatalogImportRow } from './import.entity.js';
import type {
  CatalogImportArgs,
  CatalogImportList,
  CatalogImportRowList,
  CatalogImportRowsArgs,
} from './import-read.types.js';

const ROW_NUMBER = /^\d{1,9}$/;

/** Imports into the catalog, newest first, below a bare id; one more than a page shows whether there are others. */
export const findImports = (em: EntityManager, before: string, limit: number): Promise<CatalogImport[]> =>
  em.find(CatalogImport, { id: { $lt: before } }, { orderBy: { id: 'desc' }, limit });

/** Imports into the catalog, newest first, for reviewers. */
export const listCatalogImports = operation(
  { name: 'catalogImports', who: ['session'], limit: 'workflow' },
  async (ctx, { limit, cursor }: PageArgs): Promise<CatalogImportList> => {
    reviewerOf(ctx);
    const found = await findImports(ctx.em, idBefore(cursor), limit + 1);
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
  const found = await em.findOne(CatalogImport, { id: importId });
  if (!found) throw new Fault('NOT_FOUND', { say: 'There is no such import.' });
  return found;
}

/** What became of each row of an import, in the order of the file, for reviewers. */
export const listCatalogImportRows = operation(
  { name: 'catalogImportRows', who: ['session'], limit: 'workflow' },
  async (ctx, { importId, outcome, limit, cursor }: CatalogImportRowsArgs): Promise<CatalogImportRowList> => {
    reviewerOf(ctx);
    const after = keyOfCursor(cursor, ROW_NUMBER) ?? '0';
    await findImport(ctx.em, importId);
    const rows = await ctx.em.find(
      CatalogImportRow,
      { import: importId, row: { $gt: Number(after) }, ...(outcome ? { outcome } : {}) },
      { orderBy: { row: 'asc' }, limit: limit + 1 },
    );
    return pageOf(rows, limit, ({ row }) => String(row));
  },
);
