import { z } from 'zod';
import { refuse } from '../problem.js';
import * as replies from '../replies.js';
import { tool } from '../tool.js';

const text = (maxLength: number, description: string) => z.string().max(maxLength).optional().describe(description);

const { document, reply, untrusted } = replies.prepareSubmission;

/** A submission to the review, prepared for the person who submits it (decisions §10). */
export const prepareSubmission = tool({
  name: 'prepare_submission',
  title: 'Prepare a submission',
  description:
    'Checks a submission and answers a link to its public form, filled in. Use it when the person wants a product, links and offers, a hackathon or usage tracking set up. A person submits it: this sends nothing.',
  input: z.strictObject({
    kind: z
      .enum(['partner_workspace', 'tracked_links', 'hackathon_passport', 'usage_tracking'])
      .describe('What is submitted'),
    contact: z
      .strictObject({ name: text(120, 'Of the person'), email: text(254, 'Confirmed by a letter') })
      .optional()
      .describe('Who answers questions'),
    organization: z
      .strictObject({ name: text(120, 'Of the organization'), domain: text(253, 'Such as example.com') })
      .optional()
      .describe('For whom'),
    note: text(2_000, 'What a reviewer should know; no secrets'),
    fields: z.record(z.string(), z.unknown()).optional().meta({
      description: 'As contractUrl describes them for the kind; call without them to learn what is required',
      additionalProperties: true,
    }),
  }),
  output: reply.extend({ formUrl: z.string() }),
  untrusted,
  document,
  reply,
  async run(ask, input, { baseUrl }) {
    const { formUrl, ...preview } = await ask(input);
    if (formUrl === null)
      throw refuse('VALIDATION_FAILED', baseUrl, 'A link can’t hold a submission of this size.', {
        errors: [
          { pointer: '/fields', code: 'too_long', detail: 'a link holds 6 KiB: leave to the person what is longer' },
        ],
      });
    return {
      ...preview,
      formUrl,
      truncated: false,
      cursor: null,
      next: [...(preview.complete ? [] : [TO_CORRECT]), TO_SUBMIT],
    };
  },
});

const TO_CORRECT = {
  do: 'Call again with what problems point at corrected; what you do not know, the person fills in',
  tool: 'prepare_submission',
  needsPerson: false,
};
const TO_SUBMIT = {
  do: 'Give the person the link formUrl: they read every field, correct it and submit it; nothing was stored or sent',
  needsPerson: true,
};
