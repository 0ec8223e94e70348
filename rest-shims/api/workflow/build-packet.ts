import { BODY_LIMITS } from '../../../server/platform/http/body.js';
import { withFragments } from '../../fragments.js';
import { argumentsIn, type Shim } from '../../shim.js';

const DOCUMENT = withFragments(`query ($planId: ID!) { reply: buildPacket(planId: $planId) {
    packetId planId digest goal tools { slug name capability install { kind command } docs { url llmsTxt openapi } interfaces
      licence { ...StatedLicence } }
    perks { id title claim rules } environment { name tool } tracking { endpoint dryRunEndpoint keyVariable firstEvent rules }
    steps { order title detail command tool needsAuthorization } checks { title command expect }
    needsAuthorization { action detail tools } notices expiresAt } }`);
const ANSWERS = {
  200: 'The packet',
  404: 'The token’s owner has no such plan',
  409: 'The plan was read and not saved yet',
};

export const buildPacket: Shim = {
  method: 'get',
  path: '/api/workflow/build-packet',
  tag: 'Workflow',
  summary: 'A saved plan as an agent carries it out',
  description:
    'Install commands, docs, variable names, tracking set-up, steps and checks of a plan that the token’s owner saved. Nothing is stored by reading.',
  operation: 'buildPacket',
  who: ['workflow_token'],
  document: DOCUMENT,
  query: {
    planId: {
      description:
        'pln_…, or the receiptId that the plan was saved from; POST takes a receipt that is too long for an address',
      required: true,
      example: 'pln_0197c0de-0000-7000-8000-000000000000',
    },
  },
  arguments: ({ query }) => ({ planId: query.planId }),
  answers: ANSWERS,
  problems: { 409: 'UnsavedPlanProblem' },
};

export const buildPacketByPost: Shim = {
  method: 'post',
  path: '/api/workflow/build-packet',
  tag: 'Workflow',
  summary: 'The same by a receipt that is too long for an address',
  description: 'Takes the parameter of GET as a member of a JSON object, and answers the same. Nothing is stored.',
  operation: 'buildPacket',
  called: 'buildPacketByPost',
  who: ['workflow_token'],
  document: DOCUMENT,
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'BuildPacketBody',
    ofArguments: true,
    examples: {
      plan: {
        summary: 'A saved plan, by its id or its receipt',
        value: { planId: 'pln_0197c0de-0000-7000-8000-000000000000' },
      },
    },
  },
  arguments: (_req, body) => argumentsIn(body, ['planId']),
  answers: { ...ANSWERS, 413: 'Over 256 KiB' },
  problems: { 409: 'UnsavedPlanProblem' },
};
