import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../server/platform/version.js';
import { buildIfStale } from '../faults/gateway.process.js';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { connectV1 } from '../setup/mcp.js';
import { type Called, connectStdio, type StdioHost, serving } from '../setup/mcp.process.js';
import { savePlan } from '../setup/plans.js';

const NAMES = ['search_tools', 'find_perks', 'build_brief', 'get_build_packet', 'prepare_submission'];
const ENTERPRISE = [
  'get_enterprise_context',
  'get_enterprise_report',
  'get_enterprise_actions',
  'enterprise_session_brief',
];
const INTENT = 'a shop with payments and transactional email';

let app: TestApp;
const hosts = new Set<Pick<StdioHost, 'close'>>();
beforeAll(async () => {
  await buildIfStale();
  app = await startApp();
});
afterEach(async () => {
  await Promise.all([...hosts].map((host) => host.close()));
  hosts.clear();
});
afterAll(() => app?.close());

async function connect(env: Record<string, string> = {}, more: string[] = [], cwd?: string): Promise<StdioHost> {
  const host = await connectStdio(serving(app.url, ...more), { env, ...(cwd ? { cwd } : {}) });
  hosts.add(host);
  return host;
}

/** The same tool through POST /mcp. */
async function callOverHttp(name: string, input: Record<string, unknown>, token?: string): Promise<Called> {
  const host = await connectV1(app.url, token === undefined ? {} : { token });
  hosts.add(host);
  return (await host.client.callTool({ name, arguments: input })) as unknown as Called;
}

/** The answer without what differs from request to request. */
const lasting = ({ structuredContent, isError }: Called): unknown => {
  const { requestId, ...rest } = structuredContent;
  return { ...rest, isError: isError ?? false };
};

async function savedPlan(): Promise<string> {
  const cookie = await signIn(app, app.credentials.users.builder);
  const saved = await savePlan(app, { intent: INTENT }, { cookie });
  return saved.data?.savePlan.id ?? '';
}

describe('dai mcp serve', () => {
  it('lists its tools in the fixed order, with the definitions of POST /mcp', async () => {
    const { client } = await connect();
    const http = await connectV1(app.url);
    hosts.add(http);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    expect(tools).toEqual((await http.client.listTools()).tools);
  });

  it('lists the resources and prompts of POST /mcp, and reads the same of them', async () => {
    const { client } = await connect();
    const http = await connectV1(app.url);
    hosts.add(http);
    const { resources } = await client.listResources();
    expect(resources).toEqual((await http.client.listResources()).resources);
    expect(await client.listPrompts()).toEqual(await http.client.listPrompts());
    for (const { uri } of resources)
      expect(await client.readResource({ uri })).toEqual(await http.client.readResource({ uri }));
  });

  it('introduces itself as POST /mcp does', async () => {
    const { client } = await connect();
    const http = await connectV1(app.url);
    hosts.add(http);
    expect(client.getServerVersion()).toMatchObject({ name: 'dai', version: VERSION });
    expect(client.getServerVersion()).toEqual(http.client.getServerVersion());
    expect(client.getInstructions()).toEqual(http.client.getInstructions());
    expect(client.getServerCapabilities()).toEqual(http.client.getServerCapabilities());
  });

  it.each([
    ['search_tools', { query: 'send transactional email', limit: 3 }],
    ['search_tools', { query: 'postgres', limit: 20 }],
    ['find_perks', { query: 'cloud credits', facts: { country: 'DE' }, limit: 2 }],
    ['build_brief', { intent: INTENT }],
    ['search_tools', { query: '' }],
    ['search_tools', { query: 'x', limit: 21, tool: 1 }],
    ['find_perks', { facts: { country: 'nowhere' } }],
    ['build_brief', { intent: 'x', constraints: { pricing: ['cheap'] } }],
    ['get_build_packet', { planId: 'pln_1' }],
  ])('answers %s %j as POST /mcp does', async (name, input) => {
    const { call } = await connect();
    const answered = await call(name, input);
    expect(lasting(answered)).toEqual(lasting(await callOverHttp(name, input)));
    expect(JSON.parse(answered.content[0]?.text ?? '')).toEqual(answered.structuredContent);
  });

  it('answers get_build_packet as POST /mcp does', async () => {
    const planId = await savedPlan();
    const { workflowToken } = app.credentials;
    const { call } = await connect({ DAI_TOKEN: workflowToken });
    const answered = await call('get_build_packet', { planId });
    expect(answered.structuredContent).toMatchObject({ planId, goal: expect.any(String) });
    expect(lasting(answered)).toEqual(lasting(await callOverHttp('get_build_packet', { planId }, workflowToken)));
  });

  it('leads from a search over a plan that a person saves to its packet', async () => {
    const { call } = await connect({ DAI_TOKEN: app.credentials.workflowToken });
    const found = await call('search_tools', { query: 'transactional email' });
    const [first] = found.structuredContent.tools as { slug: string }[];
    const prefer = [first?.slug];
    const brief = await call('build_brief', { intent: INTENT, constraints: { prefer } });
    const { receiptId, saved } = brief.structuredContent;
    expect(saved).toBe(false);
    const early = await call('get_build_packet', { planId: receiptId });
    expect(early).toMatchObject({ isError: true, structuredContent: { code: 'PLAN_NOT_SAVED' } });
    expect(early.structuredContent.saveUrl).toBe(brief.structuredContent.saveUrl);
    await savePlan(app, { receiptId }, { cookie: await signIn(app, app.credentials.users.builder) });
    const packet = await call('get_build_packet', { planId: receiptId });
    expect(packet.isError).toBeUndefined();
    expect(packet.structuredContent).toMatchObject({ goal: brief.structuredContent.goal });
    expect((packet.structuredContent.tools as { slug: string }[]).map(({ slug }) => slug)).toContain(first?.slug);
  });

  it('serves the enterprise tools beside the public ones to an enterprise key', async () => {
    const { client, call, words } = await connect({ DAI_ENTERPRISE_TOKEN: app.credentials.enterpriseKey }, [
      '--mode',
      'enterprise',
    ]);
    const http = await connectV1(app.url, { token: app.credentials.enterpriseKey });
    hosts.add(http);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...NAMES, ...ENTERPRISE]);
    expect(tools).toEqual((await http.client.listTools()).tools);
    expect(client.getInstructions()).toEqual(http.client.getInstructions());
    expect((await call('search_tools', { query: 'email', limit: 1 })).isError).toBeUndefined();
    expect((await call('get_enterprise_context')).structuredContent).toMatchObject({ plan: { id: 'paid' } });
    expect(words()).not.toContain(app.credentials.enterpriseKey);
  });

  it('serves two hosts from two processes, wherever they were started', async () => {
    const [one, other] = await Promise.all([connect({}, [], '/'), connect({}, [], tmpdir())]);
    expect(one.pid).not.toBe(other.pid);
    const answers = await Promise.all([one, other].map(({ call }) => call('search_tools', { query: 'email' })));
    expect(answers[0]?.structuredContent.total).toBeGreaterThan(0);
    expect(answers[0]).toEqual(answers[1]);
  });
});
