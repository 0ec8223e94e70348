import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { actionsTruth, worsened } from '../setup/actions-truth.js';
import { makeWorld, storeWorld, type WorldEvent } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { ACTIONS, givePlan, makeKey } from '../setup/enterprise.js';
import { makeCompany } from '../setup/people.js';

const END = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
const TODAY = END.toISOString().slice(0, 10);
const EVENTS = 6_000;

const WORLDS: readonly { name: string; change: (events: WorldEvent[]) => WorldEvent[]; rules: string[] }[] = [
  { name: 'steady', change: (events) => events, rules: ['account_silent', 'tool_failing'] },
  {
    name: 'worse',
    change: (events) => worsened(events, TODAY),
    rules: ['account_silent', 'activation_drop', 'family_missing', 'no_account', 'retention_unknown', 'tool_failing'],
  },
];

let app: TestApp;
const worlds = new Map<string, { events: WorldEvent[]; token: string }>();
beforeAll(async () => {
  app = await startApp();
  for (const [at, { name, change }] of WORLDS.entries()) {
    const company = await makeCompany(app, name);
    await givePlan(app, company, 'paid');
    const { token } = await makeKey(app, company, { expiresInDays: 60 });
    const organization = company.organizationId.slice(4);
    const [product] = await query<{ id: string }>(
      app.databaseUrl,
      'select id from product where organization_id = $1',
      [organization],
    );
    const made = makeWorld(
      41 + at,
      EVENTS,
      [{ organization, product: product?.id ?? '', labels: ['first-party'] }],
      END,
    );
    const events = change(made);
    await storeWorld(app.databaseUrl, events);
    worlds.set(name, { events, token });
  }
  while ((await foldEvents(app.app.platform.em())).more);
});
afterAll(() => app.close());

interface Action {
  readonly id: string;
  readonly ruleId: string;
  readonly rank: number;
  readonly evidence: readonly { metric: string; value: number; previous: number | null; eventIds: string[] | null }[];
}

describe('the actions of a company whose events are known', () => {
  it.each(WORLDS)('are those that the rules give of its events, in their order: $name', async ({ name, rules }) => {
    const { events, token } = worlds.get(name) ?? { events: [], token: '' };
    const { data, errors } = await askGraphql<{ actions: { actions: Action[] } }>(
      app,
      ACTIONS,
      { productId: name },
      { token },
    );
    expect(errors).toEqual([]);
    const actions = data?.actions.actions ?? [];
    expect(actions.map(({ rank }) => rank)).toEqual(actions.map((_one, at) => at + 1));
    expect(actions.map(({ ruleId }) => ruleId)).toEqual(expect.arrayContaining(rules));
    expect(
      actions.map(({ id, evidence }) => ({
        id,
        evidence: evidence.map(({ metric, value, previous, eventIds }) => [metric, value, previous, eventIds]),
      })),
    ).toEqual(actionsTruth(events, name, TODAY));
  });
});
