import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, compactPeriods, foldEvents } from '../../server/adoption/index.js';
import { evidenceInDays, makeWorld, storeWorld, type WorldEvent } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, makeCompany } from '../setup/people.js';

const HOUR_MS = 3_600_000;
const END = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
const TODAY = END.toISOString().slice(0, 10);
const LAST_DAY = addDays(TODAY, -2);
const EVENTS = 3_000;
/** A domain of the world that stands for one of free mail. */
const FREE_MAIL = 'a1.example';

/** Ids are made in the order of arrival, by which the list of events is read. */
const inOrderOfTime = (event: WorldEvent, n: number): WorldEvent => {
  const at = Date.parse(event.receivedAt).toString(16).padStart(12, '0');
  return { ...event, id: `${at.slice(0, 8)}-${at.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}` };
};

let app: TestApp;
let company: Company;
let events: WorldEvent[];

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'one');
  const { organizationId, owner } = company;
  await askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { organizationId, productId: 'two', name: 'An API', type: 'api' } },
    { cookie: owner.cookie },
  );
  const products = await query<{ id: string; product_id: string }>(
    app.databaseUrl,
    'select id, product_id from product where organization_id = $1',
    [organizationId.slice(4)],
  );
  const made = products
    .toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1))
    .map(({ id, product_id }) => ({
      organization: organizationId.slice(4),
      product: id,
      labels: product_id === 'one' ? (['first-party', 'sample'] as const) : (['first-party'] as const),
    }));
  events = makeWorld(23, EVENTS, made, END).map(inOrderOfTime);
  await storeWorld(app.databaseUrl, events);
  await query(app.databaseUrl, 'update tracking_event set free_mail = true where account_domain = $1', [FREE_MAIL]);
  const em = () => app.app.platform.em();
  while ((await foldEvents(em())).more);
  while (await compactPeriods(em(), addDays(LAST_DAY, -20)));
});
afterAll(() => app.close());

interface Window {
  readonly productId?: string;
  readonly family?: string;
  readonly from: string;
  readonly to: string;
}

interface Totals {
  readonly events: number;
  readonly eventsWithAccount: number;
  readonly developers: number;
  readonly accounts: number;
  readonly accountsActivated: number;
  readonly newDevelopers: number;
  readonly newActivated: number;
  readonly activated: number;
  readonly retained: number;
  readonly matured: number;
  readonly returned: number;
}

interface View {
  readonly label: string;
  readonly totals: Totals;
  readonly funnel: readonly { family: string; events: number; developers: number; accounts: number }[];
  readonly days: readonly { day: string; events: number; developers: number; accounts: number }[];
  readonly retention: readonly { cohort: string; developers: number; weeks: readonly number[] }[];
  readonly campaigns: readonly {
    campaignId: string;
    source: string | null;
    events: number;
    developers: number;
    accounts: number;
    activated: number;
    newDevelopers: number;
    newActivated: number;
  }[];
  readonly toolCalls: readonly { mcpServer: string | null; mcpTool: string | null; calls: number; failed: number }[];
}

const VIEW = `query ($organizationId: ID!, $productId: String, $family: EventFamily, $from: String!, $to: String!) {
  companyAdoption(organizationId: $organizationId, productId: $productId, family: $family, from: $from, to: $to) {
    label totals { events eventsWithAccount developers accounts accountsActivated newDevelopers newActivated activated retained matured returned }
    funnel { family events developers accounts } days { day events developers accounts } retention { cohort developers weeks }
    campaigns { campaignId source events developers accounts activated newDevelopers newActivated }
    toolCalls { mcpServer mcpTool calls failed } } }`;

async function answer<T>(text: string, variables: Record<string, unknown>): Promise<T> {
  const reply = await askGraphql<T>(
    app,
    text,
    { organizationId: company.organizationId, ...variables },
    { cookie: company.owner.cookie },
  );
  expect(reply.errors).toEqual([]);
  if (!reply.data) throw new Error('no data');
  return reply.data;
}

const viewOf = async (window: Window): Promise<View> =>
  (await answer<{ companyAdoption: View }>(VIEW, { ...window })).companyAdoption;

const LISTS = {
  companyDevelopers: 'developerId',
  companyAccounts: 'accountDomain',
  events: 'eventId',
  eventLog: 'id',
} as const;
type List = keyof typeof LISTS;

const typed = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));
/** Arguments whose values are names of an enum. */
const ENUMS = ['family', 'figure'];

/** The names of all rows of a list, page by page. */
async function namesIn(list: List, given: Record<string, unknown>): Promise<string[]> {
  const args = Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `, ${name}: ${ENUMS.includes(name) ? value : typed(value)}`)
    .join('');
  const names: string[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page: { list: { items: Record<string, string>[]; nextCursor: string | null } } = await answer(
      `query ($organizationId: ID!, $cursor: String) {
        list: ${list}(organizationId: $organizationId, cursor: $cursor, limit: 100${args}) { items { name: ${LISTS[list]} } nextCursor } }`,
      { cursor },
    );
    names.push(...page.list.items.map(({ name }) => String(name)));
    cursor = page.list.nextCursor ?? undefined;
  }
  expect(new Set(names).size).toBe(names.length);
  return names;
}

const countIn = async (list: List, given: Record<string, unknown>): Promise<number> =>
  (await namesIn(list, given)).length;

/** The arguments of the list of events that a window counts. */
const countedIn = ({ from, to, ...rest }: Window, { label }: View) => ({
  ...rest,
  fromDay: from,
  toDay: to,
  counted: label,
});

const FIGURES = ['newDevelopers', 'newActivated', 'activated', 'retained', 'matured', 'returned'] as const;

const WINDOWS: readonly (readonly [name: string, window: Window])[] = [
  ['all products', { from: addDays(LAST_DAY, -179), to: addDays(LAST_DAY, -60) }],
  ['one product', { productId: 'two', from: addDays(LAST_DAY, -150), to: addDays(LAST_DAY, -36) }],
  ['a product of both labels', { productId: 'one', from: addDays(LAST_DAY, -29), to: LAST_DAY }],
  ['one family', { family: 'activation', from: addDays(LAST_DAY, -79), to: LAST_DAY }],
  ['a family of one product', { productId: 'two', family: 'evaluation', from: addDays(LAST_DAY, -60), to: LAST_DAY }],
];

describe('every figure has as many people as it counts', () => {
  it.each(WINDOWS)('in the totals of %s', { timeout: 120_000 }, async (name, window) => {
    const view = await viewOf(window);
    const { totals } = view;
    for (const figure of FIGURES) {
      if (name === 'all products') expect(totals[figure], figure).toBeGreaterThan(0);
      expect(await countIn('companyDevelopers', { ...window, figure }), figure).toBe(totals[figure]);
    }
    expect(await countIn('companyDevelopers', { ...window, figure: 'newNotActivated' })).toBe(
      totals.newDevelopers - totals.newActivated,
    );
    expect(await countIn('companyDevelopers', { ...window, figure: 'notReturned' })).toBe(
      totals.matured - totals.returned,
    );
    expect(await countIn('companyDevelopers', { ...window })).toBe(totals.developers);
    expect(await countIn('companyAccounts', { ...window })).toBe(totals.accounts);
    expect(await countIn('companyAccounts', { ...window, figure: 'accountsActivated' })).toBe(totals.accountsActivated);
    const counted = countedIn(window, view);
    expect(await countIn('events', counted)).toBe(totals.events);
    expect(await countIn('eventLog', counted)).toBe(totals.events);
    expect(await countIn('events', { ...counted, withoutAccount: true })).toBe(
      totals.events - totals.eventsWithAccount,
    );
  });

  it('in each step of the funnel, each cell of a cohort and each day', { timeout: 240_000 }, async () => {
    const window = { from: addDays(LAST_DAY, -79), to: LAST_DAY };
    const view = await viewOf(window);
    for (const { family, ...step } of view.funnel) {
      expect(await countIn('companyDevelopers', { ...window, family }), family).toBe(step.developers);
      expect(await countIn('companyAccounts', { ...window, family }), family).toBe(step.accounts);
      expect(await countIn('events', { ...countedIn(window, view), family }), family).toBe(step.events);
    }
    expect(view.retention.length).toBeGreaterThan(8);
    for (const { cohort, developers, weeks } of view.retention) {
      expect(await countIn('companyDevelopers', { ...window, cohort }), cohort).toBe(developers);
      for (const [week, used] of weeks.entries())
        if (week % 3 === 0)
          expect(await countIn('companyDevelopers', { ...window, cohort, week }), `${cohort} ${week}`).toBe(used);
    }
    for (const { day, ...counts } of view.days.filter((_day, n) => n % 9 === 0)) {
      const ofDay = { from: day, to: day };
      expect(await countIn('companyDevelopers', ofDay), day).toBe(counts.developers);
      expect(await countIn('companyAccounts', ofDay), day).toBe(counts.accounts);
      expect(await countIn('events', countedIn(ofDay, view)), day).toBe(counts.events);
    }
  });

  it('in the cohorts of a family', { timeout: 120_000 }, async () => {
    const window = { family: 'evaluation', from: addDays(LAST_DAY, -79), to: LAST_DAY };
    const { retention } = await viewOf(window);
    for (const { cohort, weeks } of retention.slice(0, 4))
      for (const [week, used] of weeks.slice(0, 3).entries())
        expect(await countIn('companyDevelopers', { ...window, cohort, week }), `${cohort} ${week}`).toBe(used);
  });

  it.each(WINDOWS.slice(2, 4))('in each campaign of %s', { timeout: 240_000 }, async (_name, window) => {
    const view = await viewOf(window);
    expect(view.campaigns.some(({ source }) => source === null)).toBe(true);
    for (const { campaignId, source, ...figures } of view.campaigns) {
      const campaign = { campaignId, campaignSource: source };
      const ofFigure = (figure: string) => countIn('companyDevelopers', { ...window, ...campaign, figure });
      expect(await countIn('companyDevelopers', { ...window, ...campaign })).toBe(figures.developers);
      expect(await countIn('companyAccounts', { ...window, ...campaign })).toBe(figures.accounts);
      expect(await countIn('events', { ...countedIn(window, view), ...campaign })).toBe(figures.events);
      expect(await ofFigure('activated')).toBe(figures.activated);
      expect(await ofFigure('newDevelopers')).toBe(figures.newDevelopers);
      expect(await ofFigure('newActivated')).toBe(figures.newActivated);
    }
  });

  it('in the calls of each tool', async () => {
    const window = { from: addDays(LAST_DAY, -79), to: LAST_DAY };
    const view = await viewOf(window);
    const named = view.toolCalls.filter(({ mcpServer, mcpTool }) => mcpServer && mcpTool);
    expect(named.length).toBeGreaterThan(3);
    for (const { mcpServer, mcpTool, calls, failed } of named) {
      const ofTool = { ...countedIn(window, view), mcpServer, mcpTool };
      expect(await countIn('events', ofTool)).toBe(calls);
      expect(await countIn('events', { ...ofTool, eventName: 'MCP_TOOL_CALL_FAILED' })).toBe(failed);
    }
  });
});

describe('the people of a figure', () => {
  it('are those whom the events name, in whatever order they are listed', async () => {
    const window = { productId: 'two', from: addDays(LAST_DAY, -59), to: LAST_DAY };
    const [two] = await query<{ id: string }>(
      app.databaseUrl,
      "select id from product where organization_id = $1 and product_id = 'two'",
      [company.organizationId.slice(4)],
    );
    const counted = events.filter(
      ({ product, source, own, label }) => product === two?.id && source === 'api' && !own && label === 'first-party',
    );
    const truth = [...evidenceInDays(counted, window.from, window.to).keys()].map((person) => person.slice(37));
    for (const sort of ['name', '-events', 'retainedAt', '-lastSeen'])
      expect((await namesIn('companyDevelopers', { ...window, figure: 'activated', sort })).toSorted()).toEqual(
        truth.toSorted(),
      );
  });

  it('without an account are those whose events count for none', async () => {
    const window = { from: addDays(LAST_DAY, -9), to: LAST_DAY };
    const label = (await viewOf(window)).label;
    const named = new Set(
      events
        .filter(
          ({ source, own, account, ...event }) =>
            source === 'api' && !own && (account === null || account === FREE_MAIL) && event.label === label,
        )
        .filter(({ occurredAt, receivedAt }) => {
          const day = (occurredAt ?? receivedAt).slice(0, 10);
          return day >= window.from && day <= window.to;
        })
        .map(({ developer }) => developer),
    );
    expect((await namesIn('companyDevelopers', { ...window, withoutAccount: true })).toSorted()).toEqual(
      [...named].toSorted(),
    );
  });
});

describe('a list of a figure', () => {
  const WINDOW = { from: addDays(LAST_DAY, -9), to: LAST_DAY };
  const problems = async (list: string, given: string): Promise<unknown> => {
    const reply = await askGraphql(
      app,
      `query ($organizationId: ID!) { ${list}(organizationId: $organizationId, ${given}) { nextCursor } }`,
      { organizationId: company.organizationId },
      { cookie: company.owner.cookie },
    );
    const [error] = reply.errors as { extensions?: { errors?: { pointer: string; code: string }[] } }[];
    return error?.extensions?.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
  };
  const days = `from: "${WINDOW.from}", to: "${WINDOW.to}"`;

  it.each([
    ['companyDevelopers', `${days}, cohort: "2026-W60"`, ['/cohort not_a_week']],
    ['companyDevelopers', `${days}, cohort: "2025-W53"`, ['/cohort not_a_week']],
    ['companyDevelopers', `${days}, cohort: "2026-W40", figure: activated`, ['/figure conflict']],
    ['companyDevelopers', `${days}, week: 2`, ['/cohort required']],
    ['companyDevelopers', `${days}, campaignSource: "talk"`, ['/campaignId required']],
    ['companyDevelopers', `${days}, withoutAccount: true, accountDomain: "a1.example"`, ['/accountDomain conflict']],
    ['companyAccounts', `${days}, campaignSource: "talk"`, ['/campaignId required']],
    ['events', 'fromDay: "2026-02-30"', ['/fromDay not_a_day']],
    ['eventLog', 'fromDay: "2026-02-03", toDay: "2026-02-01"', ['/toDay before_from']],
  ])('of %s refuses %s', async (list, given, expected) => {
    expect(await problems(list, given)).toEqual(expected);
  });
});
