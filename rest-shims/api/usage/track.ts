import { BODY_LIMITS } from '../../../server/platform/http/body.js';
import type { Shim } from '../../shim.js';
import { eventExamples } from './examples.js';

export const track: Shim = {
  method: 'post',
  path: '/api/usage/track',
  tag: 'Tracking',
  summary: 'Store one event, once, for good',
  description:
    'A 2xx answer is not proof of storage: look at `tracked` and `eventId`. A retry of the same event with the same key answers `duplicate: true` and the first id; a changed event under a used key is 409.',
  operation: 'trackEvent',
  direct: true,
  document: `mutation ($event: TrackingEventInput!) {
    reply: trackEvent(event: $event) { tracked duplicate ignored eventId receivedAt reason stripped warnings { pointer code detail hint } }
  }`,
  body: { limitBytes: BODY_LIMITS.other, schema: 'TrackingEvent', examples: eventExamples },
  arguments: (_req, body) => ({ event: body }),
  problems: { 400: 'EventProblem', 409: 'ConflictProblem' },
  answers: {
    200: 'Stored, a duplicate, or ignored',
    409: 'Idempotency key reused with another payload',
    413: 'An event over 32 KiB of canonical JSON, or a body over 256 KiB',
  },
};
