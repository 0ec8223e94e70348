import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { reviewerOf } from '../../accounts/index.js';
import { readRows } from '../../platform/database/rows.read.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { CatalogImport, CatalogImportRow } from './import.entity.js';
import {
  type CatalogImportArgs,
  type CatalogImportList,
  type CatalogImportRowList,
  type CatalogImportRowsArgs,
  type CatalogImportsArgs,
  importSorts,
} from './import-read.types.js';

const ROW_NUMBER = /^\d{1,9}$/;

/** The newest imports into the catalog, at most so many. */
export const newestImports = (em: EntityManager, limit: number): Promise<CatalogImport[]> =>
  readRows(em, CatalogImport, (of) => of.orderBy('id', 'desc').limit(limit));

const LIST: SortedListOf<typeof importSorts> = {
  name: 'catalogImports',
  sorts: importSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: {
    created: null,
    state: { by: sql`t.status`, type: 'text' },
    refused: { by: sql`t.refused`, type: 'number' },
  },
  naming: [sql`t.file_name`],
  time: sql`t.started_at`,
};

/** Imports into the catalog, newest first if no order is asked for, for reviewers. */
export const listCatalogImports = operation(
  { name: 'catalogImports', who: ['session'], limit: 'workflow' },
  async function catalogImports(ctx, args: CatalogImportsArgs): Promise<CatalogImportList> {
    reviewerOf(ctx);
    const { state, format } = args;
    const page = sortedPage(LIST, args);
    const rows = await readRows(ctx.em, CatalogImport, (of) => {
      let found = of;
      if (state?.length) found = found.where('status', 'in', state);
      if (format) found = found.where('format', '=', format);
      return page.narrow(found);
    });
    return page.cut(rows);
  },
);

/** One import with its progress, for reviewers. */
export const readCatalogImport = operation(
  { name: 'catalogImport', who: ['session'], limit: 'workflow' },
  async function catalogImport(ctx, { importId }: CatalogImportArgs): Promise<CatalogImport> {
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
  async function catalogImportRows(
    ctx,
    { importId, outcome, limit, cursor }: CatalogImportRowsArgs,
  ): Promise<CatalogImportRowList> {
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
