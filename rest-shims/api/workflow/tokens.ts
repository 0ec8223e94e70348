import { LIST_ARGUMENTS, LIST_VARIABLES, listParameters, listVariables } from '../../list-parameters.js';
import type { Shim } from '../../shim.js';

export const tokens: Shim = {
  method: 'get',
  path: '/api/workflow/tokens',
  tag: 'Workflow',
  summary: 'Your workflow tokens',
  description:
    'Newest first if no order is asked for, expired and revoked ones too; never a token itself, only its prefix and last four characters.',
  operation: 'workflowTokens',
  document: `query (${LIST_VARIABLES}) { reply: workflowTokens(${LIST_ARGUMENTS}) {
    tokens { id name hint scopes projectId createdAt lastUsedAt expiresAt revokedAt } nextCursor } }`,
  query: listParameters(['created', 'name', 'expires'], 'the name', { timed: false }),
  arguments: listVariables,
  answers: { 200: 'The tokens' },
};

export const revokeToken: Shim = {
  method: 'delete',
  path: '/api/workflow/tokens/{tokenId}',
  tag: 'Workflow',
  summary: 'Revoke a workflow token',
  description:
    'A signed-in person revokes any token of their own, a token itself alone. It ends at once and everywhere; repeating it changes nothing.',
  operation: 'revokeWorkflowToken',
  document: 'mutation ($tokenId: ID!) { reply: revokeWorkflowToken(tokenId: $tokenId) }',
  inPath: { tokenId: { description: 'tok_…', example: 'tok_0197c0de-0000-7000-8000-000000000000' } },
  arguments: ({ params }) => ({ tokenId: params.tokenId }),
  answers: { 204: 'It is revoked', 404: 'You have no such token' },
  status: () => 204,
};
