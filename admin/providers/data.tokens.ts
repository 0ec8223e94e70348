import { bind, type Methods, type MutationParams, nextPage, page, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';

/** More than one person decides about in a day; what is beyond it is told of, not read. */
const OPEN_WORK_SHOWN = 100;

/** Workflow tokens, how agents are told of the service, and what waits for the person behind them. */
export const tokensTable: Record<string, Methods> = {
  'workflow-tokens': {
    getList: bind(schema.ListWorkflowTokens, page<schema.ListWorkflowTokensVariables>, ({ workflowTokens }) =>
      nextPage(workflowTokens.tokens, workflowTokens.nextCursor),
    ),
    create: bind(
      schema.CreateWorkflowToken,
      ({ data }: MutationParams<schema.CreateWorkflowTokenInput>) => ({ input: data }),
      (answer) => {
        const created = present(answer.createWorkflowToken);
        return { data: { ...created, id: created.tokenId } };
      },
    ),
    delete: bind(
      schema.RevokeWorkflowToken,
      ({ id }: QueryParams) => ({ tokenId: String(id) }),
      (answer, { id }) => ({ data: { id, revoked: present(answer.revokeWorkflowToken) } }),
    ),
  },
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
