import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { walkTool } from '../setup/mcp.ask.js';
import { longTool, ORDER, putLongOffers } from '../setup/mcp.catalog.js';
import { connectV1 } from '../setup/mcp.js';
import { addTools, savePlan, TRIAL } from '../setup/plans.js';

const CAPABILITIES = ['payments', 'email-sending', 'error-tracking', 'feature-flags'];
const input = {
  intent: 'payments, transactional email, error tracking and feature flags',
  constraints: { category: [TRIAL] },
};

let app: TestApp;
let host: Awaited<ReturnType<typeof connectV1>>;
let cookie: string;
beforeAll(async () => {
  app = await startApp();
  const tools = CAPABILITIES.flatMap((capability, at) => [
    longTool(`long-${at}`, { capabilities: [capability] }),
    longTool(`other-${at}`, { capabilities: [capability], pricing: { model: 'free', freeTier: ORDER, url: null } }),
    longTool(`unsure-${at}`, {
      capabilities: [capability],
      maturity: 'unknown',
      pricing: { model: 'unknown', freeTier: null, url: null },
      docs: { url: null, llmsTxt: null, openapi: null },
    }),
  ]);
  await addTools(app, ...tools);
  await putLongOffers(app, 5, ['long-0', 'long-1']);
  cookie = await signIn(app, app.credentials.users.builder);
  host = await connectV1(app.url, { token: app.credentials.workflowToken });
});
afterAll(async () => {
  await host.close();
  await app.close();
});

/** The paths of all texts that hold the order, such as `tools[].name`. */
function pathsOfOrder(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(ORDER) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((one) => pathsOfOrder(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => pathsOfOrder(one, path ? `${path}.${name}` : name));
}

describe('a text that gives a model orders', () => {
  const named = async (name: string, requested: Record<string, unknown>): Promise<void> => {
    const answers = await walkTool(host.client, name, requested);
    const fields = answers[0]?.answer.untrusted.fields ?? [];
    const paths = [...new Set(answers.flatMap(({ answer }) => pathsOfOrder(answer)))];
    expect(paths.length).toBeGreaterThan(1);
    const isNamed = (path: string) =>
      fields.some((field) => path === field || (/^[.[]/.test(path.slice(field.length)) && path.startsWith(field)));
    expect(paths.filter((path) => !isNamed(path))).toEqual([]);
  };

  it.each([
    ['search_tools', { query: 'payments', category: TRIAL, limit: 20 }],
    ['search_tools', { query: 'long', category: TRIAL, limit: 20 }],
    ['find_perks', { toolSlug: 'long-0' }],
    ['build_brief', input],
    [
      'build_brief',
      { ...input, constraints: { category: [TRIAL], prefer: CAPABILITIES.map((_one, at) => `unsure-${at}`) } },
    ],
    [
      'build_brief',
      { intent: 'send transactional email', constraints: { category: [TRIAL], prefer: ['long-0', 'unsure-2'] } },
    ],
  ])('stands in %s %j under fields that are named as those of others', named);

  it('stands in a packet under fields that are named as those of others', async () => {
    const saved = await savePlan(app, input, { cookie });
    await named('get_build_packet', { planId: saved.data?.savePlan.id });
  });
});
