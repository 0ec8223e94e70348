import type { Shim } from '../../shim.js';

export const buildPacket: Shim = {
  method: 'get',
  path: '/api/workflow/build-packet',
  tag: 'Workflow',
  summary: 'A saved plan as an agent carries it out',
  description:
    'Install commands, docs, variable names, tracking set-up, steps and checks of a plan that the token’s owner saved. Nothing is stored by reading.',
  operation: 'buildPacket',
  who: ['workflow_token'],
  document: `query ($planId: ID!) { reply: buildPacket(planId: $planId) {
    packetId planId digest goal tools { slug name capability install { kind command } docs { url llmsTxt openapi } interfaces }
    perks { id title claim rules } environment { name tool } tracking { endpoint dryRunEndpoint keyVariable firstEvent rules }
    steps { order title detail command tool needsAuthorization } checks { title command expect }
    needsAuthorization { action detail tools } notices expiresAt } }`,
  query: {
    planId: {
      description: 'pln_…, or the receiptId that the plan was saved from',
      required: true,
      example: 'pln_0197c0de-0000-7000-8000-000000000000',
    },
  },
  arguments: ({ query }) => ({ planId: query.planId }),
  answers: {
    200: 'The packet',
    404: 'The token’s owner has no such plan',
    409: 'The plan was read and not saved yet',
  },
  problems: { 409: 'UnsavedPlanProblem' },
};
