import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorldEvent } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { ACTIONS, givePlan, makeKey } from '../setup/enterprise.js';
import { daysAgo, storeEventsOf } from '../setup/enterprise.world.js';
import { type Company, makeCompany } from '../setup/people.js';

const DAY_MS = 86_400_000;

interface Action {
  readonly id: string;
  readonly ruleId: string;
  readonly why: string;
  readonly evidence: { metric: string; value: number; previous: number | null }[];
}

/** The first activation of an account, or a later one, so many days before today. */
const eventOf = (account: string, days: number): Partial<WorldEvent> => ({
  account,
  developer: `dev-${account}`,
  receivedAt: daysAgo(days),
});

interface Paid {
  readonly company: Company;
  readonly token: string;
}
let app: TestApp;
let quiet: Paid;
/** It calls its product the same and has some equal rows. */
let quietToo: Paid;
let longQuiet: Paid;
let families: Paid;
let familiesToo: Paid;
beforeAll(async () => {
  app = await startApp();
  [quiet, quietToo, longQuiet] = [await makePaid('quiet'), await makePaid('quiet'), await makePaid('long-quiet')];
  [families, familiesToo] = [await makePaid('families'), await makePaid('families')];
  const events = [
    eventOf('fourteen.example', 14),
    eventOf('fifteen.example', 15),
    eventOf('began.example', 30), // the first day of the window
    eventOf('returned.example', 60),
    eventOf('returned.example', 30),
    eventOf('just-before.example', 60),
    eventOf('just-before.example', 44), // the first of the 14 days before the window
    eventOf('gone.example', 45),
  ];
  const own = { name: 'API_KEY_CREATED', family: 'evaluation' };
  await storeEventsOf(app, [
    [quiet.company, events],
    [quietToo.company, events.slice(0, 2)],
    [longQuiet.company, [eventOf('ninety.example', 90), eventOf('older.example', 91)]],
    [
      families.company,
      [
        { name: 'FIRST_API_CALL', family: 'activation' },
        { ...own, own: true },
        { name: 'docs_opened', family: 'intent', source: 'csv_import' },
        { name: 'team_added', family: 'expansion', source: 'relay' },
        { name: 'ZONE_USAGE_REPORTED', family: 'retention', label: 'sample' },
      ],
    ],
    [familiesToo.company, [{ name: 'FIRST_API_CALL', family: 'activation' }, own]],
  ]);
});
afterAll(() => app.close());

/** A company on the paid plan, with an agent key of its product. */
async function makePaid(productId: string): Promise<Paid> {
  const company = await makeCompany(app, productId);
  await givePlan(app, company, 'paid');
  return { company, token: (await makeKey(app, company, { expiresInDays: 60 })).token };
}

async function actionsOf(token: string, productId: string, ruleId: string): Promise<Action[]> {
  const { data, errors } = await askGraphql<{ actions: { actions: Action[] } }>(app, ACTIONS, { productId }, { token });
  expect(errors).toEqual([]);
  return data?.actions.actions.filter((action) => action.ruleId === ruleId) ?? [];
}

describe('the action about silent accounts', () => {
  it('counts those without an event in 14 closed days, and those that were silent when the window began', async () => {
    const [action, ...more] = await actionsOf(quiet.token, 'quiet', 'account_silent');
    expect(more).toEqual([]);
    expect(action?.why).toMatch(/^5 of 6 activated accounts fell silent: fifteen\.example \(last on /);
    expect(action?.evidence.map(({ metric, value, previous }) => [metric, value, previous])).toEqual([
      ['accountsSilent', 5, 2],
      ['daysSilent of fifteen.example', 15, null],
      ['daysSilent of began.example', 30, null],
      ['daysSilent of returned.example', 30, null],
      ['daysSilent of just-before.example', 44, null],
      ['daysSilent of gone.example', 45, null],
    ]);
    const [foreign] = await actionsOf(quietToo.token, 'quiet', 'account_silent');
    expect(foreign?.evidence.map(({ metric, value, previous }) => [metric, value, previous])).toEqual([
      ['accountsSilent', 1, 0],
      ['daysSilent of fifteen.example', 15, null],
    ]);
  });

  it('looks 90 days back for the last event, and names an account without its day beyond that', async () => {
    const [action] = await actionsOf(longQuiet.token, 'long-quiet', 'account_silent');
    expect(action?.why).toMatch(
      /^2 of 2 activated accounts fell silent: ninety\.example \(last on [0-9-]{10}\), older\.example\.$/,
    );
    expect(action?.evidence.map(({ metric, value }) => [metric, value])).toEqual([
      ['accountsSilent', 2],
      ['daysSilent of ninety.example', 90],
    ]);
  });
});

describe('the actions about missing families', () => {
  it('are there for a family of which only the vendor itself, a file, a relay or a sample had an event', async () => {
    const idsOf = async (token: string) =>
      (await actionsOf(token, 'families', 'family_missing')).map(({ id }) => id).toSorted();
    expect(await idsOf(families.token)).toEqual([
      'family_missing:commercial',
      'family_missing:evaluation',
      'family_missing:expansion',
      'family_missing:intent',
      'family_missing:retention',
    ]);
    expect(await idsOf(familiesToo.token)).not.toContain('family_missing:evaluation');
  });
});

describe('the action about an unused tracking key', () => {
  it('is there for a live key of the product alone, from its thirtieth day without use', async () => {
    const one = await makePaid('keys');
    await makePaid('keys');
    const { organizationId, owner } = one.company;
    const made = await askGraphql<{
      createProduct: object;
      elsewhere: { trackingKey: { id: string } };
      revoked: { trackingKey: { id: string } };
    }>(
      app,
      `mutation ($product: CreateProductInput!, $elsewhere: CreateTrackingKeyInput!, $revoked: CreateTrackingKeyInput!) {
        createProduct(input: $product) { id }
        elsewhere: createTrackingKey(input: $elsewhere) { trackingKey { id } }
        revoked: createTrackingKey(input: $revoked) { trackingKey { id } } }`,
      {
        product: { organizationId, productId: 'another', name: 'Another', type: 'api' },
        elsewhere: { organizationId, productId: 'another', name: 'elsewhere' },
        revoked: { organizationId, productId: 'keys', name: 'revoked' },
      },
      { cookie: owner.cookie },
    );
    expect(made.errors).toEqual([]);
    const trackingKeyId = made.data?.revoked.trackingKey.id;
    const revoked = await askGraphql(
      app,
      'mutation ($input: RevokeTrackingKeyInput!) { revokeTrackingKey(input: $input) { id } }',
      { input: { organizationId, trackingKeyId } },
      { cookie: owner.cookie },
    );
    expect(revoked.errors).toEqual([]);
    const createdAt = await createdAtOf(one.company);
    const idsAt = (ms: number) =>
      app.clock.at(new Date(createdAt + ms), async () =>
        (await actionsOf(one.token, 'keys', 'key_unused')).map(({ id }) => id),
      );
    expect(await idsAt(30 * DAY_MS - 1)).toEqual([]);
    expect(await idsAt(30 * DAY_MS)).toEqual([`key_unused:${one.company.trackingKeyId}`]);
    // By then the others are as old: the revoked one, that of another product, and the other company's.
    expect(await idsAt(31 * DAY_MS)).toEqual([`key_unused:${one.company.trackingKeyId}`]);
  });
});

/** When the first tracking key of a company was created. */
async function createdAtOf({ organizationId, owner, trackingKeyId }: Company): Promise<number> {
  const { data } = await askGraphql<{ trackingKeys: { id: string; createdAt: string }[] }>(
    app,
    'query ($id: ID!) { trackingKeys(organizationId: $id) { id createdAt } }',
    { id: organizationId },
    { cookie: owner.cookie },
  );
  return Date.parse(data?.trackingKeys.find(({ id }) => id === trackingKeyId)?.createdAt ?? '');
}
