import { z } from 'zod';
import { pageThatFits } from '../answer.fit.js';
import * as replies from '../replies.js';
import { tool } from '../tool.js';

const LIMIT_MAX = 20;
const LIMIT_USUAL = 10;

const { document, reply, untrusted } = replies.searchTools;

/** Searches the directory (the specification, §1.4; decisions §9). */
export const searchTools = tool({
  name: 'search_tools',
  title: 'Search developer tools',
  description:
    'Finds developer tools by name, capability or sentence: evidence, pricing, install command, docs, offers. Use it before you recommend, compare, install or replace a tool. It plans no product: that is build_brief.',
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(1_000)
      .describe('A name, a capability or a sentence, such as "send transactional email"'),
    category: z.string().max(60).optional().describe('Only this category, such as "email"; answers name them'),
    limit: z.int().min(1).max(LIMIT_MAX).optional().describe(`${LIMIT_USUAL} when absent`),
    cursor: z.string().max(1000).optional().describe('From the answer before; same query'),
  }),
  output: reply.omit({ nextCursor: true }).extend({ query: z.string() }),
  untrusted,
  document,
  inputOf: { q: 'query' },
  reply,
  async run(ask, { query, category, limit = LIMIT_USUAL, cursor }) {
    const {
      head,
      items,
      truncated,
      cursor: rest,
    } = await pageThatFits(limit, async (size) => {
      const { nextCursor, tools, ...others } = await ask({
        q: query,
        category: category ? [category] : null,
        limit: size,
        cursor,
      });
      return { head: { query, ...others, next: AFTER }, items: tools, nextCursor };
    });
    return { ...head, tools: items, truncated, cursor: rest };
  },
});

const AFTER = [
  { do: 'See credits and discounts for a tool', tool: 'find_perks', needsPerson: false },
  { do: 'Get an unsaved plan for a whole product', tool: 'build_brief', needsPerson: false },
  { do: 'Creating an account or paying at a provider', needsPerson: true },
];
