import { type Act, door, type Look, type Methods, page, part, present } from './binding.js';
import { type ImportOrder, uploadImport } from './imports.js';
import * as schema from './schema.js';

/** What reviewers do with the catalog: its tools, its offers, and imports into it. */
export const catalogTable: Record<string, Methods> = {
  'catalog-tools': {
    getList: door(schema.FindCatalogTools, page<schema.FindCatalogToolsVariables>, ({ directoryContext: found }) => ({
      ...part(found.tools, found.nextCursor),
      total: found.total,
    })),
    getOne: door(
      schema.ReadCatalogTool,
      ({ id }: Look) => ({ slug: String(id) }),
      ({ catalogTool }) => ({ data: catalogTool }),
    ),
  },
  'tool-corrections': {
    create: door(
      schema.EditTool,
      ({ data }: Act<schema.EditToolInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.editTool) }),
    ),
  },
  'tool-listings': {
    create: door(
      schema.SetToolListed,
      ({ data }: Act<schema.SetToolListedInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.setToolListed) }),
    ),
  },
  'reviewed-offers': {
    getList: door(schema.ListReviewerOffers, page<schema.ListReviewerOffersVariables>, ({ reviewerOffers: found }) => ({
      ...part(found.items, found.nextCursor),
      total: found.total,
    })),
    create: door(
      schema.SaveOffer,
      ({ data }: Act<schema.SaveOfferInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.saveOffer) }),
    ),
  },
  'catalog-imports': {
    getList: door(schema.ListCatalogImports, page<schema.ListCatalogImportsVariables>, ({ catalogImports: found }) =>
      part(found.items, found.nextCursor),
    ),
    getOne: door(
      schema.ReadCatalogImport,
      ({ id }: Look) => ({ importId: String(id) }),
      ({ catalogImport }) => ({ data: catalogImport }),
    ),
    create: async ({ data }: Act<ImportOrder>) => {
      const report = await uploadImport(data);
      return { data: { ...report, id: report.id ?? 'dry-run', importId: report.id } };
    },
  },
  'catalog-import-rows': {
    getList: door(
      schema.ListCatalogImportRows,
      page<schema.ListCatalogImportRowsVariables>,
      ({ catalogImportRows: found }) =>
        part(
          found.items.map((item) => ({ ...item, id: String(item.row) })),
          found.nextCursor,
        ),
    ),
  },
};
