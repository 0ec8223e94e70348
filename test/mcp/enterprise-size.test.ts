import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorldEvent } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { givePlan, makeKey } from '../setup/enterprise.js';
import { daysAgo, declineOf, storeEvents } from '../setup/enterprise.world.js';
import { callTool } from '../setup/mcp.ask.js';
import { ORDER } from '../setup/mcp.catalog.js';
import { connectV1 } from '../setup/mcp.js';
import { type Company, makeCompany } from '../setup/people.js';

interface Report {
  untrusted: { fields: string[] };
  summary: { grade: string | null; nulls: string[]; largest: { title: string; label: string }[] };
  totals: Record<string, number>;
  truncated: boolean;
  leftOut: { part: string; rows: number }[];
  nextCursor: string | null;
  accounts: { accountDomain: string }[];
  campaigns: { campaignId: string }[];
  toolCalls: { mcpTool: string }[];
  notices: string[];
  next: { tool?: string }[];
}

const LISTS = ['accounts', 'campaigns', 'toolCalls'] as const;
/** As long as a name in an event may be, of characters that take the most room in JSON. */
const longName = (at: number): string =>
  `${at} ${ORDER}${'\\"\u0001💩'.repeat(40)}`.slice(0, 190).replace(/[\uD800-\uDBFF]$/, '!');

let app: TestApp;
let company: Company;
let host: Awaited<ReturnType<typeof connectV1>>;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'board-api');
  await givePlan(app, company, 'paid');
  const rows = Array.from({ length: 60 }, (_one, at): Partial<WorldEvent>[] => [
    {
      developer: `campaign_${at}`,
      account: `a${at}.${'long-'.repeat(10)}name.example`,
      campaign: longName(at),
      campaignSource: longName(at),
    },
    {
      developer: `caller_${at}`,
      receivedAt: daysAgo(20),
      name: 'MCP_TOOL_CALL_FAILED',
      family: null,
      receipt: { receiptType: 'mcp_tool_call', mcpServer: longName(at), mcpTool: longName(at), success: false },
    },
  ]).flat();
  const failing = Array.from({ length: 25 }, (_one, at): Partial<WorldEvent>[] =>
    Array.from({ length: 25 }, () => ({
      name: 'MCP_TOOL_CALL_FAILED',
      family: null,
      receivedAt: daysAgo(20),
      receipt: { receiptType: 'mcp_tool_call', mcpServer: longName(at), mcpTool: longName(at), success: false },
    })),
  ).flat();
  await storeEvents(app, company, [...declineOf(), ...rows, ...failing]);
  host = await connectV1(app.url, { token: (await makeKey(app, company)).token });
});
afterAll(async () => {
  await host?.close();
  await app?.close();
});

const report = { productId: 'board-api', periodDays: 30 };
const call = <T>(name: string, input: Record<string, unknown>) => callTool<T>(host.client, name, input);

/** The paths of all texts that hold the order, such as `campaigns[].campaignId`. */
function pathsOfOrder(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(ORDER.slice(0, 20)) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((one) => pathsOfOrder(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => pathsOfOrder(one, path ? `${path}.${name}` : name));
}

describe('a report with more rows than an answer has room for', () => {
  it('comes in answers of at most 24 KiB, each row once, with whole totals in each', async () => {
    const answers = [await call<Report>('get_enterprise_report', report)];
    for (let cursor = answers[0]?.answer.nextCursor; cursor; cursor = answers.at(-1)?.answer.nextCursor)
      answers.push(await call<Report>('get_enterprise_report', { ...report, cursor }));
    expect(answers.length).toBeGreaterThan(1);
    for (const { text, answer } of answers) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24 * 1024);
      expect(answer.totals).toEqual(answers[0]?.answer.totals);
      expect(answer.truncated).toBe(answer.leftOut.length > 0);
      expect(answer.truncated).toBe(answer.nextCursor !== null);
    }
    for (const part of LISTS) {
      const all = answers.flatMap(({ answer }) => answer[part].map((row) => JSON.stringify(row)));
      expect(new Set(all).size).toBe(all.length);
      const left = answers[0]?.answer.leftOut.find((one) => one.part === part)?.rows ?? 0;
      expect((answers[0]?.answer[part].length ?? 0) + left).toBe(all.length);
    }
  });

  it('tells verdict, what is null and the three largest findings in its first 2 KiB', async () => {
    const { answer, text } = await call<Report>('get_enterprise_report', report);
    const cut = Buffer.from(text).subarray(0, 2_048).toString('utf8');
    const { grade, nulls, largest } = answer.summary;
    expect(largest).toHaveLength(3);
    for (const whole of [`"grade":${JSON.stringify(grade)}`, JSON.stringify(nulls), JSON.stringify(largest)])
      expect(cut).toContain(whole);
    expect(Object.keys(answer).slice(0, 2)).toEqual(['untrusted', 'summary']);
  });

  it('says which tool gets the rows that are left out, and that the context was not read', async () => {
    const { answer } = await call<Report>('get_enterprise_report', report);
    expect(answer.next[0]).toMatchObject({ tool: 'get_enterprise_report' });
    expect(answer.notices).toContainEqual(expect.stringContaining('get_enterprise_context'));
  });
});

describe('the longest answers of the other tools', () => {
  it.each([
    ['get_enterprise_actions', { productId: 'board-api', limit: 20 }],
    ['enterprise_session_brief', { live: true, productId: 'board-api' }],
  ])('are at most 24 KiB: %s', async (name, input) => {
    const { text, isError } = await call(name, input);
    expect(isError).toBe(false);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24 * 1024);
    expect(Buffer.byteLength(text)).toBeGreaterThan(8 * 1024);
  });
});

describe('a name in an event that gives a model orders', () => {
  it.each([
    ['get_enterprise_report', report],
    ['get_enterprise_actions', { productId: 'board-api', limit: 20 }],
    ['enterprise_session_brief', { live: true, productId: 'board-api' }],
  ])('stands in %s under fields that are named as those of others', async (name, input) => {
    const { answer } = await call<Report>(name, input);
    const { fields } = answer.untrusted;
    const paths = [...new Set(pathsOfOrder(answer))];
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !fields.includes(path))).toEqual([]);
  });
});
