import { bind, type Methods, nextPage, page, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { readWhole, wholeBy } from './records.js';
import { ask } from './request.js';

/** More than one person decides about in a day; what is beyond it is told of, not read. */
const OPEN_WORK_SHOWN = 100;

/** Workflow tokens, how agents are told of the service, and what waits for the person behind them. */
export const tokensTable: Record<string, Methods> = {
  'project-names': {
    getList: bind(schema.ListProjectNames, page<schema.ListProjectNamesVariables>, ({ projects }) =>
      nextPage(projects.items, projects.nextCursor),
    ),
  },
  'mcp-config': {
    getOne: bind(
      schema.ReadMcpConfig,
      (_: QueryParams) => ({}),
      ({ mcpConfig }, { id }) => ({ data: { ...mcpConfig, id } }),
    ),
  },
  'open-work': {
    getOne: bind(
      schema.ReadOpenWork,
      (_: QueryParams) => ({ limit: OPEN_WORK_SHOWN }),
      ({ projects, agentSkills, toolConnections, usage }, { id }) => ({
        data: {
          id,
          projects: projects.items,
          skills: agentSkills.items,
          connections: toolConnections,
          failedReceipts: usage.receipts,
          isCut: projects.nextCursor !== null || agentSkills.nextCursor !== null,
        },
      }),
    ),
  },
};

/** True until a token is revoked or has expired. */
export const isLiveToken = ({ revokedAt, expiresAt }: schema.WorkflowToken, now: number): boolean =>
  revokedAt === null && Date.parse(expiresAt) > now;

/** Tokens by themselves, live ones first: the service doesn't sort them, and a person has few. */
export const tokenRecords: Record<string, Methods> = {
  tokens: {
    getList: wholeBy(
      async (_scope, signal) => {
        const all = await readWhole(async (limit, cursor) => {
          const { workflowTokens } = await ask(schema.ListWorkflowTokens, { limit, cursor }, signal);
          return { items: workflowTokens.tokens, nextCursor: workflowTokens.nextCursor };
        });
        const now = Date.now();
        return [...all.filter((one) => isLiveToken(one, now)), ...all.filter((one) => !isLiveToken(one, now))];
      },
      {
        search: ({ name, hint }) => `${name} ${hint}`,
        matches: (token, { state }) => !state || isLiveToken(token, Date.now()) === (state === 'live'),
        orders: {
          name: ({ name }) => name,
          created: ({ createdAt }) => createdAt,
          used: ({ lastUsedAt }) => lastUsedAt,
        },
      },
    ),
  },
};

/** The decisions about a token; creating one answers its secret, once. */
export const tokenDecisions = {
  createWorkflowToken: async (input: schema.CreateWorkflowTokenInput) =>
    present((await ask(schema.CreateWorkflowToken, { input })).createWorkflowToken),
  revokeWorkflowToken: async (tokenId: string) =>
    present((await ask(schema.RevokeWorkflowToken, { tokenId })).revokeWorkflowToken),
};
