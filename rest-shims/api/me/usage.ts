import { BODY_LIMITS } from '../../../server/platform/http/body.js';
import { withFragments } from '../../fragments.js';
import { integerIn, type Shim } from '../../shim.js';

const path = { path: '/api/me/usage', tag: 'Private usage', who: ['workflow_token'] } as const;

export const usage: Shim = {
  ...path,
  method: 'get',
  summary: 'Your receipts, what became of each, and what you agreed to share',
  description:
    'Newest first. Queued is not confirmed delivery: the state says when it is. Needs an account-level token.',
  operation: 'usage',
  document: withFragments(`query ($limit: Int!, $cursor: String) { reply: usage(limit: $limit, cursor: $cursor) {
    receipts { ...Receipt } connections { ...Connection } nextCursor notice } }`),
  query: {
    limit: { description: '1 to 100, 50 when absent.', example: '20' },
    cursor: { description: '`nextCursor` of the page before.', example: 'MDE5N2MwZGU' },
  },
  arguments: ({ query }) => ({ limit: integerIn(query.limit ?? '50'), cursor: query.cursor }),
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
    outcome receipt { id toolId receiptType state createdAt } connection { sharedWithVendor vendorOrganizationLinked reconnectRequired } } }`,
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
