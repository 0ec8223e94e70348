import { BODY_LIMITS } from '../../../../server/platform/http/body.js';
import type { Shim } from '../../../shim.js';
import { eventExamples } from '../examples.js';

export const dryRun: Shim = {
  method: 'post',
  path: '/api/usage/track/dry-run',
  tag: 'Tracking',
  summary: 'Validate one event and store nothing',
  description:
    'Answers 202 with `accepted: true`, what was understood (`mapping`) and what a real call would answer now (`wouldBe`).',
  operation: 'dryRunEvent',
  direct: true,
  document: `mutation ($event: TrackingEventInput!) {
    reply: dryRunEvent(event: $event) {
      accepted stored wouldBe
      mapping {
        event { name family familySource } product { id name type status } account { domain status } campaign { campaignId source status }
        developer { id } project { id status } receipt { contract type } occurredAt
      }
      stripped warnings { pointer code detail hint }
    }
  }`,
  body: { limitBytes: BODY_LIMITS.other, schema: 'TrackingEventDraft', examples: eventExamples },
  arguments: (_req, body) => ({ event: body }),
  problems: { 400: 'DryRunProblem' },
  answers: {
    202: 'The payload is valid; nothing was stored',
    413: 'An event over 32 KiB of canonical JSON, or a body over 256 KiB',
  },
  status: () => 202,
};
