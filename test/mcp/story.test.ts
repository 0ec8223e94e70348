import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { callTool, type ToolProblem } from '../setup/mcp.ask.js';
import { connectV1, connectV2, type McpCaller } from '../setup/mcp.js';
import { offerRecord, putOffers } from '../setup/offers.js';
import { addTools, makeFacts, savePlan, TRIAL } from '../setup/plans.js';
import { countRows } from '../setup/rows.js';

interface Next {
  do: string;
  tool?: string;
  url?: string;
  needsPerson: boolean;
}
interface Brief {
  saved: boolean;
  planId: string | null;
  goal: string;
  receiptId: string;
  saveUrl: string;
  stack: { capability: string; tool: { slug: string } }[];
  next: Next[];
}
interface Packet {
  planId: string;
  goal: string;
  tools: { slug: string }[];
  tracking: { dryRunEndpoint: string };
  needsAuthorization: unknown[];
  next: Next[];
}
interface Found {
  total: number;
  tools: { slug: string; rank: { position: number } }[];
}
interface Perks {
  perks: { slug: string; eligibility: { verdict: string; missing: string[] } }[];
}

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await startApp();
  await addTools(app, makeFacts('story-pay'), makeFacts('story-mail', { capabilities: ['email-sending'] }));
  const rule = { fact: 'companyAgeMonths', op: 'lt', value: 24 } as const;
  await putOffers(
    app,
    offerRecord({ slug: 'story-credits', tools: ['story-pay'], eligibility: { rules: [rule], other: [] } }),
  );
  cookie = await signIn(app, app.credentials.users.builder);
});
afterAll(() => app.close());

/** Each host plans something of its own: what one of them had saved, another's receipt would find. */
const hosts = [
  ['the first SDK', connectV1, 'payments and transactional email'],
  ['the second SDK, revision 2026-07-28', connectV2, 'transactional email and payments'],
  [
    'the second SDK, revision 2025-11-25',
    (url: string, caller: McpCaller) => connectV2(url, { ...caller, revision: 'legacy' }),
    'payments, then transactional email',
  ],
] as const;

describe.each(hosts)('a host with %s', (_host, connect, intent) => {
  it('goes from a search to the packet of a plan that a person saved', async () => {
    const { client, close } = await connect(app.url, { token: app.credentials.workflowToken });
    await client.listTools(); // from here on the client holds every answer against its output schema

    const found = await callTool<Found>(client, 'search_tools', { query: 'story-pay' });
    expect(found.answer.tools[0]).toMatchObject({ slug: 'story-pay', rank: { position: 1 } });

    const constraints = { category: [TRIAL] };
    const { answer: brief } = await callTool<Brief>(client, 'build_brief', { intent, constraints });
    expect(brief).toMatchObject({ saved: false, planId: null, goal: intent });
    expect(brief.stack.map(({ tool }) => tool.slug).toSorted()).toEqual(['story-mail', 'story-pay']);
    expect(brief.next[0]).toMatchObject({ do: expect.stringContaining('saveUrl') as string, needsPerson: true });
    expect(new URL(brief.saveUrl).origin).toBe(app.url);

    const early = await callTool<ToolProblem>(client, 'get_build_packet', { planId: brief.receiptId });
    expect(early).toMatchObject({ isError: true, answer: { code: 'PLAN_NOT_SAVED', status: 409 } });
    expect(early.answer.saveUrl).toBe(brief.saveUrl);
    expect(early.answer.next.map(({ needsPerson }) => needsPerson)).toEqual([true, false]);
    expect(early.answer.next[0]?.url).toBe(brief.saveUrl);

    const saved = await savePlan(app, { receiptId: brief.receiptId }, { cookie });
    const plan = saved.data?.savePlan;
    const byReceipt = await callTool<Packet>(client, 'get_build_packet', { planId: brief.receiptId });
    const byId = await callTool<Packet>(client, 'get_build_packet', { planId: plan?.id ?? '' });
    await close();
    for (const { isError, answer } of [byReceipt, byId]) {
      expect(isError).toBe(false);
      expect(answer).toMatchObject({ planId: plan?.id, goal: intent });
      expect(answer.tools.map(({ slug }) => slug).toSorted()).toEqual(['story-mail', 'story-pay']);
      expect(answer.needsAuthorization).not.toEqual([]);
      expect(answer.next.some(({ url }) => url === answer.tracking.dryRunEndpoint)).toBe(true);
    }
  });

  it('is told by facts alone who is eligible', async () => {
    const { client, close } = await connect(app.url, {});
    const verdictFor = async (facts?: Record<string, unknown>) => {
      const input = { toolSlug: 'story-pay', ...(facts ? { facts } : {}) };
      const { answer } = await callTool<Perks>(client, 'find_perks', input);
      return answer.perks.find(({ slug }) => slug === 'story-credits')?.eligibility;
    };
    expect(await verdictFor()).toMatchObject({ verdict: 'unknown', missing: ['companyAgeMonths'] });
    expect((await verdictFor({ companyAgeMonths: 5 }))?.verdict).toBe('eligible');
    expect((await verdictFor({ companyAgeMonths: 50 }))?.verdict).toBe('ineligible');
    await close();
  });

  it.each([
    ['anonymously', () => ({})],
    ['with a token', () => ({ token: app.credentials.workflowToken })],
  ])('stores nothing by reading %s', async (_who, caller) => {
    const { client, close } = await connect(app.url, caller());
    const before = await countRows(app);
    await client.listTools();
    await callTool(client, 'search_tools', { query: 'send transactional email' });
    await callTool(client, 'find_perks', { query: 'credits', facts: { country: 'DE', employees: 3 } });
    const { answer } = await callTool<Brief>(client, 'build_brief', { intent: 'an online shop with payments' });
    await callTool(client, 'get_build_packet', { planId: answer.receiptId });
    expect(await countRows(app)).toEqual(before);
    await close();
  });
});
