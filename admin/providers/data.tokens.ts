import { type Act, door, type Look, type Methods, page, part, present } from './binding.js';
import * as schema from './schema.js';

/** More than one person decides about in a day; what is beyond it is told of, not read. */
const OPEN_WORK_SHOWN = 100;

/** Workflow tokens, how agents are told of the service, and what waits for the person behind them. */
export const tokensTable: Record<string, Methods> = {
  'workflow-tokens': {
    getList: door(schema.ListWorkflowTokens, page<schema.ListWorkflowTokensVariables>, ({ workflowTokens }) =>
      part(workflowTokens.tokens, workflowTokens.nextCursor),
    ),
    create: door(
      schema.CreateWorkflowToken,
      ({ data }: Act<schema.CreateWorkflowTokenInput>) => ({ input: data }),
      (answer) => {
        const minted = present(answer.createWorkflowToken);
        return { data: { ...minted, id: minted.tokenId } };
      },
    ),
    delete: door(
      schema.RevokeWorkflowToken,
      ({ id }: Look) => ({ tokenId: String(id) }),
      (answer, { id }) => ({ data: { id, revoked: present(answer.revokeWorkflowToken) } }),
    ),
  },
  'project-names': {
    getList: door(schema.ListProjectNames, page<schema.ListProjectNamesVariables>, ({ projects }) =>
      part(projects.items, projects.nextCursor),
    ),
  },
  'mcp-config': {
    getOne: door(
      schema.ReadMcpConfig,
      (_: Look) => ({}),
      ({ mcpConfig }, { id }) => ({ data: { ...mcpConfig, id } }),
    ),
  },
  'open-work': {
    getOne: door(
      schema.ReadOpenWork,
      (_: Look) => ({ limit: OPEN_WORK_SHOWN }),
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
