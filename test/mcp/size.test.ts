import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { callTool, type Paged, type ToolAnswer, type ToolProblem, walkTool } from '../setup/mcp.ask.js';
import { longTool, putLongOffers } from '../setup/mcp.catalog.js';
import { connectV1 } from '../setup/mcp.js';
import { addTools, makeFacts, savePlan, TRIAL } from '../setup/plans.js';

/** Ten times the starter catalog. */
const MANY = 6_000;
/** So many of them are walked. */
const WALKED = 1_000;
const LONG = 24;
const OFFERS = 50;
/** As long as an intent may be, with needs that the tools here answer. */
const INTENT = 'payments, transactional email, authentication, file storage, full text search, error tracking, '
  .concat('push notifications, background jobs, feature flags, analytics '.padEnd(300, 'and a very large product '))
  .slice(0, 300);

let app: TestApp;
let host: Awaited<ReturnType<typeof connectV1>>;
let cookie: string;
let offers: string[];
beforeAll(async () => {
  app = await startApp();
  await addTools(
    app,
    ...Array.from({ length: MANY }, (_one, at) =>
      makeFacts(`many-${at}`, { categories: [at < WALKED ? 'bulk' : 'rest'] }),
    ),
  );
  const capabilities = [
    'payments',
    'email-sending',
    'error-tracking',
    'feature-flags',
    'product-analytics',
    'file-storage',
  ];
  await addTools(
    app,
    ...Array.from({ length: LONG }, (_one, at) =>
      longTool(`long-${at}`, at < capabilities.length ? { capabilities: [capabilities[at] ?? ''] } : {}),
    ),
  );
  await addTools(
    app,
    ...[...slugsOf('not'), ...slugsOf('rather')].map((slug) => makeFacts(slug, { categories: ['bulk'] })),
  );
  offers = await putLongOffers(app, OFFERS, ['long-0', 'long-1', 'long-2']);
  cookie = await signIn(app, app.credentials.users.builder);
  host = await connectV1(app.url, { token: app.credentials.workflowToken });
});
afterAll(async () => {
  await host.close();
  await app.close();
});

/** As many slugs as a bound of a brief takes, each as long as may be. */
const slugsOf = (prefix: string): string[] =>
  Array.from({ length: 20 }, (_one, at) => `${prefix}-${at}-`.padEnd(80, 'x'));

const walk = (name: string, given: Record<string, unknown>) => walkTool(host.client, name, given);
const itemsOf = <T>(answers: ToolAnswer<Paged>[], list: string): T[] =>
  answers.flatMap(({ answer }) => answer[list] as T[]);

describe('search_tools in a large catalog', () => {
  it('walks a category of a thousand with every tool exactly once', async () => {
    const answers = await walk('search_tools', { query: 'payments', category: 'bulk', limit: 20 });
    const slugs = itemsOf<{ slug: string }>(answers, 'tools').map(({ slug }) => slug);
    expect(slugs).toHaveLength(answers[0]?.answer.total as number);
    expect(new Set(slugs).size).toBe(WALKED + 2 * slugsOf('').length);
  });

  it('keeps every answer short when all texts are as long as they may be, and says that it did', async () => {
    const answers = await walk('search_tools', { query: 'payments', category: TRIAL, limit: 20 });
    expect(answers[0]?.answer.truncated).toBe(true);
    const slugs = itemsOf<{ slug: string }>(answers, 'tools').map(({ slug }) => slug);
    expect(slugs).toHaveLength(answers[0]?.answer.total as number);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs.filter((slug) => slug.startsWith('long-')).length).toBeGreaterThan(LONG / 2);
  });

  it('is not truncated where the limit alone ends it', async () => {
    const { answer } = await callTool<Paged>(host.client, 'search_tools', {
      query: 'payments',
      category: 'bulk',
      limit: 2,
    });
    expect([answer.truncated, typeof answer.cursor]).toEqual([false, 'string']);
  });
});

describe('find_perks with the longest offers', () => {
  it('walks all of them exactly once in short answers', async () => {
    const answers = await walk('find_perks', { toolSlug: 'long-0', limit: 20 });
    expect(answers[0]?.answer.truncated).toBe(true);
    const slugs = itemsOf<{ slug: string }>(answers, 'perks').map(({ slug }) => slug);
    expect(slugs.toSorted()).toEqual(offers.toSorted());
  });
});

const input = { intent: INTENT, constraints: { category: [TRIAL] } };

describe('a plan of the longest tools', () => {
  const LISTS = ['stack', 'gaps', 'openQuestions', 'steps', 'perks', 'risks', 'notices'];

  it('comes in parts that are the whole, each item once', async () => {
    const answers = await walk('build_brief', input);
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.slice(0, -1).every(({ answer }) => answer.truncated)).toBe(true);
    expect(answers.at(-1)?.answer.cursor).toBeNull();
    const perks = itemsOf<{ id: string }>(answers, 'perks').map(({ id }) => id);
    expect([perks.length, new Set(perks).size]).toEqual([OFFERS, OFFERS]);
    const orders = itemsOf<{ order: number }>(answers, 'steps').map(({ order }) => order);
    expect(orders).toEqual(orders.map((_order, at) => at + 1));
    for (const { answer } of answers) expect(LISTS.every((list) => Array.isArray(answer[list]))).toBe(true);
  });

  it('has a packet in parts that are the whole', async () => {
    const saved = await savePlan(app, input, { cookie });
    const answers = await walk('get_build_packet', { planId: saved.data?.savePlan.id });
    expect(answers.length).toBeGreaterThan(1);
    const perks = itemsOf<{ id: string }>(answers, 'perks').map(({ id }) => id);
    expect([perks.length, new Set(perks).size]).toEqual([OFFERS, OFFERS]);
    const names = itemsOf<{ name: string; tool: string }>(answers, 'environment').map(
      ({ name, tool }) => `${tool} ${name}`,
    );
    expect([names.length > 100, new Set(names).size]).toEqual([true, names.length]);
    expect(new Set(answers.map(({ answer }) => answer.digest)).size).toBe(1);
  });

  it('takes no cursor of another plan', async () => {
    const first = await callTool<Paged>(host.client, 'build_brief', input);
    const other = { intent: 'payments and feature flags', constraints: input.constraints, cursor: first.answer.cursor };
    const { answer } = await callTool<ToolProblem>(host.client, 'build_brief', other);
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer: '/cursor', code: 'stale_cursor' }] });
  });

  it('comes in short parts for an intent of 4,000 characters, whose goal is cut', async () => {
    const intent = `${INTENT} ${'and a very large product '.repeat(160)}`.slice(0, 4_000);
    const answers = await walk('build_brief', { intent, constraints: input.constraints });
    expect(answers.length).toBeGreaterThan(1);
    expect(answers[0]?.answer.goal).toBe(`${intent.slice(0, 999)}…`);
    const planId = answers[0]?.answer.receiptId;
    const { answer } = await callTool<ToolProblem>(host.client, 'get_build_packet', { planId });
    expect(answer.code).toBe('PLAN_NOT_SAVED');
  });

  it('is refused where its receipt alone would fill an answer', async () => {
    const { answer } = await callTool<ToolProblem>(host.client, 'build_brief', {
      intent: `payments ${'支付'.repeat(1_900)}`,
    });
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer: '/intent', code: 'too_long' }] });
  });

  it('has a receipt that get_build_packet takes, whatever bounds it was asked with', async () => {
    const constraints = {
      category: Array(20).fill(TRIAL),
      pricing: Array(20).fill('usage'),
      maturity: Array(20).fill('stable'),
      interface: Array(20).fill('graphql'),
      exclude: slugsOf('not'),
      prefer: slugsOf('rather'),
    };
    const [first] = await walk('build_brief', { intent: INTENT, constraints });
    const planId = first?.answer.receiptId;
    const { answer } = await callTool<ToolProblem>(host.client, 'get_build_packet', { planId });
    expect(answer.code, JSON.stringify(answer.errors)).toBe('PLAN_NOT_SAVED');
  });
});
