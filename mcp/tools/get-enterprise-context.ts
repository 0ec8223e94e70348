import { z } from 'zod';
import * as replies from '../replies.js';
import { enterpriseTool, type NextStep } from '../tool.js';

/** The reach of an enterprise key: what it may read, from which sources and on which plan (the specification, §5; decisions §9). */
export const getEnterpriseContext = enterpriseTool({
  ...replies.getEnterpriseContext,
  name: 'get_enterprise_context',
  title: 'Read what the agent key covers',
  description:
    'Names the company, the product, the plan and what it lacks, and how fresh and trustworthy the sources are: events and last day by label. Use it first, before any other enterprise tool. It has no figures.',
  input: z.strictObject({
    productId: z.string().max(128).optional().describe('As events carry it; absent: the product of the key'),
  }),
  refusedInput: { productId: [] },
  next: ({ plan }) => (plan.opens.includes(REPORT) ? TO_READ : TO_ASK_FOR_THE_PLAN),
});

const REPORT = 'get_enterprise_report';

const TO_READ: NextStep[] = [
  { do: 'Read the figures of a window, for product.productId', tool: REPORT, needsPerson: false },
  { do: 'Or what to do first', tool: 'get_enterprise_actions', needsPerson: false },
];

const TO_ASK_FOR_THE_PLAN: NextStep[] = [
  { do: 'Figures need the paid plan: an owner or admin asks the operator for it', needsPerson: true },
];
