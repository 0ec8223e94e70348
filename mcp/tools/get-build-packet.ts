import { z } from 'zod';
import { partThatFits } from '../answer.parts.js';
import * as replies from '../replies.js';
import { tool } from '../tool.js';

const { document, reply, untrusted } = replies.getBuildPacket;

/** The packet that a saved plan needs to be carried out (the specification, §1, rule 1 and §5; decisions §4, §9). */
export const getBuildPacket = tool({
  name: 'get_build_packet',
  title: 'Get the packet of a saved plan',
  description:
    'Answers a saved plan as work to carry out: install commands, docs, variable names, tracking set-up, steps, checks and what needs authorization. Use it once the person saved the plan of build_brief. It needs DAI_TOKEN and saves nothing.',
  input: z.strictObject({
    planId: z.string().min(1).max(40_000).describe('pln_… of a saved plan, or the receiptId that it was saved from'),
    cursor: z.string().max(100).optional().describe('From the answer before; same planId'),
  }),
  output: reply,
  untrusted,
  document,
  reply,
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
