import { bind, type Methods, type MutationParams, nextPage, page, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { type ImportOrder, uploadImport } from './imports.js';

/** What reviewers do with the catalog: its tools, its offers, and imports into it. */
export const catalogTable: Record<string, Methods> = {
  'catalog-tools': {
    getList: bind(schema.FindCatalogTools, page<schema.FindCatalogToolsVariables>, ({ directoryContext: found }) => ({
      ...nextPage(found.tools, found.nextCursor),
      total: found.total,
    })),
    getOne: bind(
      schema.ReadCatalogTool,
      ({ id }: QueryParams) => ({ slug: String(id) }),
      ({ catalogTool }) => ({ data: catalogTool }),
    ),
  },
  'tool-corrections': {
    create: bind(
      schema.EditTool,
      ({ data }: MutationParams<schema.EditToolInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.editTool) }),
    ),
  },
  'tool-listings': {
    create: bind(
      schema.SetToolListed,
      ({ data }: MutationParams<schema.SetToolListedInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.setToolListed) }),
    ),
  },
  'reviewed-offers': {
    getList: bind(schema.ListReviewerOffers, page<schema.ListReviewerOffersVariables>, ({ reviewerOffers: found }) => ({
      ...nextPage(found.items, found.nextCursor),
      total: found.total,
    })),
    create: bind(
      schema.SaveOffer,
      ({ data }: MutationParams<schema.SaveOfferInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.saveOffer) }),
    ),
  },
  'catalog-imports': {
    getList: bind(schema.ListCatalogImports, page<schema.ListCatalogImportsVariables>, ({ catalogImports: found }) =>
      nextPage(found.items, found.nextCursor),
    ),
    getOne: bind(
      schema.ReadCatalogImport,
      ({ id }: QueryParams) => ({ importId: String(id) }),
      ({ catalogImport }) => ({ data: catalogImport }),
    ),
    create: async ({ data }: MutationParams<ImportOrder>) => {
      const report = await uploadImport(data);
      return { data: { ...report, id: report.id ?? 'dry-run', importId: report.id } };
    },
  },
  'catalog-import-rows': {
    getList: bind(
      schema.ListCatalogImportRows,
      page<schema.ListCatalogImportRowsVariables>,
      ({ catalogImportRows: found }) =>
        nextPage(
          found.items.map((item) => ({ ...item, id: String(item.row) })),
          found.nextCursor,
        ),
    ),
  },
};
