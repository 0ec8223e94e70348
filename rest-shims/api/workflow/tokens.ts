import { integerIn, type Shim } from '../../shim.js';

export const tokens: Shim = {
  method: 'get',
  path: '/api/workflow/tokens',
  tag: 'Workflow',
  summary: 'Your workflow tokens',
  description:
    'Newest first, expired and revoked ones too; never a token itself, only its prefix and last four characters.',
  operation: 'workflowTokens',
  document: `query ($limit: Int!, $cursor: String) { reply: workflowTokens(limit: $limit, cursor: $cursor) {
    tokens { id name hint scopes projectId createdAt lastUsedAt expiresAt revokedAt } nextCursor } }`,
  query: {
    limit: { description: '1 to 100, 50 when absent.', example: '20' },
    cursor: { description: '`nextCursor` of the page before.', example: 'MDE5N2MwZGU' },
  },
  arguments: ({ query }) => ({ limit: integerIn(query.limit ?? '50'), cursor: query.cursor }),
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
