import { z } from 'zod';
import { pageThatFits } from '../answer.fit.js';
import { tool } from '../tool.js';

const LIMIT_MAX = 20;
const LIMIT_USUAL = 10;
const PARTNERS_MAX = 50;

const perk = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  kind: z.string(),
  claim: z.string().describe('native: claimed here by a signed-in person; provider_link: taken at the provider'),
  claimRules: z.array(z.string()),
  value: z.object({
    amountCents: z.int().nullable(),
    currency: z.string().nullable(),
    percent: z.number().nullable(),
    months: z.int().nullable(),
    text: z.string().nullable(),
    upTo: z.boolean(),
  }),
  eligibility: z.object({
    verdict: z.string(),
    missing: z.array(z.string()),
    requirements: z.array(z.object({ requirement: z.string(), result: z.string() })),
  }),
  vendor: z.object({ name: z.string().nullable(), domain: z.string().nullable() }),
  tools: z.array(z.object({ slug: z.string(), name: z.string() })),
  url: z.string().nullable(),
  termsUrl: z.string().nullable(),
  endsAt: z.string().nullable(),
  lastReadAt: z.string().nullable(),
  lastConfirmedAt: z.string().nullable(),
  label: z.string(),
});

/** Searches provider offers and judges eligibility by what the caller says of the company (the specification, §1.4; decisions §5, §9). */
export const findPerks = tool({
  name: 'find_perks',
  title: 'Find credits and perks',
  description:
    'Finds credits, discounts, free plans and perks of providers, with value, rules, deadlines and who is eligible. Use it when cost matters or a startup program may apply; it claims nothing.',
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Words, such as "cloud credits"; without it all offers'),
    toolSlug: z.string().max(80).optional().describe('Only offers for this tool, by the slug of search_tools'),
    facts: z
      .strictObject({
        country: z.string().optional().describe('ISO 3166-1 alpha-2, such as DE'),
        companyAgeMonths: z.int().optional().describe('Months since it was founded'),
        employees: z.int().optional().describe('People in it'),
        annualRevenueUsd: z.int().optional().describe('Whole dollars a year'),
        fundingRaisedUsd: z.int().optional().describe('Whole dollars so far'),
        fundingStage: z
          .enum(['bootstrapped', 'pre_seed', 'seed', 'series_a', 'series_b', 'later'])
          .optional()
          .describe('The last round'),
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
      .describe('What the person told you about the company; leave out what you do not know. Nothing is stored'),
    limit: z.int().min(1).max(LIMIT_MAX).optional().describe(`How many offers, ${LIMIT_USUAL} when absent`),
    cursor: z.string().max(1000).optional().describe('The cursor of the answer before, with the same question'),
  }),
  output: z.object({ total: z.int(), asOf: z.string(), perks: z.array(perk) }),
  untrusted: [
    'perks[].title',
    'perks[].summary',
    'perks[].claimRules',
    'perks[].value.text',
    'perks[].eligibility.requirements',
    'perks[].vendor',
    'perks[].tools[].name',
    'perks[].termsUrl',
  ],
  document: `query ($query: String, $toolSlug: String, $facts: EligibilityFactsInput, $limit: Int!, $cursor: String) {
    reply: offers(query: $query, toolSlug: $toolSlug, facts: $facts, limit: $limit, cursor: $cursor) {
      total asOf nextCursor offers { slug title summary kind claim claimRules value { amountCents currency percent months text upTo }
        eligibility { verdict missing requirements { requirement result } } vendor { name domain } tools { slug name } url termsUrl
        endsAt lastReadAt lastConfirmedAt label } } }`,
  reply: z.object({ total: z.int(), asOf: z.string(), nextCursor: z.string().nullable(), offers: z.array(perk) }),
  async run(ask, { query, toolSlug, facts, limit = LIMIT_USUAL, cursor }) {
    const {
      head,
      items,
      truncated,
      cursor: rest,
    } = await pageThatFits(limit, async (size) => {
      const { nextCursor, offers, ...reply } = await ask({ query, toolSlug, facts, limit: size, cursor });
      return { head: { ...reply, next: AFTER }, items: offers, nextCursor };
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
