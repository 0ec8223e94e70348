import { BODY_LIMITS } from '../../../../server/platform/http/body.js';
import type { Shim } from '../../../shim.js';
import { batchExamples } from '../examples.js';

interface Summary {
  summary: { conflict: number; invalid: number };
}

export const batch: Shim = {
  method: 'post',
  path: '/api/usage/track/batch',
  tag: 'Tracking',
  summary: 'Store up to 50 events, each with its own verdict',
  description:
    'Good items are stored whatever the others are; sending the whole batch again is safe. When every item was refused the answer is 400 with `results` and `summary`.',
  operation: 'trackBatch',
  direct: true,
  document: `mutation ($events: [JSON]!) {
    reply: trackBatch(events: $events) {
      results { index idempotencyKey status tracked duplicate ignored eventId warnings { pointer code detail hint } error } summary { received tracked duplicate ignored conflict invalid }
    }
  }`,
  body: { limitBytes: BODY_LIMITS.batch, schema: 'TrackingBatch', examples: batchExamples },
  arguments: (_req, body) => ({ batch: body }),
  problems: { 400: 'BatchProblem' },
  components: { error: 'ItemProblem' },
  answers: { 200: 'Every item was stored, a duplicate or ignored', 207: 'Some items were refused', 413: 'Over 2 MiB' },
  status: (data) => ((data as Summary).summary.conflict + (data as Summary).summary.invalid > 0 ? 207 : 200),
};
