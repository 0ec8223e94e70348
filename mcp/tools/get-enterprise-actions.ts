import { z } from 'zod';
import * as replies from '../replies.js';
import { enterpriseTool, type NextStep } from '../tool.js';

const LIMIT_MAX = 20;
const LIMIT_USUAL = 10;

/** The next actions of a company, by rules over its own events (the specification, §5; decisions §9). */
export const getEnterpriseActions = enterpriseTool({
  ...replies.getEnterpriseActions,
  name: 'get_enterprise_actions',
  title: 'Read what to do first',
  description:
    'Ranks what to do for one product, by fixed rules over the last 30 closed days beside the 30 before: each action with why, evidence, step and page. Use it for "what should we do first" and "which account went quiet". A rule that lacks data is named under nulls. It does none of them: a person does.',
  input: z.strictObject({
    productId: z.string().max(128).describe('product.productId of get_enterprise_context'),
    limit: z.int().min(1).max(LIMIT_MAX).optional().describe(`${LIMIT_USUAL} when absent`),
  }),
  next: ({ actions }) => (actions.length ? [TO_DO] : [TO_LOOK]),
});

const TO_DO: NextStep = { do: 'A person does the step of an action on the page at its url', needsPerson: true };
const TO_LOOK: NextStep = {
  do: 'No rule fires: nulls names those without data; the report has the figures',
  tool: 'get_enterprise_report',
  needsPerson: false,
};
