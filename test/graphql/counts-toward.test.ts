import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, foldEvents, readToolTruths } from '../../server/adoption/index.js';
import { viewTruth } from '../setup/adoption-truth.js';
import { dayOf, makeWorld, storeWorld, type WorldEvent, type WorldProduct, within } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { linkTool, makeLinkedCompany, makeTool, setDomainVerified } from '../setup/evidence.js';
import { type Company, makeCompany } from '../setup/people.js';

const HOUR_MS = 3_600_000;
const END = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
const TODAY = END.toISOString().slice(0, 10);
const LAST_DAY = addDays(TODAY, -2);

interface Counting {
  readonly figure: string;
  readonly window: string;
  readonly counted: boolean;
  readonly rule: string;
}

let app: TestApp;
let company: Company;
let sampled: Company;
let toolId: string;
let events: WorldEvent[];
const products = new Map<string, string>();
/** The answer to each event, by its id. */
const answers = new Map<string, readonly Counting[]>();

async function productOf(of: Company, productId: string, labels: WorldProduct['labels']): Promise<WorldProduct> {
  const organization = of.organizationId.slice(4);
  const [row] = await query<{ id: string }>(
    app.databaseUrl,
    'select id from product where organization_id = $1 and product_id = $2',
    [organization, productId],
  );
  products.set(`${of === company ? '' : 'sampled '}${productId}`, row?.id ?? '');
  return { organization, product: row?.id ?? '', labels };
}

async function addProduct({ organizationId, owner }: Company, productId: string): Promise<void> {
  await askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { organizationId, productId, name: 'An API', type: 'api' } },
    { cookie: owner.cookie },
  );
}

const LOOK_UP = `query ($organizationId: ID!, $cursor: String) {
  events(organizationId: $organizationId, limit: 100, cursor: $cursor) {
    items { eventId countsToward { figure window counted rule } } nextCursor } }`;

/** Reads of every stored event of a company what it counts toward. */
async function readAll({ organizationId, owner }: Company): Promise<Map<string, readonly Counting[]>> {
  const found = new Map<string, readonly Counting[]>();
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const reply: {
      data?: {
        events: { items: { eventId: string; countsToward: Counting[] }[]; nextCursor: string | null };
      } | null;
      errors: unknown[];
    } = await askGraphql(app, LOOK_UP, { organizationId, cursor }, { cookie: owner.cookie });
    expect(reply.errors).toEqual([]);
    for (const { eventId, countsToward } of reply.data?.events.items ?? []) found.set(eventId.slice(4), countsToward);
    cursor = reply.data?.events.nextCursor ?? undefined;
  }
  return found;
}

/** Folds what was sent since the fold before: that lies before the watermark by then, and what is new after it. */
async function foldAll(): Promise<void> {
  await query(
    app.databaseUrl,
    `update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 hour') at time zone 'utc'
     where recorded_at <= (select recorded_at from fold_watermark where name = 'adoption')`,
  );
  await query(
    app.databaseUrl,
    "update fold_watermark set recorded_at = now() - interval '10 minutes' where name = 'adoption'",
  );
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc' where recorded_at > now() - interval '5 minutes'",
  );
  while ((await foldEvents(app.app.platform.em())).more);
}

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'one');
  sampled = await makeCompany(app, 'one');
  await addProduct(company, 'two');
  await addProduct(company, 'unlinked');
  toolId = await makeTool(app);
  for (const one of [company, sampled]) await setDomainVerified(app, one.organizationId);
  for (const productId of ['one', 'two']) await linkTool(app, { ...company, productId }, toolId);
  await linkTool(app, sampled, toolId);
  events = makeWorld(
    32,
    700,
    [
      await productOf(company, 'one', ['first-party', 'first-party', 'sample']),
      await productOf(company, 'two', ['first-party']),
      await productOf(company, 'unlinked', ['first-party']),
      await productOf(sampled, 'one', ['sample']),
    ],
    END,
  );
  await storeWorld(app.databaseUrl, events);
  await foldAll();
  for (const one of [company, sampled]) for (const [id, counting] of await readAll(one)) answers.set(id, counting);
}, 300_000);
afterAll(() => app.close());

const ofProduct = (name: string): WorldEvent[] => events.filter(({ product }) => product === products.get(name));

/** The events that are answered to count toward a figure. */
const counting = (among: readonly WorldEvent[], figure: string, window = 'company'): WorldEvent[] =>
  among.filter(({ id }) =>
    answers.get(id)?.some((one) => one.figure === figure && one.window === window && one.counted),
  );

const developersOf = (list: readonly WorldEvent[]): Set<string> =>
  new Set(list.map(({ organization, developer }) => `${organization} ${developer}`));
const accountsOf = (list: readonly WorldEvent[]): Set<string> => new Set(list.flatMap(({ account }) => account ?? []));

/** Figures of a window, added up from nothing but the answers to its events. */
function totalsByAnswers(all: readonly WorldEvent[], from: string, to: string) {
  const own = within(all, from, to);
  const size = (figure: string) => counting(own, figure).length;
  const earlier = within(all, addDays(from, -14), addDays(to, -14));
  const activated = developersOf(counting(own, 'activated'));
  const matured = developersOf(counting(earlier, 'matured'));
  const among = (figure: string, people: ReadonlySet<string>) =>
    [...developersOf(counting(all, figure))].filter((one) => people.has(one)).length;
  const newcomers = developersOf(counting(own, 'newDevelopers'));
  const activatedByEnd = developersOf(counting(within(all, '0001-01-01', to), 'newActivated'));
  return {
    events: size('events'),
    eventsWithAccount: size('eventsWithAccount'),
    eventsOfUse: size('eventsOfUse'),
    eventsOfUseWithoutTime: size('eventsOfUseWithoutTime'),
    calls: size('calls'),
    failed: size('failed'),
    families: new Set(counting(own, 'families').map(({ family }) => family)).size,
    developers: developersOf(counting(own, 'developers')).size,
    accounts: accountsOf(counting(own, 'accounts')).size,
    newDevelopers: newcomers.size,
    newActivated: [...newcomers].filter((one) => activatedByEnd.has(one)).length,
    accountsActivated: accountsOf(counting(own, 'accountsActivated')).size,
    activated: activated.size,
    retained: among('retained', activated),
    matured: matured.size,
    returned: among('returned', matured),
  };
}

describe('what every event of a world counts toward', () => {
  it('is answered for each of them', () => {
    expect([...answers.keys()].toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    const rules = new Set([...answers.values()].flat().map(({ rule }) => rule));
    expect([...rules].toSorted()).toEqual([
      'counted',
      'failed_call',
      'imported',
      'no_occurred_at',
      'relayed',
      'sample',
      'unlinked_product',
      'vendor_own_domain',
    ]);
  });

  it.each([
    ['one', 210],
    ['one', 60],
    ['two', 210],
    ['two', 45],
    ['unlinked', 90],
    ['sampled one', 210],
  ] as const)('adds up to the company view of %s in %i days, figure by figure', (name, days) => {
    const own = ofProduct(name);
    const [from, to] = [addDays(TODAY, 1 - days), TODAY];
    const totals = totalsByAnswers(own, from, to);
    expect(totals.events).toBeGreaterThan(10);
    expect(viewTruth(own, from, to).totals).toMatchObject(totals);
  });

  it.each(['one', 'two', 'unlinked', 'sampled one'] as const)(
    'adds up by rule to all events of %s, in the company view as in the answers',
    async (name) => {
      const of = name === 'sampled one' ? sampled : company;
      const own = ofProduct(name);
      const given = { productId: name.replace('sampled ', ''), from: addDays(TODAY, -239), to: TODAY };
      const reply = await askGraphql<{
        companyAdoption: {
          eventsByRule: { rule: string; events: number }[];
          sources: { events: number }[];
          totals: { events: number };
        };
      }>(
        app,
        `query ($organizationId: ID!, $productId: String, $from: String!, $to: String!) {
          companyAdoption(organizationId: $organizationId, productId: $productId, from: $from, to: $to) {
            eventsByRule { rule events } sources { events } totals { events } } }`,
        { organizationId: of.organizationId, ...given },
        { cookie: of.owner.cookie },
      );
      const view = reply.data?.companyAdoption;
      const byRule = (rule: string) =>
        own.filter(({ id }) =>
          answers.get(id)?.some((one) => one.figure === 'events' && one.window === 'company' && one.rule === rule),
        ).length;
      for (const { rule, events: number } of view?.eventsByRule ?? []) expect(number, rule).toBe(byRule(rule));
      const sum = (list: readonly { readonly events: number }[] = []) =>
        list.reduce((total, one) => total + one.events, 0);
      expect(view?.eventsByRule.map(({ rule }) => rule)).toEqual([
        'counted',
        'vendor_own_domain',
        'sample',
        'imported',
        'relayed',
      ]);
      expect(sum(view?.eventsByRule)).toBe(own.length);
      expect(sum(view?.sources)).toBe(own.length);
      expect(view?.eventsByRule[0]?.events).toBe(view?.totals.events);
    },
  );

  it('adds up to the public figures of the tool before anything is withheld', async () => {
    const [truth] = await readToolTruths(app.app.platform.em(), LAST_DAY, () => []);
    expect(truth?.toolId).toBe(toolId.slice(4));
    const own = [...ofProduct('one'), ...ofProduct('two'), ...ofProduct('sampled one')];
    for (const [window, days] of [
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
    ] as const) {
      const inside = within(own, addDays(LAST_DAY, 1 - days), LAST_DAY);
      expect(developersOf(counting(inside, 'developers', window)).size, window).toBe(truth?.windows[window].developers);
      expect(accountsOf(counting(inside, 'accounts', window)).size, window).toBe(truth?.windows[window].accounts);
    }
    const inside = within(own, addDays(LAST_DAY, -89), LAST_DAY);
    const activated = developersOf(counting(inside, 'activated', '90d'));
    const returned = developersOf(counting(within(own, '0001-01-01', LAST_DAY), 'retained', '90d'));
    expect(counting(inside, 'events', '90d').length).toBe(truth?.windows['90d'].events);
    expect(truth?.evidence['90d']).toMatchObject({
      activated: activated.size,
      retained: [...activated].filter((one) => returned.has(one)).length,
      calls: counting(inside, 'shares.toolSuccess', '90d').length,
    });
    for (const { id } of ofProduct('unlinked'))
      expect(answers.get(id)?.filter(({ window, counted }) => window !== 'company' && counted)).toEqual([]);
  });

  it('is absent of public windows that were all published before the event arrived', async () => {
    const late = events.find((one) => one.source === 'api' && dayOf(one) === addDays(TODAY, -60)) as WorldEvent;
    const windows = () => new Set(answers.get(late.id)?.map(({ window }) => window));
    expect(windows()).toEqual(new Set(['company', '7d', '30d', '90d']));
    // The snapshots of the days up to a week after it were made on the day before it was received.
    await query(
      app.databaseUrl,
      `insert into adoption_snapshot (day, id, methodology, periods, created_at)
       select d::date, gen_random_uuid(), 'adoption-v2', '{}', $2::timestamptz - interval '1 day' from generate_series($1::date, $1::date + 6, interval '1 day') d`,
      [dayOf(late), late.receivedAt],
    );
    answers.set(late.id, (await readAll(company)).get(late.id) ?? (await readAll(sampled)).get(late.id) ?? []);
    expect(windows()).toEqual(new Set(['company', '30d', '90d']));
    await query(app.databaseUrl, 'delete from adoption_snapshot');
  });
});

describe('events that the endpoint took', () => {
  it('count a thousand a day of one developer, and name no account by free mail; the look-up with the key says so', async () => {
    const own = await makeLinkedCompany(app);
    const day = addDays(LAST_DAY, -1);
    const sent = Array.from({ length: 1_003 }, (_none, n) => ({
      event_name: 'API_KEY_CREATED',
      developer_id: 'eager',
      product: { id: own.productId, name: 'An API', type: 'api' },
      idempotencyKey: `eager-${n}`,
      occurredAt: `${day}T10:00:00Z`,
      ...(n === 0 ? { account_domain: 'gmail.com' } : {}),
    }));
    for (let at = 0; at < sent.length; at += 50) {
      const reply = await ask(`${app.url}/api/usage/track/batch`, {
        token: own.trackingKey,
        body: { events: sent.slice(at, at + 50) },
      });
      expect(reply.status).toBe(200);
    }
    await foldAll();
    const all = [...(await readAll(own)).values()].flat();
    const ruled = (figure: string, window: string, rule: string) =>
      all.filter((one) => one.figure === figure && one.window === window && one.rule === rule).length;
    expect([ruled('events', '90d', 'counted'), ruled('events', '90d', 'over_daily_cap')]).toEqual([1_000, 3]);
    expect(ruled('events', 'company', 'counted')).toBe(1_003);
    const truths = await readToolTruths(app.app.platform.em(), LAST_DAY, () => []);
    expect(truths.find((one) => one.toolId === own.toolId.slice(4))?.windows['90d']).toMatchObject({
      events: 1_000,
      accounts: 0,
    });
    const look = await ask<{ countsToward: Counting[] }>(`${app.url}/api/usage/events?idempotencyKey=eager-0`, {
      token: own.trackingKey,
    });
    expect(look.status).toBe(200);
    for (const window of ['company', '7d', '30d', '90d'])
      expect(look.body.countsToward).toContainEqual({
        figure: 'accounts',
        window,
        counted: false,
        rule: 'free_mail_account',
      });
    expect(look.body.countsToward).toContainEqual({
      figure: 'newDevelopers',
      window: 'company',
      counted: true,
      rule: 'counted',
    });
  });
});
