import { z } from 'zod';
import * as replies from '../replies.js';
import { enterpriseTool, type NextStep } from '../tool.js';

const PERIOD_DAYS = { min: 7, max: 365 };

/** The company view of one product, to be read by an agent (the specification, §5; decisions §9). */
export const getEnterpriseReport = enterpriseTool({
  ...replies.getEnterpriseReport,
  name: 'get_enterprise_report',
  title: 'Read the adoption report',
  description:
    'Answers the adoption of one product in the last 7 to 365 closed days: verdict, grades, funnel, totals beside the window before, accounts with their last event, campaigns, retention by week, tool calls with failures, receipts with cost and latency. Use it for "how many", "is it better than before", "which tool fails" and "can we trust this number". It ranks nothing to do: get_enterprise_actions does.',
  input: z.strictObject({
    productId: z.string().max(128).describe('product.productId of get_enterprise_context'),
    periodDays: z
      .int()
      .min(PERIOD_DAYS.min)
      .max(PERIOD_DAYS.max)
      .describe('Closed UTC days before today; previous has as many before them'),
    cursor: z
      .string()
      .max(2_000)
      .optional()
      .describe('nextCursor of the answer before, with the same input: the rows left out'),
  }),
  next: ({ nextCursor }) => [...(nextCursor === null ? [] : [TO_GO_ON]), TO_ACT],
});

const TO_GO_ON: NextStep = {
  do: 'Get the rows that leftOut counts, with nextCursor as cursor; totals and grades are whole already',
  tool: 'get_enterprise_report',
  needsPerson: false,
};
const TO_ACT: NextStep = { do: 'See what to do first', tool: 'get_enterprise_actions', needsPerson: false };
