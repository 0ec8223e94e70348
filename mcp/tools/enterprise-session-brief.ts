import { z } from 'zod';
import * as replies from '../replies.js';
import { enterpriseTool, type NextStep } from '../tool.js';

/** A short analysis of supplied, sample or live figures (the specification, §5; decisions §9). */
export const enterpriseSessionBrief = enterpriseTool({
  ...replies.enterpriseSessionBrief,
  name: 'enterprise_session_brief',
  title: 'Brief a session about adoption',
  description:
    'Analyses exactly one of: metrics that you supply, sample: true, or live: true with productId; answers grade, findings and open questions, with live also the report of 30 days. Use it to prepare a meeting or to say what figures mean. It stores nothing, and live never falls back to a sample: it is refused instead.',
  input: z.strictObject({
    metrics: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Any members of totals of a report, as numbers; labelled modelled',
      additionalProperties: true,
    }),
    sample: z.boolean().optional().describe('Invented figures, labelled sample'),
    live: z.boolean().optional().describe('The report of productId'),
    productId: z.string().max(128).optional().describe('For live: product.productId of get_enterprise_context'),
  }),
  next: ({ basis }) => (basis === 'live' ? [TO_ACT] : [TO_READ]),
});

const TO_ACT: NextStep = { do: 'See what to do first', tool: 'get_enterprise_actions', needsPerson: false };
const TO_READ: NextStep = {
  do: 'Read the figures of the company itself: these are not',
  tool: 'get_enterprise_report',
  needsPerson: false,
};
