import { describe, expect, it } from 'vitest';
import type { ActionFacts } from '../../server/enterprise/action-facts.rules.js';
import { actionsOf } from '../../server/enterprise/actions.rules.js';

const NOW = new Date('2026-11-26T09:30:00.000Z');
const TOTALS: ActionFacts['totals'] = {
  events: 1_000,
  eventsWithAccount: 1_000,
  newDevelopers: 100,
  newActivated: 40,
  matured: 100,
  returned: 40,
  calls: 100,
  failed: 0,
  families: 6,
  refused: 0,
  developers: 200,
  eventsOfUse: 500,
  eventsOfUseWithoutTime: 0,
};
const FAMILIES = ['intent', 'evaluation', 'activation', 'retention', 'expansion', 'commercial'];

/** Facts by which every rule could fire and none does. */
const facts = (given: Partial<ActionFacts> = {}): ActionFacts => ({
  organizationId: 'org_1',
  productId: 'api-1',
  now: NOW,
  asOf: NOW,
  label: 'first-party',
  window: { from: '2026-10-27', to: '2026-11-25', days: 30 },
  totals: TOTALS,
  previous: TOTALS,
  toolCalls: [{ mcpServer: 'files', mcpTool: 'read', calls: 100, failed: 0 }],
  previousToolCalls: [],
  campaigns: [{ campaignId: 'spring', source: null, newDevelopers: 20, newActivated: 1 }],
  refusedByCode: [],
  accounts: { activated: 10, silent: 0, silentBefore: 0, named: [] },
  familiesEver: FAMILIES.map((family) => ({ family, events: 1 })),
  agentKeys: [{ id: 'key_a', name: 'Board', expiresAt: new Date('2026-12-31T00:00:00.000Z') }],
  trackingKeys: [{ id: 'key_t', name: 'Server', createdAt: new Date('2026-01-01T00:00:00.000Z'), lastUsedAt: NOW }],
  tools: [{ slug: 'api', name: 'API', lacks: [] }],
  workspaceUrl: 'https://dai.example',
  ...given,
});
const withTotals = (now: Partial<ActionFacts['totals']>, before: Partial<ActionFacts['totals']> = {}) =>
  facts({ totals: { ...TOTALS, ...now }, previous: { ...TOTALS, ...before } });
const tool = (calls: number, failed: number) =>
  facts({ toolCalls: [{ mcpServer: 'files', mcpTool: 'read', calls, failed }] });
const campaign = (newDevelopers: number, newActivated: number) =>
  facts({ campaigns: [{ campaignId: 'spring', source: 'talk', newDevelopers, newActivated }] });
const silent = (activated: number, count: number) =>
  facts({
    accounts: {
      activated,
      silent: count,
      silentBefore: 1,
      named: count > 0 ? [{ accountDomain: 'a.example', lastDay: '2026-11-11', eventId: 'evt_1' }] : [],
    },
  });
const agentKey = (expiresAt: string) =>
  facts({ agentKeys: [{ id: 'key_a', name: 'Board', expiresAt: new Date(expiresAt) }] });
const trackingKey = (lastUsedAt: string) =>
  facts({
    trackingKeys: [
      { id: 'key_t', name: 'Server', createdAt: new Date('2026-01-01'), lastUsedAt: new Date(lastUsedAt) },
    ],
  });
const families = (...missing: string[]) =>
  facts({ familiesEver: FAMILIES.map((family) => ({ family, events: missing.includes(family) ? 0 : 7 })) });

interface Worlds {
  readonly fires: ActionFacts;
  readonly id: string;
  readonly under: ActionFacts;
  readonly missing: ActionFacts;
}

const RULES: Readonly<Record<string, Worlds>> = {
  activation_drop: {
    fires: withTotals({ newDevelopers: 20, newActivated: 4 }, { newDevelopers: 20, newActivated: 6 }),
    id: 'activation_drop:api-1',
    under: withTotals({ newDevelopers: 1_000, newActivated: 201 }, { newDevelopers: 1_000, newActivated: 300 }),
    missing: withTotals({ newDevelopers: 19, newActivated: 0 }, { newDevelopers: 20, newActivated: 20 }),
  },
  refusals: {
    fires: facts({
      totals: { ...TOTALS, events: 979, refused: 21 },
      refusedByCode: [{ code: 'required', refused: 15 }],
    }),
    id: 'refusals:api-1',
    under: withTotals({ events: 980, eventsWithAccount: 980, refused: 20 }),
    missing: withTotals({ events: 0, eventsWithAccount: 0, refused: 0 }),
  },
  tool_failing: { fires: tool(20, 3), id: 'tool_failing:files/read', under: tool(20, 2), missing: tool(19, 19) },
  account_silent: { fires: silent(10, 1), id: 'account_silent:api-1', under: silent(10, 0), missing: silent(0, 0) },
  key_ending: {
    fires: agentKey('2026-12-06T09:30:00.000Z'),
    id: 'key_ending:key_a',
    under: agentKey('2026-12-06T09:30:00.001Z'),
    missing: facts({ agentKeys: [] }),
  },
  campaign_without_activation: {
    fires: campaign(20, 0),
    id: 'campaign_without_activation:spring/talk',
    under: campaign(20, 1),
    missing: campaign(19, 0),
  },
  family_missing: {
    fires: families('commercial'),
    id: 'family_missing:commercial',
    under: families(),
    missing: families(...FAMILIES),
  },
  retention_unknown: {
    fires: withTotals({ eventsOfUse: 1_000, eventsOfUseWithoutTime: 301 }),
    id: 'retention_unknown:api-1',
    under: withTotals({ eventsOfUse: 1_000, eventsOfUseWithoutTime: 300 }),
    missing: withTotals({ eventsOfUse: 0, eventsOfUseWithoutTime: 0 }),
  },
  no_account: {
    fires: withTotals({ events: 1_000, eventsWithAccount: 699 }),
    id: 'no_account:api-1',
    under: withTotals({ events: 1_000, eventsWithAccount: 700 }),
    missing: withTotals({ events: 0, eventsWithAccount: 0 }),
  },
  key_unused: {
    fires: trackingKey('2026-10-27T09:30:00.000Z'),
    id: 'key_unused:key_t',
    under: trackingKey('2026-10-27T09:30:00.001Z'),
    missing: facts({ trackingKeys: [] }),
  },
  directory_evidence: {
    fires: facts({ tools: [{ slug: 'api', name: 'API', lacks: ['llms.txt'] }] }),
    id: 'directory_evidence:api',
    under: facts(),
    missing: facts({ tools: [] }),
  },
};

describe('the rules of actions', () => {
  it('are silent and judge everything where nothing is wrong', () => {
    expect(actionsOf(facts())).toEqual({ actions: [], nulls: [] });
  });

  it.each(Object.entries(RULES))(
    '%s fires, is silent just under its bound, and says what it lacks',
    (ruleId, worlds) => {
      const fired = actionsOf(worlds.fires);
      expect(fired.actions.map(({ id }) => id)).toEqual([worlds.id]);
      expect(fired.nulls).toEqual([]);
      const [action] = fired.actions;
      expect(action).toMatchObject({ ruleId, ruleVersion: 1, rank: 1 });
      expect(action?.url).toMatch(/^https:\/\/dai\.example\/(admin\/#\/o\/org_1|submit)\//);
      expect(action?.evidence.length).toBeGreaterThan(0);
      expect(actionsOf(worlds.under)).toEqual({ actions: [], nulls: [] });
      const missing = actionsOf(worlds.missing);
      expect(missing.actions.filter((one) => one.ruleId === ruleId)).toEqual([]);
      expect(missing.nulls.map(({ pointer }) => pointer)).toContain(`/actions/${ruleId}`);
    },
  );

  it('compare shares exactly: 30 % to 20 % is a fall of ten points, whatever binary fractions say', () => {
    expect(0.3 - 0.2).toBeLessThan(0.1);
    expect(
      actionsOf(withTotals({ newDevelopers: 50, newActivated: 10 }, { newDevelopers: 50, newActivated: 15 })).actions,
    ).toHaveLength(1);
  });

  it('prove an action by its number, the one before, window, label and events', () => {
    const [drop] = actionsOf(
      withTotals({ newDevelopers: 20, newActivated: 4 }, { newDevelopers: 40, newActivated: 30 }),
    ).actions;
    expect(drop?.evidence).toEqual([
      {
        metric: 'activationShare',
        value: 0.2,
        previous: 0.75,
        window: { from: '2026-10-27', to: '2026-11-25', days: 30 },
        label: 'first-party',
        eventIds: null,
      },
      {
        metric: 'newDevelopers',
        value: 20,
        previous: 40,
        window: { from: '2026-10-27', to: '2026-11-25', days: 30 },
        label: 'first-party',
        eventIds: null,
      },
    ]);
    const [quiet] = actionsOf(silent(10, 3)).actions;
    expect(quiet?.why).toBe('3 of 10 activated accounts fell silent: a.example (last on 2026-11-11) and 2 more.');
    expect(quiet?.evidence).toMatchObject([
      { metric: 'accountsSilent', value: 3, previous: 1, window: { from: '2026-11-12', to: '2026-11-25', days: 14 } },
      { metric: 'daysSilent of a.example', value: 15, eventIds: ['evt_1'] },
    ]);
    const [refused] = actionsOf(RULES.refusals?.fires ?? facts()).actions;
    expect(refused?.why).toBe('21 of 1000 events were refused, most often with required (15).');
  });

  it('make one action for each tool, campaign, key and family, and one for all silent accounts', () => {
    const many = actionsOf(
      facts({
        toolCalls: ['read', 'write'].map((mcpTool) => ({ mcpServer: 'files', mcpTool, calls: 20, failed: 20 })),
        campaigns: ['a', 'b'].map((campaignId) => ({ campaignId, source: null, newDevelopers: 20, newActivated: 0 })),
        accounts: { activated: 9, silent: 9, silentBefore: 0, named: [] },
        familiesEver: FAMILIES.map((family) => ({ family, events: family === 'intent' ? 1 : 0 })),
        agentKeys: ['key_1', 'key_2'].map((id) => ({ id, name: id, expiresAt: NOW })),
      }),
    ).actions.map(({ ruleId }) => ruleId);
    expect(Object.fromEntries([...Map.groupBy(many, (one) => one)].map(([id, same]) => [id, same.length]))).toEqual({
      tool_failing: 2,
      campaign_without_activation: 2,
      account_silent: 1,
      family_missing: 5,
      key_ending: 2,
    });
  });

  it('rank by weight × log10(1 + what is touched), ties by id', () => {
    const ranked = actionsOf(
      facts({
        toolCalls: [
          { mcpServer: 'b', mcpTool: 'x', calls: 99, failed: 99 }, // 80 × 2
          { mcpServer: 'a', mcpTool: 'x', calls: 99, failed: 99 }, // 80 × 2
        ],
        accounts: { activated: 999, silent: 999, silentBefore: 0, named: [] }, // 70 × 3
        trackingKeys: [{ id: 'key_t', name: 'Server', createdAt: new Date('2026-01-01'), lastUsedAt: null }], // 30 × 0
      }),
    ).actions.map(({ rank, id }) => [rank, id]);
    expect(ranked).toEqual([
      [1, 'account_silent:api-1'],
      [2, 'tool_failing:a/x'],
      [3, 'tool_failing:b/x'],
      [4, 'key_unused:key_t'],
    ]);
  });

  it('give the same bytes for the same facts, all day long', () => {
    const all = facts({
      totals: { ...TOTALS, refused: 500, newActivated: 0, eventsOfUseWithoutTime: 400, eventsWithAccount: 1 },
      tools: [{ slug: 'api', name: 'API', lacks: ['docs', 'an MCP line'] }],
      accounts: {
        activated: 2,
        silent: 2,
        silentBefore: 0,
        named: [{ accountDomain: 'a.example', lastDay: null, eventId: 'evt_1' }],
      },
    });
    const once = JSON.stringify(actionsOf(all));
    expect(JSON.stringify(actionsOf(structuredClone(all)))).toBe(once);
    expect(JSON.stringify(actionsOf({ ...all, now: new Date('2026-11-26T23:59:59.999Z') }))).toBe(once);
  });

  it('keep ids and titles short, whatever others call their tools', () => {
    const long = (end: string) => ({
      mcpServer: 'ü'.repeat(200),
      mcpTool: `${'ü'.repeat(199)}${end}`,
      calls: 20,
      failed: 20,
    });
    const { actions } = actionsOf(facts({ toolCalls: [long('a'), long('b')] }));
    expect(new Set(actions.map(({ id }) => id)).size).toBe(2);
    for (const { id, title } of actions) {
      expect(id.length).toBeLessThanOrEqual(113);
      expect(title.length).toBeLessThan(100);
    }
  });
});
