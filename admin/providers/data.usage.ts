import {
  allOf,
  bind,
  type Listing,
  type Methods,
  type MutationParams,
  nextPage,
  page,
  present,
  type QueryParams,
} from './binding.js';
import * as schema from './generated/operations.js';

/** A person has at most one connection with a tool, and none yet with most of them: the tool's slug is what names it here. */
export interface Connection extends Omit<schema.ToolConnection, 'id'> {
  readonly id: string;
  /** con_…; null where none was ever made. */
  readonly connectionId: string | null;
}

const connection = ({ id, ...rest }: schema.ToolConnection): Connection => ({
  ...rest,
  id: rest.tool.slug,
  connectionId: id,
});

/** A renewal names the connection itself and the revision that was read; without one the service refuses. */
interface Renewal extends QueryParams {
  readonly data: { readonly revision?: number };
}

/** Receipts of one's own use of tools, and the consent to share them tool by tool. */
export const usageTable: Record<string, Methods> = {
  'usage-receipts': {
    getList: bind(
      schema.ListUsageReceipts,
      (params: Listing<schema.ListUsageReceiptsVariables>) => page(params),
      ({ usage }) => nextPage(usage.receipts, usage.nextCursor),
    ),
  },
  'tool-connections': {
    getList: bind(
      schema.ListToolConnections,
      (_: Listing<object>) => ({}),
      ({ toolConnections }) => allOf(toolConnections.map(connection)),
    ),
    getOne: bind(
      schema.ReadToolConnection,
      ({ id }: QueryParams) => ({ toolSlug: String(id) }),
      ({ toolConnections: [found] }) => ({ data: connection(present(found ?? null)) }),
    ),
    create: bind(
      schema.ConnectTool,
      ({ data }: MutationParams<schema.ConnectToolInput>) => ({ input: data }),
      (answer) => ({ data: connection(present(answer.connectTool)) }),
    ),
    update: bind(
      schema.RenewToolConnection,
      ({ id, data }: Renewal) => ({ input: { connectionId: String(id), revision: data.revision ?? 0 } }),
      (answer) => ({ data: connection(present(answer.renewToolConnection)) }),
    ),
    delete: bind(
      schema.RevokeToolConnection,
      ({ id }: QueryParams) => ({ input: { connectionId: String(id) } }),
      (answer) => ({ data: connection(present(answer.revokeToolConnection)) }),
    ),
  },
};
