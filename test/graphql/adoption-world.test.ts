import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type FigureOfPeople, movementKey, type WantedMovement } from '../../server/adoption/evidence/index.js';
import { addDays, compactPeriods, foldEvents, readToolTruths, rebuildRollups } from '../../server/adoption/index.js';
import { latencyAt } from '../../server/adoption/rollup.rules.js';
import { entities } from '../../server/app/database.js';
import { M0187NamedActivity } from '../../server/platform/database/migrations/m0187.named-activity.js';
import { openOrm } from '../../server/platform/database/orm.js';
import {
  ACCOUNT_ORDERS,
  accountsTruth,
  countedEvents,
  DEVELOPER_ORDERS,
  developersTruth,
  familiesTruth,
  inOrder,
  viewTruth,
} from '../setup/adoption-truth.js';
import {
  countable,
  dayOf,
  evidenceInDays,
  labelOf,
  makeWorld,
  personOf,
  storeWorld,
  type WorldEvent,
  type WorldProduct,
  within,
} from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { linkTool, makeTool, setDomainVerified } from '../setup/evidence.js';
import { type Company, makeCompany } from '../setup/people.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many events the world of adoption has. */
    worldEvents: number;
  }
}

const HOUR_MS = 3_600_000;
const END = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
const LAST_DAY = addDays(END.toISOString().slice(0, 10), -2);

let app: TestApp;
/** Two processes that fold and compact. */
let orms: [MikroORM, MikroORM];
let first: Company;
let second: Company;
let events: WorldEvent[];
/** The products of each tool, as bare UUIDs. */
const sources = new Map<string, string[]>();

async function addProduct({ organizationId, owner }: Company, productId: string): Promise<void> {
  await askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { organizationId, productId, name: 'An API', type: 'api' } },
    { cookie: owner.cookie },
  );
}

async function productUuid({ organizationId }: Company, productId: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    app.databaseUrl,
    'select id from product where organization_id = $1 and product_id = $2',
    [organizationId.slice(4), productId],
  );
  return row?.id ?? '';
}

beforeAll(async () => {
  app = await startApp();
  orms = [await openOrm(app.databaseUrl, entities, 4), await openOrm(app.databaseUrl, entities, 4)];
  first = await makeCompany(app, 'one');
  second = await makeCompany(app, 'one');
  await addProduct(first, 'two');
  await addProduct(first, 'unlinked');
  await addProduct(second, 'two');
  const product = async (company: Company, productId: string, labels: WorldProduct['labels']) => ({
    organization: company.organizationId.slice(4),
    product: await productUuid(company, productId),
    labels,
  });
  const products = [
    await product(first, 'one', ['first-party', 'first-party', 'sample']),
    await product(first, 'two', ['first-party']),
    await product(first, 'unlinked', ['first-party']),
    await product(second, 'one', ['sample']),
    await product(second, 'two', ['first-party']),
  ] as const;
  const links = [
    ['shared', [first, 'one'], [first, 'two'], [second, 'two']],
    ['sample', [second, 'one']],
    ['single', [first, 'two']],
  ] as const;
  await setDomainVerified(app, first.organizationId);
  await setDomainVerified(app, second.organizationId);
  for (const [, ...linked] of links) {
    const toolId = await makeTool(app);
    const uuids: string[] = [];
    for (const [company, productId] of linked) {
      await linkTool(app, { ...company, productId }, toolId);
      uuids.push(await productUuid(company, productId));
    }
    sources.set(toolId.replace('tol_', ''), uuids);
  }
  events = makeWorld(17, inject('worldEvents'), products, END);
  await storeWorld(app.databaseUrl, events);
  const [one, other] = orms;
  await fold(one, 2);
  await Promise.all([compactAll(one, TODAY), fold(other, 3)]); // of some twenty steps: events of every period come later
  await Promise.all(orms.map((orm) => fold(orm)));
  await compactAll(orms[0], addDays(LAST_DAY, -45)); // of what is newer, most events came since it was compacted
}, 600_000);
afterAll(async () => {
  await Promise.all(orms.map((orm) => orm.close()));
  await app.close();
});

const TODAY = END.toISOString().slice(0, 10);

/** Folds so many steps, or to the end. */
async function fold(orm: MikroORM, steps = Number.POSITIVE_INFINITY): Promise<void> {
  for (let more = true, step = 0; more && step < steps; step += 1) more = (await foldEvents(orm.em.fork())).more;
}

async function compactAll(orm: MikroORM, today: string): Promise<void> {
  while (await compactPeriods(orm.em.fork(), today));
}

/** How many compacted periods have all events that were folded of their days, and how many do not. */
async function periods(): Promise<{ complete: number; stale: number }> {
  const [row] = await query<{ complete: number; stale: number }>(
    app.databaseUrl,
    `select (count(*) filter (where p.events = n.events))::int as complete, (count(*) filter (where p.events <> n.events))::int as stale
     from adoption_period p cross join lateral (
       select sum(a.events) as events from adoption_activity a where a.organization_id = p.organization_id and a.product_uuid = p.product_uuid
         and a.data_label = p.data_label and a.day >= p.first_day and a.day < p.first_day + p.days) n`,
  );
  return row ?? { complete: 0, stale: 0 };
}

const TABLES = [
  'count',
  'activity',
  'named_activity',
  'tool_call',
  'receipt',
  'developer',
  'first_seen',
  'early_use',
  'account',
  'subject',
  'presence',
].map((name) => `adoption_${name}`);

/** Every row of every rollup. */
async function rollups(): Promise<Record<string, string[]>> {
  const dump = await Promise.all(
    TABLES.map(async (table) => {
      const rows = await query<{ row: string }>(app.databaseUrl, `select t::text as row from ${table} t order by 1`);
      return [table, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(dump);
}

const amountsBy = (
  list: readonly WorldEvent[],
  keyOf: (event: WorldEvent) => string | null,
): Map<string, WorldEvent[]> => {
  const groups = Map.groupBy(list, (event) => keyOf(event) ?? '');
  groups.delete('');
  return groups;
};
const people = (list: readonly WorldEvent[]): Set<string> => new Set(list.map(personOf));

function top(parts: readonly number[]): { top1: number; top2: number } {
  const [top1 = 0, top2 = 0] = parts.toSorted((a, b) => b - a);
  return { top1, top2: top1 + top2 };
}

const labelled = (products: readonly string[], label: WorldEvent['label']): WorldEvent[] =>
  countable(events).filter((event) => products.includes(event.product) && event.label === label);
const sizesBy = (list: readonly WorldEvent[], keyOf: (event: WorldEvent) => string | null): number[] =>
  [...amountsBy(list, keyOf).values()].map(({ length }) => length);
const accountOf = ({ account }: WorldEvent): string | null => account;

/** The truth of a tool's products in a window, counted here from the list. */
function windowTruth(products: readonly string[], from: string, to: string) {
  const mine = countable(events).filter(({ product }) => products.includes(product));
  const label = labelOf(within(mine, from, to)) ?? 'first-party';
  const own = within(labelled(products, label), from, to);
  const byAccount = [...amountsBy(own, accountOf).values()];
  return {
    label,
    events: own.length,
    developers: people(own).size,
    accounts: byAccount.length,
    top: {
      developersByEvents: top(sizesBy(own, personOf)),
      accountsByEvents: top(sizesBy(own, accountOf)),
      accountsByDevelopers: top(byAccount.map((list) => people(list).size)),
    },
  };
}

/** The four ISO weeks that ended by a day, by the Sundays that end them. */
const weeksBefore = (day: string): { from: string; to: string }[] => {
  const sunday = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
  return [21, 14, 7, 0].map((before) => ({ from: addDays(sunday, -before - 6), to: addDays(sunday, -before) }));
};

const isCall = ({ name }: WorldEvent): boolean => name.startsWith('MCP_TOOL_CALL');

const setsOfLists = new WeakMap<readonly WorldEvent[], Map<string, Record<FigureOfPeople, Set<string>>>>();

/** The developers behind each figure of the 90 days until a day; counted once of a list. */
function setsTruth(all: readonly WorldEvent[], day: string): Record<FigureOfPeople, Set<string>> {
  const days = setsOfLists.get(all) ?? new Map();
  setsOfLists.set(all, days);
  const sets = days.get(day) ?? setsOf(all, day);
  days.set(day, sets);
  return sets;
}

/** The developers behind each figure of the 90 days until a day, and of the other windows those that were there. */
function setsOf(all: readonly WorldEvent[], day: string): Record<FigureOfPeople, Set<string>> {
  const [from, end] = [addDays(day, -89), Date.parse(`${addDays(day, 1)}T00:00:00Z`)];
  const activated = evidenceInDays(all, from, day);
  const matured = evidenceInDays(all, addDays(from, -14), addDays(day, -14));
  const ever = evidenceInDays(all, '0001-01-01', day);
  const fresh = [...Map.groupBy(all, personOf)].flatMap(([person, own]) => {
    const days = own.map(dayOf).toSorted();
    return (days[0] ?? '') >= from && (days[0] ?? '') <= day ? [person] : [];
  });
  const weeks = weeksBefore(day).map((week) => people(within(all, week.from, week.to)));
  const steadyOf = new Set(weeks.flatMap((week) => [...week]));
  return {
    developers: people(within(all, from, day)),
    activated: new Set(activated.keys()),
    retained: new Set(
      [...activated].flatMap(([one, { returnedAt }]) => (returnedAt !== null && returnedAt < end ? [one] : [])),
    ),
    newDevelopers: new Set(fresh),
    newActivated: new Set(fresh.filter((person) => ever.has(person))),
    matured: new Set(matured.keys()),
    returned: new Set(
      [...matured].flatMap(([one, { activatedAt, returnedAt }]) =>
        returnedAt !== null && returnedAt - activatedAt < 336 * HOUR_MS ? [one] : [],
      ),
    ),
    steadyOf,
    steady: new Set([...steadyOf].filter((person) => weeks.filter((week) => week.has(person)).length >= 2)),
    callers: people(within(all, from, day).filter(isCall)),
  };
}

/** The evidence of a tool's products in the 90 days until a day, and how its sets moved since earlier ones. */
function evidenceTruth(products: readonly string[], label: WorldEvent['label'], day: string) {
  const all = labelled(products, label);
  const sets = setsTruth(all, day);
  const calls = within(all, addDays(day, -89), day).filter(isCall);
  const { developers: _developers, ...counted } = sets;
  return {
    ...Object.fromEntries(Object.entries(counted).map(([figure, set]) => [figure, set.size])),
    calls: calls.length,
    succeeded: calls.filter(({ name }) => !name.endsWith('FAILED')).length,
    callerAccounts: amountsBy(calls, accountOf).size,
    top: { developersByCalls: top(sizesBy(calls, personOf)), accountsByCalls: top(sizesBy(calls, accountOf)) },
  };
}

/** How many developers entered or left a figure of 90 days since a day. */
function movedTruth(all: readonly WorldEvent[], { figure, setOn }: WantedMovement): number {
  const [was, is] = [setsTruth(all, setOn)[figure], setsTruth(all, LAST_DAY)[figure]];
  return [...was].filter((one) => !is.has(one)).length + [...is].filter((one) => !was.has(one)).length;
}

const eventsOf = ({ organizationId }: Company, products: readonly string[] | null): WorldEvent[] =>
  events.filter(
    ({ organization, product }) =>
      organization === organizationId.slice(4) && (products === null || products.includes(product)),
  );

const VIEW = `query ($organizationId: ID!, $productId: String, $family: EventFamily, $from: String!, $to: String!) {
  companyAdoption(organizationId: $organizationId, productId: $productId, family: $family, from: $from, to: $to) {
    label window { from to days } sources { source label events } excluded { reason events }
    totals { ...totals } previous { ...totals }
    funnel { family events developers accounts } days { day events developers accounts families { family events } }
    retention { cohort developers weeks } campaigns { campaignId source events developers accounts activated newDevelopers newActivated }
    accounts { accountDomain events developers firstSeen lastSeen activatedAt }
    developers { developerId events firstSeen lastSeen activatedAt retainedAt }
    toolCalls { mcpServer mcpTool calls failed failureShare } } }
fragment totals on AdoptionTotals {
  events eventsWithAccount eventsOfUse eventsOfUseWithoutTime calls failed families developers accounts newDevelopers accountsActivated activated
  newActivated activationShare retained matured returned returnShare refused refusedShare }`;

async function viewOf({ organizationId, owner }: Company, window: Record<string, unknown>): Promise<unknown> {
  const reply = await askGraphql<{ companyAdoption: unknown }>(
    app,
    VIEW,
    { organizationId, ...window },
    { cookie: owner.cookie },
  );
  expect(reply.errors).toEqual([]);
  return reply.data?.companyAdoption;
}

/** Every list is read to its end, a hundred rows at a time: a small world's in every order, a large one's in two. */
const LISTED_MS = 900_000;
const EVERY_ORDER_UP_TO = 5_000;
const LISTS = {
  Accounts: { truthOf: accountsTruth, name: 'accountDomain', orders: ACCOUNT_ORDERS },
  Developers: { truthOf: developersTruth, name: 'developerId', orders: DEVELOPER_ORDERS },
};

/** How many developers and accounts are looked at one by one. */
const SUBJECTS = 25;

interface Subject {
  readonly account?: unknown;
  readonly developer?: unknown;
  readonly families: readonly { readonly family: string | null }[];
  readonly products: readonly { readonly events: number; readonly retainedAt?: string | null }[];
}

/** The view of one developer or account of the first company. */
async function subjectOf(
  field: 'companyAccount' | 'companyDeveloper',
  name: 'accountDomain' | 'developerId',
  given: Record<string, unknown>,
): Promise<Subject> {
  const own =
    field === 'companyAccount'
      ? 'account { accountDomain events developers firstSeen lastSeen activatedAt } products { events activatedAt }'
      : 'developer { developerId events firstSeen lastSeen activatedAt retainedAt } products { events activatedAt retainedAt }';
  const reply = await askGraphql<{ found: Subject }>(
    app,
    `query ($organizationId: ID!, $from: String!, $to: String!, $${name}: String!) {
      found: ${field}(organizationId: $organizationId, from: $from, to: $to, ${name}: $${name}) { ${own} families { family events firstSeen lastSeen } } }`,
    given,
    { cookie: first.owner.cookie },
  );
  expect(reply.errors).toEqual([]);
  if (!reply.data) throw new Error(`no ${field}`);
  return reply.data.found;
}

/** All pages of a list, one after another. */
async function listOf(
  field: 'Accounts' | 'Developers',
  { organizationId, owner }: Company,
  given: Record<string, unknown>,
): Promise<unknown[]> {
  const members =
    field === 'Accounts'
      ? 'accountDomain events developers firstSeen lastSeen activatedAt'
      : 'developerId events firstSeen lastSeen activatedAt retainedAt';
  const items: unknown[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const reply: { data: { list: { items: unknown[]; nextCursor: string | null } } | null; errors: unknown[] } =
      await askGraphql(
        app,
        `query ($organizationId: ID!, $productId: String, $family: EventFamily, $from: String!, $to: String!, $sort: String!, $cursor: String${field === 'Developers' ? ', $accountDomain: String' : ''}) {
          list: company${field}(organizationId: $organizationId, productId: $productId, family: $family, from: $from, to: $to, sort: $sort, cursor: $cursor, limit: 100${field === 'Developers' ? ', accountDomain: $accountDomain' : ''})
            { items { ${members} } nextCursor } }`,
        { organizationId, ...given, cursor },
        { cookie: owner.cookie },
      );
    expect(reply.errors).toEqual([]);
    items.push(...(reply.data?.list.items ?? []));
    cursor = reply.data?.list.nextCursor ?? undefined;
  }
  return items;
}

describe('a world of events whose truth is known', () => {
  it('has periods that are compacted, and others in which events came since', async () => {
    const { complete, stale } = await periods();
    expect(complete).toBeGreaterThan(20);
    expect(stale).toBeGreaterThan(20);
  });

  it('gives the truth of every linked tool: its windows, its evidence, and who entered or left since earlier days', async () => {
    const figures = Object.keys(setsTruth([], LAST_DAY)) as FigureOfPeople[];
    const wanted = figures.flatMap((figure): WantedMovement[] =>
      [1, 5, 40].map((before) => ({ figure, window: '90d', setOn: addDays(LAST_DAY, -before) })),
    );
    const truths = await readToolTruths(orms[0].em.fork(), LAST_DAY, () => wanted); // as a worker, which has no deadline
    expect(truths.map(({ toolId }) => toolId)).toEqual([...sources.keys()].toSorted());
    for (const { toolId, windows, evidence, movements } of truths) {
      const products = sources.get(toolId) ?? [];
      for (const [id, days] of [
        ['7d', 7],
        ['30d', 30],
        ['90d', 90],
      ] as const)
        expect(windows[id], id).toEqual(windowTruth(products, addDays(LAST_DAY, 1 - days), LAST_DAY));
      const { label } = windows['90d'];
      expect(evidence).toEqual({ '90d': evidenceTruth(products, label, LAST_DAY) });
      const all = labelled(products, label);
      for (const one of wanted) expect(movements.get(movementKey(one)), movementKey(one)).toBe(movedTruth(all, one));
    }
    expect(truths.some(({ windows }) => windows['90d'].label === 'sample')).toBe(true);
    expect(truths.every(({ evidence }) => (evidence['90d']?.retained ?? 0) > 0)).toBe(true);
    expect(truths.some(({ evidence }) => (evidence['90d']?.calls ?? 0) > 0)).toBe(true);
  });

  it.each([
    ['all products of a company', () => first, null, 0, 60],
    ['one product', () => first, 'two', 0, 200],
    ['a product with events of both labels', () => first, 'one', 12, 45],
    ['a company with sample products beside others', () => second, null, 3, 30],
    ['a product of sample events alone', () => second, 'one', 0, 90],
  ] as const)(
    'gives %s its own view, to the number',
    { timeout: LISTED_MS },
    async (_what, companyOf, productId, before, days) => {
      const company = companyOf();
      const to = addDays(LAST_DAY, -before);
      const from = addDays(to, 1 - days);
      const view = await viewOf(company, { productId, from, to });
      const products = productId ? [await productUuid(company, productId)] : null;
      expect(view).toMatchObject(viewTruth(eventsOf(company, products), from, to));
      for (const field of ['Accounts', 'Developers'] as const) {
        const { truthOf, name, orders } = LISTS[field];
        const truth = truthOf(eventsOf(company, products), from, to, 'name');
        for (const sort of productId || before > 0 || events.length > EVERY_ORDER_UP_TO
          ? ['-events', 'activatedAt']
          : orders)
          expect(await listOf(field, company, { productId, from, to, sort })).toEqual(
            truth.toSorted(inOrder(sort, name)),
          );
      }
    },
  );

  it.each([
    ['all products', null, 'evaluation'],
    ['one product', 'two', 'activation'],
  ] as const)('gives %s the view of one family, to the number', async (_what, productId, family) => {
    const from = addDays(LAST_DAY, -80);
    const view = await viewOf(first, { productId, family, from, to: LAST_DAY });
    const own = eventsOf(first, productId ? [await productUuid(first, productId)] : null);
    expect(view).toMatchObject(viewTruth(own, from, LAST_DAY, family));
    const given = { productId, family, from, to: LAST_DAY, sort: '-events' };
    expect(await listOf('Accounts', first, given)).toEqual(accountsTruth(own, from, LAST_DAY, '-events', family));
    expect(await listOf('Developers', first, given)).toEqual(developersTruth(own, from, LAST_DAY, '-events', family));
  });

  it('gives each developer and account a view of its own, to the number', { timeout: LISTED_MS }, async () => {
    const from = addDays(LAST_DAY, -80);
    const own = eventsOf(first, null);
    const counted = countedEvents(own, from, LAST_DAY);
    const [byDeveloper, byAccount] = [
      Map.groupBy(counted, ({ developer }) => developer),
      Map.groupBy(counted, ({ account }) => account),
    ];
    const window = { organizationId: first.organizationId, from, to: LAST_DAY };
    const familiesOf = ({ families }: Subject) =>
      families.toSorted((a, b) => ((a.family ?? '') < (b.family ?? '') ? -1 : 1));
    for (const truth of developersTruth(own, from, LAST_DAY, '-events').slice(0, SUBJECTS)) {
      const { developerId } = truth;
      const found = await subjectOf('companyDeveloper', 'developerId', { ...window, developerId });
      expect(found.developer).toEqual(truth);
      expect(familiesOf(found)).toEqual(familiesTruth(byDeveloper.get(developerId) ?? []));
      expect(found.products.reduce((sum, { events: of }) => sum + of, 0)).toBe(truth.events);
      const returns = found.products.flatMap(({ retainedAt }) => retainedAt ?? []);
      if (found.products.length === 1) expect(returns).toEqual(truth.retainedAt ? [truth.retainedAt] : []);
    }
    for (const truth of accountsTruth(own, from, LAST_DAY, '-events').slice(0, SUBJECTS)) {
      const { accountDomain } = truth;
      const found = await subjectOf('companyAccount', 'accountDomain', { ...window, accountDomain });
      expect(found.account).toEqual(truth);
      expect(familiesOf(found)).toEqual(familiesTruth(byAccount.get(accountDomain) ?? []));
      const developers = await listOf('Developers', first, { from, to: LAST_DAY, sort: 'name', accountDomain });
      expect(developers).toHaveLength(truth.developers);
    }
  });

  it('counts receipts by day, kind, outcome and cost, and latencies within 2 %', async () => {
    const rows = await query<{ key: string; bucket: number; counts: number[]; cost: string }>(
      app.databaseUrl,
      `select concat_ws(' ', organization_id, product_uuid, data_label, day, receipt_type) as key, latency_bucket as bucket,
         array[receipts, succeeded, failed, costed]::int[] as counts, cost_cents::text as cost from adoption_receipt`,
    );
    const counted = countable(events).filter(({ receipt }) => receipt !== null);
    const truth = Map.groupBy(counted, (event) => {
      const { organization, product, label, receipt } = event;
      return [organization, product, label, dayOf(event), receipt?.receiptType ?? 'mcp_tool_call'].join(' ');
    });
    const found = Map.groupBy(rows, ({ key }) => key);
    expect([...found.keys()].toSorted()).toEqual([...truth.keys()].toSorted());
    for (const [key, own] of truth) {
      const same = found.get(key) ?? [];
      const outcomes = own.map(({ name, receipt }) =>
        name.startsWith('MCP_TOOL_CALL') ? !name.endsWith('FAILED') : receipt?.success,
      );
      const costs = own.flatMap(({ receipt }) => receipt?.costCents ?? []);
      const sums = [0, 1, 2, 3].map((n) => same.reduce((sum, { counts }) => sum + (counts[n] ?? 0), 0));
      expect(sums).toEqual([
        own.length,
        outcomes.filter((success) => success === true).length,
        outcomes.filter((success) => success === false).length,
        costs.length,
      ]);
      expect(same.reduce((sum, { cost }) => sum + Number(cost), 0)).toBeCloseTo(
        costs.reduce((sum, cost) => sum + cost, 0),
        6,
      );
      const latencies = own.flatMap(({ receipt }) => receipt?.latencyMs ?? []).toSorted((a, b) => a - b);
      const buckets = same.map(({ bucket, counts }) => ({ bucket, receipts: counts[0] ?? 0 }));
      for (const percent of [50, 95]) {
        const [exact, near] = [
          latencies[Math.max(1, Math.ceil((percent * latencies.length) / 100)) - 1],
          latencyAt(percent, buckets),
        ];
        if (exact === undefined) expect(near).toBeNull();
        else if (exact < 0.001) expect(near).toBe(0);
        else expect(Math.abs((near ?? 0) - exact) / exact).toBeLessThan(0.0203);
      }
    }
  });

  it('gives the same rollups when they are rebuilt from the events', async () => {
    const before = await rollups();
    expect(before.adoption_early_use?.length).toBeGreaterThan(10);
    expect(await rebuildRollups(orms[0].em.fork())).toBe(events.length);
    expect(await rollups()).toEqual(before);
  });

  it('has the same named activity when a migration fills it from the events that were folded before', async () => {
    const before = (await rollups()).adoption_named_activity ?? [];
    expect(before.length).toBeGreaterThan(1_000);
    await query(app.databaseUrl, 'drop table adoption_named_activity');
    const migration = new M0187NamedActivity(orms[0].em.getDriver(), orms[0].config);
    migration.up();
    for (const statement of migration.getQueries()) await query(app.databaseUrl, String(statement));
    expect((await rollups()).adoption_named_activity).toEqual(before);
  });

  it('gives the same views and lists when no period is compacted as when all are', { timeout: LISTED_MS }, async () => {
    const from = addDays(LAST_DAY, -149);
    const all = async () => ({
      views: await Promise.all(
        [null, 'activation', 'evaluation'].map((family) => viewOf(first, { family, from, to: LAST_DAY })),
      ),
      second: await viewOf(second, { productId: 'one', from, to: LAST_DAY }),
      accounts: await listOf('Accounts', first, { from, to: LAST_DAY, sort: 'activatedAt' }),
      developers: await listOf('Developers', first, { from, to: LAST_DAY, sort: 'events' }),
    });
    const ofDays = await all();
    expect(await periods()).toEqual({ complete: 0, stale: 0 });
    await Promise.all(orms.map((orm) => compactAll(orm, TODAY)));
    expect(await periods()).toMatchObject({ stale: 0 });
    expect(await all()).toEqual(ofDays);
  });
});
