import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorldEvent } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { ACTIONS, givePlan, makeKey } from '../setup/enterprise.js';
import { daysAgo, storeEventsOf } from '../setup/enterprise.world.js';
import { makeEvent } from '../setup/make.js';
import { type Company, makeCompany } from '../setup/people.js';

type Given = Partial<WorldEvent>[];
type Evidence = [metric: string, value: number, previous: number | null];

const times = (count: number, make: (at: number) => Partial<WorldEvent>): Given =>
  Array.from({ length: count }, (_one, at) => make(at));
/** New developers of a day, of whom some activate on it. */
const newcomers = (days: number, count: number, activated: number, given: Partial<WorldEvent> = {}): Given => [
  ...times(count, (at) => ({
    name: 'API_KEY_CREATED',
    family: 'evaluation',
    developer: `new_${days}_${at}`,
    receivedAt: daysAgo(days),
    ...given,
  })),
  ...times(activated, (at) => ({ developer: `new_${days}_${at}`, receivedAt: daysAgo(days), ...given })),
];
const calls = (days: number, mcpTool: string, count: number, failed: number): Given =>
  times(count, (at) => ({
    developer: 'caller',
    receivedAt: daysAgo(days),
    ...(at < failed
      ? { name: 'MCP_TOOL_CALL_FAILED', family: null }
      : { name: 'MCP_TOOL_CALL_SUCCEEDED', family: 'activation' }),
    receipt: { receiptType: 'mcp_tool_call', mcpServer: 'acme', mcpTool, success: at >= failed },
  }));
const used = (days: number, count: number, untimed: number): Given =>
  times(count, (at) => ({ receivedAt: daysAgo(days), ...(at < untimed ? { occurredAt: null } : {}) }));
const named = (days: number, count: number, nameless: number): Given =>
  times(count, (at) => ({ receivedAt: daysAgo(days), ...(at < nameless ? { account: null } : {}) }));
const sent = (count: number): Given => times(count, () => ({ receivedAt: daysAgo(3) }));
const spring = { campaign: 'spring', campaignSource: 'talk' };

interface Worlds {
  readonly rule: string;
  readonly fires: Given;
  readonly id: string;
  readonly evidence: Evidence[];
  readonly under: Given;
  readonly missing: Given;
}

// The first and the last day of both windows: 30 and 1 days ago, 60 and 31 days ago.
const WORLDS: Worlds[] = [
  {
    rule: 'activation_drop',
    fires: [...newcomers(60, 10, 5), ...newcomers(31, 10, 5), ...newcomers(30, 10, 4), ...newcomers(1, 10, 4)],
    id: 'activation_drop:PRODUCT',
    evidence: [
      ['activationShare', 0.4, 0.5],
      ['newDevelopers', 20, 20],
    ],
    under: [...newcomers(60, 10, 5), ...newcomers(31, 10, 5), ...newcomers(30, 10, 4), ...newcomers(1, 10, 5)],
    missing: [...newcomers(60, 10, 5), ...newcomers(31, 10, 5), ...newcomers(30, 10, 0), ...newcomers(1, 9, 0)],
  },
  {
    rule: 'tool_failing',
    fires: [...calls(30, 'export', 10, 3), ...calls(1, 'export', 10, 0), ...calls(31, 'export', 8, 2)],
    id: 'tool_failing:acme/export',
    evidence: [
      ['failureShare', 3 / 20, 2 / 8],
      ['failed', 3, 2],
    ],
    under: [...calls(30, 'export', 10, 2), ...calls(1, 'export', 10, 0), ...calls(31, 'export', 30, 30)],
    missing: [...calls(30, 'export', 19, 19), ...calls(31, 'export', 1, 1)],
  },
  {
    rule: 'campaign_without_activation',
    fires: newcomers(30, 20, 0, spring),
    id: 'campaign_without_activation:spring/talk',
    evidence: [
      ['newDevelopers', 20, null],
      ['newActivated', 0, null],
    ],
    under: newcomers(30, 20, 1, spring),
    missing: [...newcomers(30, 19, 0, spring), ...newcomers(31, 1, 0, spring)],
  },
  {
    rule: 'retention_unknown',
    fires: [...used(30, 10, 4), ...used(31, 4, 1)],
    id: 'retention_unknown:PRODUCT',
    evidence: [['eventsOfUseWithoutTime ÷ eventsOfUse', 0.4, 0.25]],
    under: [...used(30, 10, 3), ...used(31, 4, 4)],
    missing: [...newcomers(30, 4, 0), ...used(31, 4, 4)],
  },
  {
    rule: 'no_account',
    fires: [...named(1, 10, 4), ...named(60, 4, 1), ...named(61, 9, 9)],
    id: 'no_account:PRODUCT',
    evidence: [['1 − eventsWithAccount ÷ events', 0.4, 0.25]],
    under: [...named(1, 10, 3), ...named(31, 9, 9)],
    missing: named(31, 4, 4),
  },
];

interface Action {
  readonly id: string;
  readonly ruleId: string;
  readonly evidence: {
    metric: string;
    value: number;
    previous: number | null;
    window: { from: string; to: string; days: number };
    label: string;
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

let app: TestApp;
/** The same database behind a second gateway. */
let replica: TestApp;
const paid = new Map<string, Paid>();
/** Companies of which three events are refused, beside 146 and 147 that are stored, and one that sends nothing. */
let above: Paid;
let at: Paid;
let none: Paid;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
  const stored: [Company, Given][] = [];
  for (const { rule, ...worlds } of WORLDS)
    for (const kind of ['fires', 'under', 'missing'] as const) {
      // All three call their product the same, and have rows that are equal.
      const made = await makePaid(`of-${rule}`);
      paid.set(`${rule} ${kind}`, made);
      stored.push([made.company, worlds[kind]]);
    }
  [above, at, none] = [await makePaid('refused'), await makePaid('refused'), await makePaid('refused')];
  stored.push([above.company, sent(146)], [at.company, sent(147)]);
  await storeEventsOf(app, stored);
});
afterAll(async () => {
  await replica?.close();
  await app?.close();
});

/** A company on the paid plan, with an agent key of its product. */
async function makePaid(productId: string, expiresInDays = 60): Promise<Paid> {
  const company = await makeCompany(app, productId);
  await givePlan(app, company, 'paid');
  return { company, token: (await makeKey(app, company, { expiresInDays })).token };
}

/** The actions of a company's product, for its key or else its owner. */
async function actionsOf(at: TestApp, { productId, owner }: Company, token: string | null): Promise<Actions> {
  const caller = token === null ? { cookie: owner.cookie } : { token };
  const { data, errors } = await askGraphql<{ actions: Actions }>(at, ACTIONS, { productId }, caller);
  expect(errors).toEqual([]);
  if (!data) throw new Error('no actions');
  return data.actions;
}

function answerOf(world: string, at: TestApp = app): Promise<Actions> {
  const { company, token } = paid.get(world) as Paid;
  return actionsOf(at, company, token);
}
const byRule = ({ actions }: Actions, rule: string) => actions.filter(({ ruleId }) => ruleId === rule);
const silentRules = ({ nulls }: Actions) => nulls.map(({ pointer }) => pointer);

describe.each(WORLDS)('the rule $rule', ({ rule, id, evidence }) => {
  it('fires at its bound, with the numbers of both windows and nothing of another organization', async () => {
    const [action, ...more] = byRule(await answerOf(`${rule} fires`), rule);
    expect(more).toEqual([]);
    expect(action?.id).toBe(id.replace('PRODUCT', `of-${rule}`));
    expect(action?.evidence.map(({ metric, value, previous }) => [metric, value, previous])).toEqual(evidence);
    const window = { from: daysAgo(30).slice(0, 10), to: daysAgo(1).slice(0, 10), days: 30 };
    for (const one of action?.evidence ?? [])
      expect(one).toMatchObject({ window, label: 'first-party', eventIds: null });
  });

  it('does not fire just under it, and is not said to lack data', async () => {
    const answer = await answerOf(`${rule} under`);
    expect(byRule(answer, rule)).toEqual([]);
    expect(silentRules(answer)).not.toContain(`/actions/${rule}`);
  });

  it('is silent where its data is missing, and says why', async () => {
    const answer = await answerOf(`${rule} missing`);
    expect(byRule(answer, rule)).toEqual([]);
    expect(answer.nulls.find(({ pointer }) => pointer === `/actions/${rule}`)?.reason).toMatch(/\w/);
  });

  it('gives the same bytes when it is asked again, and by another gateway', async () => {
    const bytesOf = async (at: TestApp) => JSON.stringify((await answerOf(`${rule} fires`, at)).actions);
    const first = await bytesOf(app);
    expect(await bytesOf(app)).toBe(first);
    const ofReplica = await bytesOf(replica);
    expect(ofReplica.replaceAll(replica.url, app.url)).toBe(first);
  });
});

describe('the rule refusals', () => {
  it('fires above one in fifty of what the product’s keys sent on closed days, and names the most frequent code', async () => {
    const refuse = (one: Paid, days: number, wrong: Record<string, unknown>) =>
      app.clock.at(new Date(daysAgo(days)), async () => {
        const { status } = await ask(`${app.url}/api/usage/track`, {
          token: one.company.trackingKey,
          body: makeEvent(app, { product: { id: 'refused', name: 'An API', type: 'api' }, ...wrong }),
        });
        expect(status).toBe(400);
      });
    for (const one of [above, at]) {
      await refuse(one, 1, { developer_id: 'anonymous' });
      await refuse(one, 30, { developer_id: 'anonymous' });
      await refuse(one, 30, { event_name: 7 });
      await refuse(one, 31, { event_name: 7 });
      await refuse(one, 0, { event_name: 7 });
    }
    await app.app.parts.verdicts.flush();
    const answerFor = ({ company, token }: Paid) => actionsOf(app, company, token);
    const [action] = byRule(await answerFor(above), 'refusals');
    expect(action?.evidence.map(({ metric, value, previous }) => [metric, value, previous])).toEqual([
      ['refusedShare', 3 / 149, 1],
      [expect.stringMatching(/^refused\./), 2, null],
    ]);
    const under = await answerFor(at); // 3 of 150 are one in fifty
    expect(byRule(under, 'refusals')).toEqual([]);
    expect(silentRules(under)).not.toContain('/actions/refusals');
    expect(silentRules(await answerFor(none))).toContain('/actions/refusals');
  });
});

describe('the rule key_ending', () => {
  it('fires ten days before the end to the millisecond, and is silent to a member of a company without a key', async () => {
    const company = await makeCompany(app, 'ending');
    await givePlan(app, company, 'paid');
    const without = await actionsOf(app, company, null);
    expect(without.nulls.find(({ pointer }) => pointer === '/actions/key_ending')?.reason).toMatch(/no agent key/);
    const { token, key } = await makeKey(app, company, { expiresInDays: 20 });
    const elsewhere = await makePaid('ending', 5);
    const endingAt = (before: number) =>
      app.clock.at(new Date(Date.parse(key.expiresAt) - before), async () =>
        byRule(await actionsOf(app, company, token), 'key_ending'),
      );
    expect(await endingAt(10 * 86_400_000 + 1)).toEqual([]);
    const [action, ...more] = await endingAt(10 * 86_400_000);
    expect([action?.id, more]).toEqual([`key_ending:${key.keyId}`, []]);
    expect(action?.evidence).toMatchObject([{ metric: 'daysLeft', value: 10, previous: null, label: 'first-party' }]);
    expect(byRule(await actionsOf(app, elsewhere.company, elsewhere.token), 'key_ending')).toHaveLength(1);
    expect(silentRules(await actionsOf(app, company, token))).toContain('/actions/directory_evidence');
  });
});
