import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { callTool } from '../setup/mcp.ask.js';
import { connectV1 } from '../setup/mcp.js';
import { addTools, changeTools, makeFacts, type Plan, savePlan, TRIAL } from '../setup/plans.js';

const LICENCE = { spdx: 'MIT OR Apache-2.0', source: 'https://forge.example.com/licence', checkedAt: '2026-11-01' };
const SELECTED = '{ spdx source checkedAt }';
const question = { intent: 'payments and transactional email', constraints: { category: [TRIAL] } };

interface Tool {
  slug: string;
  licence: typeof LICENCE | null;
}
interface Packet {
  digest: string;
  tools: Tool[];
}
interface Brief {
  stack: { tool: Tool }[];
}

let app: TestApp;
let cookie: string;
let host: Awaited<ReturnType<typeof connectV1>>;
let plan: Plan;
beforeAll(async () => {
  app = await startApp();
  await addTools(
    app,
    makeFacts('licensed-pay', { licence: LICENCE }),
    makeFacts('other-mail', { capabilities: ['email-sending'] }),
  );
  cookie = await signIn(app, app.credentials.users.builder);
  host = await connectV1(app.url, { token: app.credentials.workflowToken });
  const saved = await savePlan(app, question, { cookie });
  plan = saved.data?.savePlan ?? ({} as Plan);
});
afterAll(async () => {
  await host.close();
  await app.close();
});

const licencesOf = (tools: readonly Tool[] = []) => Object.fromEntries(tools.map((one) => [one.slug, one.licence]));
const KNOWN = { 'licensed-pay': LICENCE, 'other-mail': null };

const packetByGraphql = async (): Promise<Packet | undefined> => {
  const { data } = await askGraphql<{ buildPacket: Packet }>(
    app,
    `query ($planId: ID!) { buildPacket(planId: $planId) { digest tools { slug licence ${SELECTED} } } }`,
    { planId: plan.id },
    { cookie },
  );
  return data?.buildPacket;
};
const packetByRest = async (): Promise<Packet> => {
  const parameters = new URLSearchParams({ planId: plan.id });
  const token = app.credentials.workflowToken;
  return (await ask<Packet>(`${app.url}/api/workflow/build-packet?${parameters}`, { token })).body;
};

describe('the licences of a plan’s tools', () => {
  it('stand in a brief over GraphQL and MCP, null where one is not known', async () => {
    const { data } = await askGraphql<{ buildBrief: Brief }>(
      app,
      `query ($intent: String!, $constraints: BriefConstraints) { buildBrief(intent: $intent, constraints: $constraints) {
        stack { tool { slug licence ${SELECTED} } } } }`,
      question,
    );
    expect(licencesOf(data?.buildBrief.stack.map(({ tool }) => tool))).toEqual(KNOWN);
    const { answer } = await callTool<Brief & { untrusted: { fields: string[] } }>(
      host.client,
      'build_brief',
      question,
    );
    expect(licencesOf(answer.stack.map(({ tool }) => tool))).toEqual(KNOWN);
    expect(answer.untrusted.fields).toContain('stack[].tool.licence');
  });

  it('stand in a packet over GraphQL, REST and MCP, null where one is not known', async () => {
    expect(licencesOf((await packetByGraphql())?.tools)).toEqual(KNOWN);
    expect(licencesOf((await packetByRest()).tools)).toEqual(KNOWN);
    const { answer } = await callTool<Packet & { untrusted: { fields: string[] } }>(host.client, 'get_build_packet', {
      planId: plan.id,
    });
    expect(licencesOf(answer.tools)).toEqual(KNOWN);
    expect(answer.untrusted.fields).toContain('tools[].licence');
  });

  it('bound a brief, over MCP as well', async () => {
    const constraints = { ...question.constraints, licence: ['Apache-2.0'] };
    const { answer } = await callTool<Brief>(host.client, 'build_brief', { ...question, constraints });
    expect(answer.stack.map(({ tool }) => tool.slug)).toEqual(['licensed-pay']);
    const wrong = { ...question.constraints, licence: ['MIT License!'] };
    const refused = await callTool<{ errors: { pointer: string }[] }>(host.client, 'build_brief', {
      ...question,
      constraints: wrong,
    });
    expect(refused.answer.errors).toMatchObject([{ pointer: '/constraints/licence' }]);
  });

  it('are not those of today’s catalog in a plan that was saved before tools had them, and its digest stays', async () => {
    await changeTools(
      app,
      ['other-mail'],
      `update tool set licence = '{"spdx":"MIT","source":"https://forge.example.com/now","checkedAt":"2026-11-02"}' where slug = 'other-mail'`,
    );
    await query(
      app.databaseUrl,
      `update saved_plan set brief = jsonb_set(brief, '{stack}', (
         select jsonb_agg(one.value #- '{tool,licence}' order by one.at)
         from jsonb_array_elements(brief -> 'stack') with ordinality as one(value, at)))`,
    );
    const none = { 'licensed-pay': null, 'other-mail': null };
    const packet = await packetByGraphql();
    expect(licencesOf(packet?.tools)).toEqual(none);
    expect(await packetByRest()).toMatchObject({
      digest: packet?.digest,
      tools: [{ licence: null }, { licence: null }],
    });
    const { data } = await askGraphql<{ savedPlan: { digest: string; brief: Brief } }>(
      app,
      `query ($planId: ID!) { savedPlan(planId: $planId) { digest brief { stack { tool { slug licence ${SELECTED} } } } } }`,
      { planId: plan.id },
      { cookie },
    );
    expect(licencesOf(data?.savedPlan.brief.stack.map(({ tool }) => tool))).toEqual(none);
    expect(data?.savedPlan.digest).toBe(plan.digest);
  });
});
