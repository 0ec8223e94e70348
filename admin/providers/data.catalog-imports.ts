import { bind, type Methods, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { type ImportOrder, uploadImport } from './imports.js';
import { askedOf, listBy, valuesOf } from './records.js';
import { ask } from './request.js';

/** Files that were imported into the catalog, and what became of each row of one. */
export const catalogImportRecords: Record<string, Methods> = {
  'catalog-imports': {
    getList: listBy(
      schema.ListCatalogImports,
      (question) => ({
        ...askedOf(question),
        state: valuesOf(question.filter.state),
        format: question.filter.format,
      }),
      ({ catalogImports }) => catalogImports,
    ),
    getOne: bind(
      schema.ReadCatalogImport,
      ({ id }: QueryParams) => ({ importId: String(id) }),
      ({ catalogImport }) => ({ data: catalogImport }),
    ),
  },
  'held-measures': {
    getList: listBy(
      schema.ListHeldMeasures,
      ({ limit, cursor }) => ({ limit, cursor }),
      ({ heldMeasures }) => heldMeasures,
    ),
  },
  'directory-gaps': {
    getList: listBy(
      schema.ListDirectoryGaps,
      ({ filter, limit, cursor }) => ({ days: Number(filter.days ?? '30'), limit, cursor }),
      ({ directoryGaps: { items, nextCursor } }) => ({
        items: items.map((item) => ({ ...item, id: `${item.kind} ${item.need}` })),
        nextCursor,
      }),
    ),
  },
  'catalog-import-rows': {
    getList: listBy(
      schema.ListCatalogImportRows,
      ({ filter, scope, limit, cursor }) => ({
        importId: scope.importId ?? '',
        outcome: filter.outcome,
        limit,
        cursor,
      }),
      ({ catalogImportRows: { items, nextCursor } }) => ({
        items: items.map((item) => ({ ...item, id: String(item.row) })),
        nextCursor,
      }),
    ),
  },
};

/** Reads a file: in a dry run it answers what the import would do, and stores nothing. */
export const catalogImportDecisions = {
  importCatalogFile: (order: ImportOrder) => uploadImport(order),
  decideHeldMeasure: async (input: schema.DecideHeldMeasureInput) =>
    present((await ask(schema.DecideHeldMeasure, { input })).decideHeldMeasure),
};
