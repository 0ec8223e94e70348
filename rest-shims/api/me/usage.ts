import { BODY_LIMITS } from '../../../server/platform/http/body.js';
import { withFragments } from '../../fragments.js';
import { listParameters, listVariables, TIMED_ARGUMENTS, TIMED_VARIABLES } from '../../list-parameters.js';
import type { Shim } from '../../shim.js';

const path = { path: '/api/me/usage', tag: 'Private usage', who: ['workflow_token'] } as const;

export const usage: Shim = {
  ...path,
  method: 'get',
  summary: 'Your receipts, what became of each, and what you agreed to share',
  description:
    'Newest first if no order is asked for. Queued is not confirmed delivery: the state says when it is. Needs an account-level token.',
  operation: 'usage',
  document: withFragments(`query (${TIMED_VARIABLES}) { reply: usage(${TIMED_ARGUMENTS}) {
    receipts { ...Receipt } connections { ...Connection } nextCursor notice } }`),
  query: listParameters(['created', 'tool', 'state'], 'the tool’s name or slug or the receipt’s type'),
  arguments: listVariables,
  answers: { 200: 'The receipts' },
};

export const reportUsage: Shim = {
  ...path,
  method: 'post',
  summary: 'Report one use of a tool',
  description:
    'The receipt is stored for you first. It is relayed to the tool’s vendor only while you share receipts of that tool, which you agree to in the browser alone; a receipt never reconnects a tool. Send what you know and leave the rest out. Retry with the same key and payload.',
  operation: 'reportUsage',
  document: `mutation ($input: ReportUsageInput!) { reply: reportUsage(input: $input) {
    outcome receipt { id toolId receiptType state createdAt } connection { sharedWithVendor vendorOrganizationLinked reconnectRequired }
    warnings { pointer code detail hint } } }`,
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'ReportUsageInput',
    examples: {
      apiCall: {
        summary: 'One call and what it cost',
        value: {
          toolSlug: 'stripe',
          receiptType: 'api_call',
          idempotencyKey: 'run-42-call-7',
          success: true,
          durationMs: 412,
          spendCents: 0.8,
        },
      },
    },
  },
  arguments: (_req, body) => ({ input: body }),
  answers: {
    200: 'Stored: for you alone, before this call, or until the queue takes it',
    202: 'Stored and queued for the vendor',
    404: 'There is no such tool, or you have no such project',
    409: 'Another receipt is stored under the key, or the project is not published',
    413: 'Over 256 KiB',
  },
  status: (data) => (isQueued(data) ? 202 : 200),
};

const isQueued = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'outcome' in data && data.outcome === 'queued';
