import { z } from 'zod';
import { clipText, leavesRoom } from '../answer.fit.js';
import { partThatFits } from '../answer.parts.js';
import { refuseInput } from '../problem.js';
import * as replies from '../replies.js';
import { tool } from '../tool.js';

const slugs = z.array(z.string().max(80)).max(20).optional();
const words = z.array(z.string().max(60)).max(20).optional();

const anyOf = (values: readonly string[]): string => `Any of ${values.join(', ')}`;

const { document, reply, untrusted } = replies.buildBrief;

/** An unsaved plan for an intent (the specification, §1, rule 1; decisions §4, §9). */
export const buildBrief = tool({
  name: 'build_brief',
  title: 'Plan a build',
  description:
    'Turns what a user wants to build into an unsaved plan: a tool for each capability with reasons and alternatives, gaps, questions, steps, perks, risks. Use it before you start a product or a larger feature. It saves and installs nothing.',
  input: z.strictObject({
    intent: z.string().min(3).max(4_000).describe('What is to be built, in plain words; no secrets, no private code'),
    constraints: z
      .strictObject({
        category: words.describe('Only these categories'),
        pricing: words.describe(anyOf(replies.PricingModel)),
        maturity: words.describe(anyOf(replies.Maturity)),
        proof: words.describe(anyOf(replies.ProofSignal)),
        interface: words.describe(anyOf(replies.ToolInterface)),
        licence: words.describe('Any of these SPDX ids, such as MIT'),
        exclude: slugs.describe('Slugs of tools that must not be chosen'),
        prefer: slugs.describe('Slugs of tools to take for what they can'),
      })
      .optional()
      .describe('What bounds the choice'),
    cursor: z.string().max(100).optional().describe('From the answer before; same intent and constraints'),
  }),
  output: reply,
  untrusted,
  document,
  reply,
  async run(ask, { intent, constraints, cursor }, { baseUrl }) {
    const { stack, gaps, openQuestions, steps, perks, risks, notices, ...whole } = await ask({ intent, constraints });
    const head = { ...whole, goal: clipText(whole.goal, GOAL_LENGTH_MAX) };
    const next = stack.length ? TO_SAVE : TO_ASK_ANEW;
    if (!leavesRoom({ ...head, next })) throw tooLong(baseUrl);
    const part = partThatFits(
      { ...head, next },
      { stack, gaps, openQuestions, steps, perks, risks, notices },
      cursor,
      baseUrl,
    );
    return { ...head, ...part.lists, truncated: part.truncated, cursor: part.cursor, next };
  },
});

/** The caller has the intent: so much of it is repeated. */
const GOAL_LENGTH_MAX = 1_000;

/** The receipt and the address hold the intent in full; beyond ASCII its characters take several bytes each. */
const tooLong = (baseUrl: string) =>
  refuseInput(baseUrl, [
    {
      pointer: '/intent',
      code: 'too_long',
      detail: 'the receipt of this intent and its constraints does not fit into an answer: say it in fewer words',
    },
  ]);

const TO_SAVE = [
  { do: 'A signed-in person saves this plan at saveUrl; reading it saved nothing', needsPerson: true },
  { do: 'When it is saved, get its packet: planId is the receiptId', tool: 'get_build_packet', needsPerson: false },
];
/** A plan without a tool is nothing to save. */
const TO_ASK_ANEW = [
  {
    do: 'Say the intent in other words, as notices and gaps advise, or loosen constraints',
    tool: 'build_brief',
    needsPerson: false,
  },
  { do: 'Or look tools up by name or capability', tool: 'search_tools', needsPerson: false },
];
