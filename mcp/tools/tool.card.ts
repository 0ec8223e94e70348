import { z } from 'zod';

/** What a model needs of a tool to judge it, install it and find its documentation. */
export const TOOL_CARD = `slug name summary vendor { name domain } categories capabilities pricing { model freeTier } maturity interfaces
  install { kind command } docs { url llmsTxt } environment verification { level } proof { signal label asOf }
  offers { slug title claim } actions { kind url } sponsored`;

/** `TOOL_CARD` as it is answered. Unknown is null or an empty list, never a guess. */
export const toolCard = z.object({
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  vendor: z.object({ name: z.string().nullable(), domain: z.string().nullable() }),
  categories: z.array(z.string()),
  capabilities: z.array(z.string()),
  pricing: z.object({ model: z.string(), freeTier: z.string().nullable() }),
  maturity: z.string(),
  interfaces: z.array(z.string()),
  install: z.object({ kind: z.string().nullable(), command: z.string().nullable() }),
  docs: z.object({ url: z.string().nullable(), llmsTxt: z.string().nullable() }),
  environment: z.array(z.string()).describe('Names of variables, never values'),
  verification: z.object({ level: z.string() }),
  proof: z.array(z.object({ signal: z.string(), label: z.string(), asOf: z.string() })),
  offers: z.array(z.object({ slug: z.string(), title: z.string(), claim: z.string() })),
  actions: z.array(z.object({ kind: z.string(), url: z.string() })).describe('Tracked links to open'),
  sponsored: z.boolean().describe('Named; never moves a rank'),
});
