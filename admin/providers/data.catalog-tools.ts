import { bind, type EditParams, type Methods, present, type QueryParams, wholeInput } from './binding.js';
import * as schema from './generated/operations.js';
import { listBy } from './records.js';
import { ask } from './request.js';

/** A tool of the catalog is known by its slug, in addresses as in the directory. */
const bySlug = <Tool extends { readonly slug: string }>(tool: Tool) => ({ ...tool, id: tool.slug });

/** The catalog's records as reviewers see and correct them, those that are not listed too. */
export const catalogToolRecords: Record<string, Methods> = {
  'catalog-tools': {
    getList: listBy(
      schema.ListReviewerTools,
      ({ filter: { category, maturity, listed, q }, sort, limit, cursor }) => ({
        category,
        maturity,
        listed: listed === undefined ? undefined : listed === 'true',
        q,
        sort,
        limit,
        cursor,
      }),
      ({ reviewerTools: { items, nextCursor, total } }) => ({ items: items.map(bySlug), nextCursor, total }),
    ),
    getOne: bind(
      schema.ReadCatalogTool,
      ({ id }: QueryParams) => ({ slug: String(id) }),
      ({ catalogTool }) => ({ data: bySlug(catalogTool) }),
    ),
    update: bind(
      schema.EditTool,
      (params: EditParams<schema.EditToolInput>) => ({ input: wholeInput(params) }),
      (answer) => ({ data: bySlug(present(answer.editTool)) }),
    ),
  },
};

/** Whether the public finds a tool. */
export const catalogToolDecisions = {
  setToolListed: async (input: schema.SetToolListedInput) =>
    present((await ask(schema.SetToolListed, { input })).setToolListed),
};
