import { z } from 'zod';
import { pageThatFits } from '../answer.fit.js';
import * as replies from '../replies.js';
import { tool } from '../tool.js';

const LIMIT_MAX = 20;
const LIMIT_USUAL = 10;
const PARTNERS_MAX = 50;

const { document, reply, untrusted } = replies.findPerks;

/** Searches provider offers and judges eligibility by what the caller says of the company (the specification, §1.4; decisions §5, §9). */
export const findPerks = tool({
  name: 'find_perks',
  title: 'Find credits and perks',
  description:
    'Finds credits, discounts, free plans and perks of providers: value, rules, deadlines and whether the company is eligible. Use it when cost matters or a startup program may apply. It claims nothing.',
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Words, such as "cloud credits"; without it all offers'),
    toolSlug: z.string().max(80).optional().describe('Only for this tool: a slug of search_tools'),
    facts: z
      .strictObject({
        country: z.string().optional().describe('ISO 3166-1 alpha-2, such as DE'),
        companyAgeMonths: z.int().optional().describe('Months since it was founded'),
        employees: z.int().optional().describe('People in it'),
        annualRevenueUsd: z.int().optional().describe('Whole dollars a year'),
        fundingRaisedUsd: z.int().optional().describe('Whole dollars so far'),
        fundingStage: z.enum(replies.FundingStage).optional().describe('The last round'),
        partners: z
          .array(z.string().max(120))
          .max(PARTNERS_MAX)
          .optional()
          .describe('All accelerators, investors and programs; [] says none'),
        newCustomer: z.boolean().optional().describe('Not a customer of the provider yet'),
        incorporated: z.boolean().optional().describe('A registered company'),
        companyEmail: z.boolean().optional().describe("Applies from an address at the company's domain"),
        hasWebsite: z.boolean().optional().describe('Has a public website'),
        aiProduct: z.boolean().optional().describe('Builds with or on AI'),
        openSource: z.boolean().optional().describe('Its product is open source'),
        nonprofit: z.boolean().optional().describe('A non-profit'),
        student: z.boolean().optional().describe('The applicant is a student'),
      })
      .optional()
      .describe('What the person told you about the company; leave out what you do not know. Not stored'),
    limit: z.int().min(1).max(LIMIT_MAX).optional().describe(`${LIMIT_USUAL} when absent`),
    cursor: z.string().max(1000).optional().describe('From the answer before; same question'),
  }),
  output: reply.omit({ nextCursor: true }),
  untrusted,
  document,
  reply,
  async run(ask, { query, toolSlug, facts, limit = LIMIT_USUAL, cursor }) {
    const {
      head,
      items,
      truncated,
      cursor: rest,
    } = await pageThatFits(limit, async (size) => {
      const { nextCursor, perks, ...others } = await ask({ query, toolSlug, facts, limit: size, cursor });
      return { head: { ...others, next: AFTER }, items: perks, nextCursor };
    });
    return { ...head, perks: items, truncated, cursor: rest };
  },
});

const AFTER = [
  {
    do: 'Where a verdict is unknown, call again with the facts in eligibility.missing that the person knows; other means that the requirements say it',
    tool: 'find_perks',
    needsPerson: false,
  },
  { do: 'Claiming, and accepting terms at the provider; a claim is no proof of approval', needsPerson: true },
];
