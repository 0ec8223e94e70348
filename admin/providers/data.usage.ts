import { bind, type Methods, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, listBy, onlyOf, wholeBy } from './records.js';
import { ask } from './request.js';

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

/** The states that the list of receipts can be narrowed to; a receipt that waits for the queue counts as queued. */
const RECEIPT_STATES: Readonly<Record<string, readonly schema.UsageReceiptState[]>> = {
  queued: ['queued', 'waiting'],
  delivered: ['delivered'],
  failed: ['failed'],
  stopped: ['stopped'],
  stored: ['stored'],
};

const RESULTS = ['succeeded', 'failed', 'unknown'] as const;

const listReceipts = listBy(
  schema.ListUsageReceipts,
  (question) => ({
    ...askedOf(question),
    result: RESULTS.find((one) => one === question.filter.result),
    state: RECEIPT_STATES[question.filter.state ?? ''],
  }),
  ({ usage }) => ({ items: usage.receipts, nextCursor: usage.nextCursor }),
);

/** Reported use by tool over so many UTC days, with the same number before them. */
export const usageBoardQuery = (days: number) => ({
  queryKey: ['usage-receipts', 'board', days],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await ask(schema.ReadUsageBoard, { days }, signal)).usageBoard,
});

/** Receipts of one's own use of tools, and the consents to share them tool by tool, active ones first. */
export const usageRecords: Record<string, Methods> = {
  'usage-receipts': {
    getList: listReceipts,
    getOne: bind(
      schema.ListUsageReceipts,
      ({ id }: QueryParams) => ({ receiptId: String(id) }),
      ({ usage }) => onlyOf(usage.receipts),
    ),
  },
  connections: {
    getList: wholeBy(
      async (_scope, signal) => {
        const all = (await ask(schema.ListToolConnections, {}, signal)).toolConnections.map(connection);
        return [...all.filter(({ state }) => state === 'active'), ...all.filter(({ state }) => state !== 'active')];
      },
      {
        search: ({ tool }) => `${tool.name} ${tool.slug}`,
        orders: {
          tool: ({ tool }) => tool.name,
          undelivered: ({ undelivered }) => undelivered,
          connected: ({ connectedAt }) => connectedAt,
        },
      },
    ),
    getOne: bind(
      schema.ReadToolConnection,
      ({ id }: QueryParams) => ({ toolSlug: String(id) }),
      ({ toolConnections: [found] }) => ({ data: connection(present(found ?? null)) }),
    ),
  },
};

/** The decisions about a consent. */
export const usageDecisions = {
  connectTool: async (input: schema.ConnectToolInput) =>
    connection(present((await ask(schema.ConnectTool, { input })).connectTool)),
  renewToolConnection: async (input: schema.RenewToolConnectionInput) =>
    connection(present((await ask(schema.RenewToolConnection, { input })).renewToolConnection)),
  revokeToolConnection: async (input: schema.RevokeToolConnectionInput) =>
    connection(present((await ask(schema.RevokeToolConnection, { input })).revokeToolConnection)),
};
