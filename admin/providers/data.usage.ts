import { type Act, door, type Listing, type Look, type Methods, page, part, present, whole } from './binding.js';
import * as schema from './schema.js';

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
interface Renewal extends Look {
  readonly data: { readonly revision?: number };
}

/** Receipts of one's own use of tools, and the consent to share them tool by tool. */
export const usageTable: Record<string, Methods> = {
  'usage-receipts': {
    getList: door(
      schema.ListUsageReceipts,
      (params: Listing<schema.ListUsageReceiptsVariables>) => page(params),
      ({ usage }) => part(usage.receipts, usage.nextCursor),
    ),
  },
  'tool-connections': {
    getList: door(
      schema.ListToolConnections,
      (_: Listing<object>) => ({}),
      ({ toolConnections }) => whole(toolConnections.map(connection)),
    ),
    getOne: door(
      schema.ReadToolConnection,
      ({ id }: Look) => ({ toolSlug: String(id) }),
      ({ toolConnections: [found] }) => ({ data: connection(present(found ?? null)) }),
    ),
    create: door(
      schema.ConnectTool,
      ({ data }: Act<schema.ConnectToolInput>) => ({ input: data }),
      (answer) => ({ data: connection(present(answer.connectTool)) }),
    ),
    update: door(
      schema.RenewToolConnection,
      ({ id, data }: Renewal) => ({ input: { connectionId: String(id), revision: data.revision ?? 0 } }),
      (answer) => ({ data: connection(present(answer.renewToolConnection)) }),
    ),
    delete: door(
      schema.RevokeToolConnection,
      ({ id }: Look) => ({ input: { connectionId: String(id) } }),
      (answer) => ({ data: connection(present(answer.revokeToolConnection)) }),
    ),
  },
};
