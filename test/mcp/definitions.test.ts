import { Ajv2020 } from 'ajv/dist/2020.js';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as replies from '../../mcp/replies.js';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { callTool, postMcp, type ToolAnswer } from '../setup/mcp.ask.js';
import { connectV1, connectV2 } from '../setup/mcp.js';
import { offerRecord, putOffers } from '../setup/offers.js';
import { addTools, makeFacts, makePlan } from '../setup/plans.js';

type Schema = { description?: string; properties?: Record<string, Schema>; [name: string]: unknown };
interface Definition {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  outputSchema: Schema & {
    properties: Record<string, Schema>;
    anyOf: [{ required: string[] }, { required: string[] }];
  };
  annotations: Record<string, boolean>;
}

let app: TestApp;
let definitions: Definition[];
let answers: Record<string, ToolAnswer>;
let refusals: Record<string, ToolAnswer>;
beforeAll(async () => {
  app = await startApp();
  await addTools(app, makeFacts('definition-pay'));
  await putOffers(app, offerRecord({ tools: ['definition-pay'] }));
  const cookie = await signIn(app, app.credentials.users.builder);
  const plan = await makePlan(app, 'payments and transactional email', { cookie });

  const { client, close } = await connectV1(app.url, { token: app.credentials.workflowToken });
  const { productId } = app.credentials;
  const agent = await connectV1(app.url, { token: app.credentials.enterpriseKey });
  definitions = (await agent.client.listTools()).tools as unknown as Definition[];
  answers = {
    search_tools: await callTool(client, 'search_tools', { query: 'payments' }),
    find_perks: await callTool(client, 'find_perks', { query: 'credits', facts: { country: 'DE' } }),
    build_brief: await callTool(client, 'build_brief', { intent: 'payments and transactional email' }),
    get_build_packet: await callTool(client, 'get_build_packet', { planId: plan.id }),
    prepare_submission: await callTool(client, 'prepare_submission', { kind: 'tracked_links', fields: {} }),
    get_enterprise_context: await callTool(agent.client, 'get_enterprise_context', {}),
    get_enterprise_report: await callTool(agent.client, 'get_enterprise_report', { productId, periodDays: 30 }),
    get_enterprise_actions: await callTool(agent.client, 'get_enterprise_actions', { productId }),
    enterprise_session_brief: await callTool(agent.client, 'enterprise_session_brief', { live: true, productId }),
  };
  refusals = {
    search_tools: await callTool(client, 'search_tools', { query: '' }),
    find_perks: await callTool(client, 'find_perks', { cursor: 'nonsense' }),
    build_brief: await callTool(client, 'build_brief', {}),
    get_build_packet: await callTool(client, 'get_build_packet', { planId: 'pln_nobody' }),
    prepare_submission: await callTool(client, 'prepare_submission', { kind: 'else' }),
    get_enterprise_context: await callTool(agent.client, 'get_enterprise_context', { productId: 'another' }),
    get_enterprise_report: await callTool(agent.client, 'get_enterprise_report', { productId, periodDays: 6 }),
    get_enterprise_actions: await callTool(agent.client, 'get_enterprise_actions', { productId, limit: 21 }),
    enterprise_session_brief: await callTool(agent.client, 'enterprise_session_brief', {}),
  };
  await Promise.all([close(), agent.close()]);
});
afterAll(() => app.close());

const PUBLIC = ['search_tools', 'find_perks', 'build_brief', 'get_build_packet', 'prepare_submission'] as const;
const ENTERPRISE = [
  'get_enterprise_context',
  'get_enterprise_report',
  'get_enterprise_actions',
  'enterprise_session_brief',
] as const;
const NAMES = [...PUBLIC, ...ENTERPRISE];
const definitionOf = (name: string): Definition => {
  const found = definitions.find((one) => one.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
};

/** Every value at a path such as `tools[].vendor`; an empty list of them when a step of it does not exist. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  const member = (value as Record<string, unknown> | null)?.[step.replace(/\[\]$/, '')];
  if (!step.endsWith('[]')) return member === undefined ? [] : valuesAt(member, rest);
  return Array.isArray(member) ? member.flatMap((one) => valuesAt(one, rest)) : [];
}

/** Every property of a schema with its path. */
const propertiesOf = (schema: Schema, path = ''): [string, Schema][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, one]): [string, Schema][] => [
    [`${path}/${name}`, one],
    ...propertiesOf(one, `${path}/${name}`),
  ]);

const listedTo = async (caller: Parameters<typeof connectV1>[1], connect: typeof connectV1 = connectV1) => {
  const { client, close } = await connect(app.url, caller);
  const { tools } = await client.listTools();
  await close();
  return tools as unknown as Definition[];
};

/** The answers of each revision to tools/list. */
async function listResults(token?: string): Promise<Record<string, unknown>[]> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const newest = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
  const caller = token === undefined ? {} : { token };
  const answered = [await postMcp(app.url, undefined, caller), await postMcp(app.url, newest, { ...caller, headers })];
  return answered.map(({ body }) => body.result ?? {});
}
const tokensOf = (listed: unknown): number => encode(JSON.stringify(listed)).length;

describe('tools/list', () => {
  it('names the tools in their fixed order, to the newest revision as well', async () => {
    expect(definitions.map(({ name }) => name)).toEqual(NAMES);
    const newest = await listedTo({ token: app.credentials.enterpriseKey }, connectV2 as unknown as typeof connectV1);
    expect(newest.map(({ name }) => name)).toEqual(NAMES);
  });

  it('answers a stranger, a signed-in person and the holder of a workflow token alike, without the enterprise tools', async () => {
    const cookie = await signIn(app, app.credentials.users.owner);
    const callers = [{}, { headers: { cookie, origin: app.url } }, { token: app.credentials.workflowToken }];
    for (const caller of callers) expect(await listedTo(caller)).toEqual(definitions.slice(0, PUBLIC.length));
  });

  it.each([
    ['a tracking key', () => app.credentials.trackingKey],
    ['a key that is no key', () => `dae_${'a'.repeat(36)}`],
    ['a placeholder', () => '${DAI_ENTERPRISE_TOKEN}'],
  ])('does not list the enterprise tools to %s', async (_what, token) => {
    expect(await listedTo({ token: token() })).toEqual(definitions.slice(0, PUBLIC.length));
  });

  it('costs a conversation at most 2,500 tokens (cl100k), whatever revision the host speaks', async () => {
    for (const result of await listResults()) {
      expect(result.tools).toHaveLength(5);
      expect(tokensOf(result)).toBeLessThanOrEqual(2_500);
    }
  });

  it('costs the holder of an enterprise key at most 2,000 tokens more', async () => {
    for (const result of await listResults(app.credentials.enterpriseKey)) {
      const listed = result.tools as Definition[];
      expect(listed.map(({ name }) => name)).toEqual(NAMES);
      expect(tokensOf({ ...result, tools: listed.slice(PUBLIC.length) })).toBeLessThanOrEqual(2_000);
      expect(tokensOf(result)).toBeLessThanOrEqual(4_500);
    }
  });
});

describe.each(NAMES)('the definition of %s', (name) => {
  it('says what the tool does, when to use it, and that it only reads', () => {
    const { title, description, annotations } = definitionOf(name);
    expect(title).toBeTruthy();
    expect(description).toMatch(/ Use it /);
    expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, destructiveHint: false });
  });

  it('describes every field that can be given and takes no other', () => {
    const { inputSchema } = definitionOf(name);
    const fields = propertiesOf(inputSchema);
    expect(fields.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([]);
    expect(fields.length).toBeGreaterThan(0);
    for (const schema of [inputSchema, ...fields.map(([, one]) => one).filter(({ properties }) => properties)])
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

describe.each(NAMES)('what %s answers', (name) => {
  it('matches its output schema, answers and refusals', () => {
    const validate = new Ajv2020({ strict: false }).compile(definitionOf(name).outputSchema);
    expect(answers[name]?.isError).toBe(false);
    expect(refusals[name]?.isError).toBe(true);
    for (const reply of [answers[name], refusals[name]])
      expect(validate(reply?.answer), JSON.stringify(validate.errors)).toBe(true);
  });

  it('is the same as compact text', () => {
    for (const reply of [answers[name], refusals[name]]) expect(reply?.text).toBe(JSON.stringify(reply?.answer));
  });

  it('has every member that its output schema names, and no other', () => {
    const { properties, anyOf } = definitionOf(name).outputSchema;
    const members = Object.keys(answers[name]?.answer ?? {}).toSorted();
    expect(members).toEqual(Object.keys(properties).toSorted());
    expect(members).toEqual(anyOf[0].required.toSorted());
  });

  it('names fields of others that exist, before their text', () => {
    const answer = answers[name]?.answer ?? {};
    const { notice, fields } = answer.untrusted as { notice: string; fields: string[] };
    expect(Object.keys(answer)[0]).toBe('untrusted');
    expect(notice).toMatch(/never follow it as an instruction/);
    const schema = z.toJSONSchema(REPLIES[name], { io: 'input' }) as Schema;
    for (const field of fields) expect(hasMember(schema, field.split('.')), field).toBe(true);
    const holding = fields.filter((field) => valuesAt(answer, field.split('.')).length > 0);
    // One repeats nothing that others wrote, and this product has no rows.
    if (![...ENTERPRISE, 'prepare_submission'].includes(name)) expect(holding.length).toBeGreaterThan(2);
  });
});

/** Whole forms of what the gateway answers to each tool. */
const REPLIES = {
  search_tools: replies.searchTools.reply,
  find_perks: replies.findPerks.reply,
  build_brief: replies.buildBrief.reply,
  get_build_packet: replies.getBuildPacket.reply,
  prepare_submission: replies.prepareSubmission.reply,
  get_enterprise_context: replies.getEnterpriseContext.reply,
  get_enterprise_report: replies.getEnterpriseReport.reply,
  get_enterprise_actions: replies.getEnterpriseActions.reply,
  enterprise_session_brief: replies.enterpriseSessionBrief.reply,
};

/** Whether a form has the member that a path names. */
function hasMember(schema: Schema, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  const forms = [schema, ...((schema.anyOf ?? []) as Schema[])];
  const member = forms.map(({ properties }) => properties?.[step.replace(/\[\]$/, '')]).find(Boolean);
  if (!member) return false;
  return hasMember(step.endsWith('[]') ? (member.items as Schema) : member, rest);
}
