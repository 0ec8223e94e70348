import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { givePlan, makeKey } from '../setup/enterprise.js';
import { declineOf, storeEvents } from '../setup/enterprise.world.js';
import { callTool } from '../setup/mcp.ask.js';
import { connectV1 } from '../setup/mcp.js';
import { type Company, makeCompany } from '../setup/people.js';

interface Totals {
  activationShare: number;
  newDevelopers: number;
  eventsOfUse: number;
  eventsOfUseWithoutTime: number;
}
interface Report {
  window: { from: string; to: string; days: number };
  previousWindow: { from: string; to: string; days: number };
  label: string;
  totals: Totals;
  previous: Totals;
  accounts: { accountDomain: string; lastSeen: string }[];
  toolCalls: { mcpTool: string; calls: number; failed: number; failureShare: number }[];
  grades: { id: string; grade: string | null; basis: string; reason: string | null }[];
  nulls: { pointer: string; reason: string }[];
}
interface Actions {
  actions: {
    ruleId: string;
    rank: number;
    title: string;
    why: string;
    step: string;
    url: string;
    evidence: { metric: string; value: number; window: { from: string }; label: string; eventIds: string[] | null }[];
  }[];
}

let app: TestApp;
let company: Company;
let host: Awaited<ReturnType<typeof connectV1>>;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'board-api');
  await givePlan(app, company, 'paid');
  await storeEvents(app, company, declineOf());
  host = await connectV1(app.url, { token: (await makeKey(app, company)).token });
});
afterAll(async () => {
  await host?.close();
  await app?.close();
});

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]{4,}/g));

/** The enterprise tool whose description shares most words with a question, as one who has only the list would choose. */
async function chosenFor(question: string): Promise<string> {
  const { tools } = await host.client.listTools();
  const wanted = wordsOf(question);
  const shared = ({ description = '' }: { description?: string | undefined }): number =>
    [...wordsOf(description)].filter((word) => wanted.has(word)).length;
  const [best, second] = tools.toSorted((one, other) => shared(other) - shared(one));
  if (!best || (second && shared(second) === shared(best))) throw new Error(`no one tool for: ${question}`);
  return best.name;
}

/** Asks as a host with a new conversation: the context for the product, then the tool that the list suggests. */
async function answerTo<T>(question: string, input: Record<string, unknown>, expected: string): Promise<T> {
  const name = await chosenFor(question);
  expect(name).toBe(expected);
  const context = await callTool<{ product: { productId: string } }>(host.client, 'get_enterprise_context', {});
  const { productId } = context.answer.product;
  const { answer, isError, text } = await callTool<T>(host.client, name, { productId, ...input });
  expect(isError, text).toBe(false);
  return answer;
}

describe('a reader of the list of tools alone is told', () => {
  it('which account went quiet: the action account_silent, with its evidence', async () => {
    const { actions } = await answerTo<Actions>('Which account went quiet?', {}, 'get_enterprise_actions');
    const silent = actions.find(({ ruleId }) => ruleId === 'account_silent');
    expect(silent?.why).toContain('quiet.example');
    expect(silent?.why).not.toContain('lively.example');
    expect(silent?.evidence[0]).toMatchObject({ metric: 'accountsSilent', value: 1, label: 'first-party' });
    expect(silent?.evidence[1]?.eventIds).toHaveLength(1);
  });

  it('whether activation is better than last month: totals.activationShare beside previous.activationShare', async () => {
    const report = await answerTo<Report>(
      'Is activation better than last month?',
      { periodDays: 30 },
      'get_enterprise_report',
    );
    expect([report.window.days, report.previousWindow.days, report.label]).toEqual([30, 30, 'first-party']);
    expect(report.previousWindow.to < report.window.from).toBe(true);
    expect([report.totals.activationShare, report.totals.newDevelopers]).toEqual([0.2, 40]);
    expect([report.previous.activationShare, report.previous.newDevelopers]).toEqual([0.5, 40]);
  });

  it('which tool fails most: the largest failureShare of toolCalls', async () => {
    const { toolCalls } = await answerTo<Report>('Which tool fails most?', { periodDays: 30 }, 'get_enterprise_report');
    const [worst] = toolCalls.toSorted((one, other) => other.failureShare - one.failureShare);
    expect(worst).toMatchObject({ mcpTool: 'export', calls: 30, failed: 12, failureShare: 0.4 });
  });

  it('what to do first: the action of rank 1, with its step and the page that does it', async () => {
    const { actions } = await answerTo<Actions>('What should we do first?', { limit: 1 }, 'get_enterprise_actions');
    expect(actions).toHaveLength(1);
    expect(actions[0]).toMatchObject({ rank: 1, ruleId: 'activation_drop' });
    expect(actions[0]?.step.length).toBeGreaterThan(20);
    expect(actions[0]?.url).toMatch(/^https?:\/\//);
  });

  it('whether the data carries the retention number: its grade or the reason for none, and events of use without a time', async () => {
    const report = await answerTo<Report>(
      'Is our data good enough to trust the retention number?',
      { periodDays: 30 },
      'get_enterprise_report',
    );
    const retention = report.grades.find(({ id }) => id === 'retention');
    expect(retention?.grade).toBeNull();
    expect(retention?.reason).toMatch(/20/);
    const quality = report.grades.find(({ id }) => id === 'data_quality');
    expect(quality?.grade).toMatch(/^[A-E]$/);
    const { eventsOfUse, eventsOfUseWithoutTime } = report.totals;
    expect(eventsOfUseWithoutTime / eventsOfUse).toBeGreaterThan(0.3);
  });
});
