import { z } from 'zod';
import { partThatFits } from '../answer.parts.js';
import { tool } from '../tool.js';
import { PLAN_STEP, planStep } from './plan.step.js';

const packet = {
  packetId: z.string(),
  planId: z.string(),
  digest: z.string(),
  goal: z.string(),
  expiresAt: z.string(),
  tracking: z.object({
    endpoint: z.string(),
    dryRunEndpoint: z.string(),
    keyVariable: z.string(),
    firstEvent: z.record(z.string(), z.unknown()),
    rules: z.array(z.string()),
  }),
};
const lists = {
  needsAuthorization: z
    .array(z.object({ action: z.string(), detail: z.string(), tools: z.array(z.string()) }))
    .describe('Ask the person before each of these'),
  tools: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      capability: z.string(),
      install: z.object({ kind: z.string().nullable(), command: z.string().nullable() }),
      docs: z.object({ url: z.string().nullable(), llmsTxt: z.string().nullable(), openapi: z.string().nullable() }),
      interfaces: z.array(z.string()),
    }),
  ),
  environment: z
    .array(z.object({ name: z.string(), tool: z.string().nullable() }))
    .describe('Names of variables; values stay with the person'),
  steps: z.array(planStep),
  checks: z.array(z.object({ title: z.string(), command: z.string().nullable(), expect: z.string() })),
  perks: z.array(z.object({ id: z.string(), title: z.string(), claim: z.string(), rules: z.array(z.string()) })),
  notices: z.array(z.string()),
};

/** What a saved plan needs to be carried out (the specification, §1, rule 1 and §5; decisions §4, §9). */
export const getBuildPacket = tool({
  name: 'get_build_packet',
  title: 'Get the packet of a saved plan',
  description:
    'Answers a saved plan as a packet to carry out: install commands, docs, variable names, tracking set-up, steps, checks and what needs authorization. Use it when the person saved the plan of build_brief; it needs DAI_TOKEN.',
  input: z.strictObject({
    planId: z.string().min(1).max(40_000).describe('pln_… of a saved plan, or the receiptId that it was saved from'),
    cursor: z.string().max(100).optional().describe('The cursor of the answer before, with the same planId'),
  }),
  output: z.object({ ...packet, ...lists }),
  untrusted: [
    'tools[].name',
    'tools[].install',
    'tools[].docs',
    'steps[].title',
    'steps[].command',
    'steps[].detail',
    'checks[].title',
    'checks[].command',
    'checks[].expect',
    'perks[].title',
    'perks[].rules',
    'notices',
  ],
  document: `query ($planId: ID!) { reply: buildPacket(planId: $planId) {
    packetId planId digest goal expiresAt tracking { endpoint dryRunEndpoint keyVariable firstEvent rules }
    needsAuthorization { action detail tools } tools { slug name capability install { kind command } docs { url llmsTxt openapi } interfaces }
    environment { name tool } steps { ${PLAN_STEP} } checks { title command expect }
    perks { id title claim rules } notices } }`,
  reply: z.object({ ...packet, ...lists }),
  async run(ask, { planId, cursor }, { baseUrl }) {
    const { needsAuthorization, tools, environment, steps, checks, perks, notices, ...head } = await ask({ planId });
    const next = [
      {
        do: 'Ask the person before each action under needsAuthorization and each step that says so',
        needsPerson: true,
      },
      {
        do: 'Check the first event without storing it, with the tracking key in the variable keyVariable',
        url: head.tracking.dryRunEndpoint,
        needsPerson: false,
      },
      {
        do: 'Prepare a project draft with a token of scope project:publish; a person approves at the reviewUrl of its answer (approvalUrl, where publication is refused)',
        url: `${baseUrl}/api/workflow/projects/draft`,
        needsPerson: false,
      },
    ];
    const part = partThatFits(
      { ...head, next },
      { needsAuthorization, tools, environment, steps, checks, perks, notices },
      cursor,
      baseUrl,
    );
    return { ...head, ...part.lists, truncated: part.truncated, cursor: part.cursor, next };
  },
});
