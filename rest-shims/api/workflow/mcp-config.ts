import { BODY_LIMITS } from '../../../server/platform/http/body.js';
import type { Shim } from '../../shim.js';

const CLIENT = '{ file format text command }';
const CLIENTS = `{ claudeCode ${CLIENT} cursor ${CLIENT} codex ${CLIENT} generic ${CLIENT} }`;

export const mcpConfig: Shim = {
  method: 'get',
  path: '/api/workflow/mcp-config',
  tag: 'Workflow',
  summary: 'How an MCP host reaches this service',
  description:
    'The configuration in general, as a local process, and as each client writes it. It holds no token: `${DAI_TOKEN}` stands where one goes.',
  operation: 'mcpConfig',
  publicRead: true,
  document: `{ reply: mcpConfig { mcpServers stdio package { name version } clients ${CLIENTS} } }`,
  arguments: () => ({}),
  answers: { 200: 'The configuration', 304: 'The same as the caller has' },
};

export const issueMcpConfig: Shim = {
  method: 'post',
  path: '/api/workflow/mcp-config',
  tag: 'Workflow',
  summary: 'Create a workflow token, with its configurations',
  description:
    'For a signed-in person. The token is shown in this answer alone and stored as its hash. Files of Claude Code, Cursor and Codex name the variable `DAI_TOKEN`; their command lines set it, or hold the token.',
  operation: 'createWorkflowToken',
  document: `mutation ($input: CreateWorkflowTokenInput!) { reply: createWorkflowToken(input: $input) {
    token tokenId name scopes projectId expiresAt configs ${CLIENTS} } }`,
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'CreateWorkflowTokenInput',
    examples: {
      reading: {
        summary: 'An agent that reads',
        value: { name: 'Laptop', scopes: ['project:read', 'tools:read'] },
      },
      project: {
        summary: 'An agent that is bound to one project, for 30 days',
        value: {
          name: 'Continuous integration',
          scopes: ['project:read'],
          projectId: 'prj_0197c0de-0000-7000-8000-000000000000',
          expiresInDays: 30,
        },
      },
    },
  },
  arguments: (_req, body) => ({ input: body }),
  answers: {
    201: 'The token, shown once',
    404: 'You have no such project',
    409: 'You have 50 live tokens',
    413: 'Over 256 KiB',
  },
  status: () => 201,
};
