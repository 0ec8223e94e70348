import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorldEvent } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { ACTIONS, givePlan, makeKey } from '../setup/enterprise.js';
import { daysAgo, storeEventsOf } from '../setup/enterprise.world.js';
import { linkTool, makeTool } from '../setup/evidence.js';
import { type Company, makeCompany } from '../setup/people.js';

const DAY_MS = 86_400_000;
const RULES_OF_EVENTS = [
  'account_silent',
  'activation_drop',
  'campaign_without_activation',
  'family_missing',
  'no_account',
  'refusals',
  'retention_unknown',
  'tool_failing',
];

interface Action {
  readonly id: string;
  readonly ruleId: string;
  readonly title: string;
  readonly evidence: {
    metric: string;
    value: number;
    previous: number | null;
    label: string;
    window: { from: string; to: string; days: number };
    eventIds: string[] | null;
  }[];
}
interface Actions {
  readonly actions: Action[];
  readonly nulls: { pointer: string; reason: string }[];
}
interface Paid {
  readonly company: Company;
  readonly token: string;
}

/** An event of a developer of the account, so many days before today, under an id that is chosen here. */
const sent = (account: string, days: number, given: Partial<WorldEvent> = {}) => ({
  id: randomUUID(),
  account,
  developer: `dev-${account}`,
  receivedAt: daysAgo(days),
  ...given,
});
const PROVEN = [
  sent('quiet.example', 20),
  sent('quiet.example', 50, { name: 'API_KEY_CREATED', family: 'evaluation' }),
  sent('quiet.example', 40),
  sent('still.example', 15),
  sent('lively.example', 14),
];

let app: TestApp;
let none: Paid;
let proven: Paid;
let behind: Paid;
beforeAll(async () => {
  app = await startApp();
  none = await makePaid('nothing');
  proven = await makePaid('proven');
  behind = await makePaid('behind');
  await storeEventsOf(app, [
    [(await makePaid('nothing')).company, [sent('quiet.example', 40)]],
    [proven.company, PROVEN],
    [(await makePaid('proven')).company, PROVEN.map((event) => ({ ...event, id: randomUUID() }))],
    [behind.company, [sent('quiet.example', 20)]],
  ]);
});
afterAll(() => app?.close());

async function makePaid(productId: string): Promise<Paid> {
  const company = await makeCompany(app, productId);
  await givePlan(app, company, 'paid');
  return { company, token: (await makeKey(app, company, { expiresInDays: 60 })).token };
}

async function answerFor({ company: { productId }, token }: Paid): Promise<Actions> {
  const { data, errors } = await askGraphql<{ actions: Actions }>(app, ACTIONS, { productId }, { token });
  expect(errors).toEqual([]);
  if (!data) throw new Error('no actions');
  return data.actions;
}
const byRule = ({ actions }: Actions, rule: string) => actions.filter(({ ruleId }) => ruleId === rule);
const reasonOf = ({ nulls }: Actions, rule: string) =>
  nulls.find(({ pointer }) => pointer === `/actions/${rule}`)?.reason;

/** A listed tool that the product is linked to; it has docs, llms.txt and an MCP line but for what `lacks` takes. */
async function linkedTool(company: Company, lacks: { docs?: true; llmsTxt?: true; mcp?: true } = {}): Promise<string> {
  const tool = await makeTool(app);
  const slug = `tool-${tool.slice(4)}`;
  await query(
    app.databaseUrl,
    'update tool set listed = true, docs_url = $2, docs_llms_txt = $3, interfaces = $4 where id = $1',
    [
      tool.slice(4),
      lacks.docs ? null : 'https://vendor.example/docs',
      lacks.llmsTxt ? null : 'https://vendor.example/llms.txt',
      lacks.mcp ? '["rest"]' : '["rest", "mcp"]',
    ],
  );
  await linkTool(app, company, tool);
  return slug;
}

describe('the rule directory_evidence', () => {
  it.each([
    ['docs', { docs: true }, 1, 'docs'],
    ['llms.txt', { llmsTxt: true }, 1, 'llms.txt'],
    ['an MCP line', { mcp: true }, 1, 'an MCP line'],
    ['all three', { docs: true, llmsTxt: true, mcp: true }, 3, 'docs and llms.txt and an MCP line'],
  ] as const)(
    'fires for a linked tool without %s, and not for the same entry with it',
    async (_name, lacks, value, message) => {
      const [without, beside] = [await makePaid('listed'), await makePaid('listed')];
      const slug = await linkedTool(without.company, lacks);
      await linkedTool(beside.company);
      const [action, ...more] = byRule(await answerFor(without), 'directory_evidence');
      expect([action?.id, more]).toEqual([`directory_evidence:${slug}`, []]);
      expect(action?.title).toMatch(new RegExp(`lacks ${message.replace('.', '\\.')}$`));
      const today = new Date().toISOString().slice(0, 10);
      expect(action?.evidence).toEqual([
        {
          metric: 'missingFacts',
          value,
          previous: null,
          label: 'public-source',
          window: { from: today, to: today, days: 1 },
          eventIds: null,
        },
      ]);
      const answer = await answerFor(beside);
      expect([byRule(answer, 'directory_evidence'), reasonOf(answer, 'directory_evidence')]).toEqual([[], undefined]);
    },
  );

  it('speaks of each linked tool that lacks something, and of none that is unlinked or not listed', async () => {
    const one = await makePaid('several');
    const [first, second] = [
      await linkedTool(one.company, { docs: true }),
      await linkedTool(one.company, { mcp: true }),
    ];
    await linkedTool(one.company);
    const slugsOf = async () => byRule(await answerFor(one), 'directory_evidence').map(({ id }) => id.split(':')[1]);
    expect((await slugsOf()).toSorted()).toEqual([first, second].toSorted());
    await query(app.databaseUrl, 'update tool set listed = false where slug = $1', [first]);
    expect(await slugsOf()).toEqual([second]);
    await query(app.databaseUrl, 'update product_tool set unlinked_at = now() where organization_id = $1', [
      one.company.organizationId.slice(4),
    ]);
    const answer = await answerFor(one);
    expect(byRule(answer, 'directory_evidence')).toEqual([]);
    expect(reasonOf(answer, 'directory_evidence')).toMatch(/not linked/);
  });
});

describe('a company of which nothing is known', () => {
  it('gets no action about accounts, families or a key that is a day old', async () => {
    const answer = await answerFor(none);
    expect(answer.actions).toEqual([]);
    expect(reasonOf(answer, 'account_silent')).toBe('No account has activated yet.');
    expect(reasonOf(answer, 'family_missing')).toBe('No event has arrived yet.');
    const tomorrow = await app.clock.at(new Date(Date.now() + DAY_MS), () => answerFor(none));
    expect(byRule(tomorrow, 'key_unused')).toEqual([]);
    expect(reasonOf(tomorrow, 'key_unused')).toBeUndefined();
  });
});

describe('the event ids of silent accounts', () => {
  it('are those of their first activations, and of none that another product or company sent', async () => {
    // The truth, from what was sent alone.
    const firstOf = (account: string) =>
      PROVEN.filter((event) => event.account === account && !('family' in event)).toSorted((a, b) =>
        a.receivedAt.localeCompare(b.receivedAt),
      )[0]?.id;
    const [action] = byRule(await answerFor(proven), 'account_silent');
    expect(action?.evidence.map(({ metric, value, eventIds }) => [metric, value, eventIds])).toEqual([
      ['accountsSilent', 2, null],
      ['daysSilent of still.example', 15, [`evt_${firstOf('still.example')}`]],
      ['daysSilent of quiet.example', 20, [`evt_${firstOf('quiet.example')}`]],
    ]);
  });
});

describe('events that are not counted yet', () => {
  it('make every rule about events silent until the last closed day is counted to its end', async () => {
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const [{ at } = { at: '' }] = await query<{ at: string }>(
      app.databaseUrl,
      "select recorded_at::text as at from fold_watermark where name = 'adoption'",
    );
    const countedUntil = (until: string) =>
      query(app.databaseUrl, "update fold_watermark set recorded_at = $1::timestamptz where name = 'adoption'", [
        until,
      ]);
    try {
      await countedUntil(new Date(midnight - 1).toISOString());
      const answer = await answerFor(behind);
      expect(answer.actions).toEqual([]);
      const since = new Date(midnight - 1).toISOString();
      const uncounted = answer.nulls.filter(
        ({ reason }) => reason === `Events recorded since ${since} are not counted yet.`,
      );
      expect(uncounted.map(({ pointer }) => pointer.split('/')[2]).toSorted()).toEqual(RULES_OF_EVENTS);
      await countedUntil(new Date(midnight).toISOString());
      const counted = await answerFor(behind);
      expect(byRule(counted, 'account_silent')).toHaveLength(1);
      expect(byRule(counted, 'family_missing')).toHaveLength(5);
    } finally {
      await countedUntil(at);
    }
  });
});
