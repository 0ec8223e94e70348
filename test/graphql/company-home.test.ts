import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { openStatementCount } from '../setup/statements.js';

interface Home {
  readonly window: { readonly from: string; readonly to: string; readonly days: number };
  readonly hasEvents: boolean;
  readonly totals: Record<string, number | null>;
  readonly previous: Record<string, number | null> | null;
  readonly days: readonly { readonly day: string; readonly events: number }[];
  readonly refusedByCode: readonly { readonly code: string; readonly refused: number; readonly share: number }[];
  readonly products: readonly Record<string, unknown>[];
  readonly coverage: readonly { readonly area: string; readonly arriving: boolean }[];
  readonly attention: readonly Record<string, unknown>[];
}

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await startApp();
  owner = await signIn(app, app.credentials.users.owner);
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const send = (given: Record<string, unknown>) =>
  ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body: makeEvent(app, given) });
const MEMBERS = 'events developers accounts activated activationShare refused refusedShare';
const HOME = `companyHome(organizationId: $org, productId: $product, days: $days) { window { from to days } hasEvents
  totals { ${MEMBERS} } previous { ${MEMBERS} } days { day events } refusedByCode { code refused share }
  products { productId liveKeys status lastEventAt lastEventName events7d } coverage { area arriving }
  attention { kind productId trackingKeyId code count lastUsedAt } }`;
const askHome = (given: Record<string, unknown> = {}, cookie = owner) =>
  askGraphql<{ companyHome: Home }>(
    app,
    `query ($org: ID!, $product: String, $days: Int) { ${HOME} }`,
    { org: app.credentials.organizationId, days: 14, ...given },
    { cookie },
  );
async function home(given: Record<string, unknown> = {}): Promise<Home> {
  const { data, errors } = await askHome(given);
  expect(errors).toEqual([]);
  return data?.companyHome as Home;
}
async function foldNow(): Promise<void> {
  await app.app.parts.verdicts.flush();
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc' where recorded_at > now() - interval '30 seconds'",
  );
  while ((await foldEvents(app.app.platform.em())).more);
}

describe("a company's Home", () => {
  it('knows nothing before the first event', async () => {
    const { hasEvents, totals, previous, refusedByCode, products } = await home();
    expect({ hasEvents, previous, refusedByCode }).toEqual({ hasEvents: false, previous: null, refusedByCode: [] });
    expect(totals).toMatchObject({ developers: 0, activationShare: null, refusedShare: null });
    expect(products).toContainEqual(expect.objectContaining({ lastEventAt: null, lastEventName: null, events7d: 0 }));
  });

  it('counts the period and the one before, and the last event of a product', async () => {
    await send({ developer_id: 'a', account_domain: 'one.example', occurredAt: daysAgo(1) });
    await send({
      developer_id: 'b',
      account_domain: 'two.example',
      event_name: 'API_KEY_CREATED',
      occurredAt: daysAgo(2),
    });
    await send({ developer_id: 'c', event_name: 'API_KEY_CREATED', occurredAt: daysAgo(20) });
    await foldNow();
    const { window, totals, previous, days, products, coverage, hasEvents } = await home();
    expect(window.days).toBe(14);
    expect(hasEvents).toBe(true);
    expect(totals).toMatchObject({ events: 2, developers: 2, accounts: 2, activated: 1, activationShare: 0.5 });
    expect(previous).toMatchObject({ events: 1, developers: 1, accounts: 0, activationShare: 0 });
    expect(days).toHaveLength(14);
    expect(days.reduce((sum, { events }) => sum + events, 0)).toBe(2);
    expect(products.find(({ productId }) => productId === app.credentials.productId)).toMatchObject({
      lastEventName: 'API_KEY_CREATED',
      lastEventAt: expect.any(String),
      events7d: 3,
    });
    expect(coverage.find(({ area }) => area === 'product_usage')?.arriving).toBe(true);
    expect((await home({ days: 30 })).totals).toMatchObject({ events: 3 });
    expect((await home({ days: 30 })).previous).toBeNull();
  });

  it('takes refused events by code from exact counters: the log of answers does not change them', async () => {
    for (let n = 0; n < 3; n += 1) await send({ developer_id: 'anonymous' });
    await send({ event_name: 'no name' });
    await foldNow();
    await query(app.databaseUrl, 'delete from tracking_verdict');
    const { totals, refusedByCode, attention } = await home();
    expect(totals).toMatchObject({ refused: 4, refusedShare: 4 / 6 });
    expect(refusedByCode[0]).toEqual({ code: 'placeholder', refused: 3, share: 0.5 });
    expect(refusedByCode.reduce((sum, { refused }) => sum + refused, 0)).toBe(4);
    expect(attention).toContainEqual(
      expect.objectContaining({ kind: 'events_refused', code: 'placeholder', count: 3 }),
    );
  });

  it('says which product has no key, which is ignored, and which key is unused', async () => {
    const { errors } = await askGraphql(
      app,
      'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id lastEventAt events7d } }',
      { input: { organizationId: app.credentials.organizationId, productId: 'keyless', name: 'Keyless', type: 'api' } },
      { cookie: owner },
    );
    expect(errors).toEqual([]);
    const none = { code: null, count: null, lastUsedAt: null };
    expect((await home()).attention).toContainEqual({
      kind: 'product_without_key',
      productId: 'keyless',
      trackingKeyId: null,
      ...none,
    });
    const ignored = app.credentials.ignored.productId;
    expect((await home({ product: ignored })).attention).toMatchObject([
      { kind: 'product_ignored', productId: ignored },
    ]);
    await query(app.databaseUrl, "update credential_use set last_used_at = now() - interval '31 days'");
    expect((await home({ product: app.credentials.productId })).attention).toContainEqual(
      expect.objectContaining({
        kind: 'key_unused',
        productId: app.credentials.productId,
        lastUsedAt: expect.any(String),
      }),
    );
  });

  it('shows one product alone where it is named', async () => {
    const { products, totals } = await home({ product: 'keyless' });
    expect(products.map(({ productId }) => productId)).toEqual(['keyless']);
    expect(totals).toMatchObject({ events: 0, refused: 0 });
  });

  it('is not there for a stranger, has no product of another organization, and no other period', async () => {
    const stranger = await signIn(app, app.credentials.users.builder);
    expect((await askHome({}, stranger)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await askHome({ product: app.credentials.otherTenant.productId })).errors[0]?.extensions.code).toBe(
      'NOT_FOUND',
    );
    expect((await askHome({ days: 15 })).errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });
});

describe('the products of an organization', () => {
  const list = async (given: Record<string, unknown>) => {
    const { data, errors } = await askGraphql<{
      products: { items: Record<string, unknown>[]; nextCursor: string | null; total: number };
    }>(
      app,
      `query ($org: ID!, $sort: String, $q: String, $status: ProductStatus, $limit: Int, $cursor: String) {
         products(organizationId: $org, sort: $sort, q: $q, status: $status, limit: $limit, cursor: $cursor)
           { items { productId name events7d lastEventName } nextCursor total } }`,
      { org: app.credentials.organizationId, ...given },
      { cookie: owner },
    );
    return { page: data?.products, errors };
  };

  it('come with their last event and what arrived in seven days', async () => {
    const { page } = await list({ q: app.credentials.productId });
    expect(page?.items).toContainEqual(expect.objectContaining({ events7d: 3, lastEventName: 'API_KEY_CREATED' }));
  });

  it.each(['productId', '-productId', 'name', '-name', 'createdAt', '-createdAt'])(
    'page by %s, each once',
    async (sort) => {
      const all = (await list({ sort })).page?.items.map(({ productId }) => productId);
      const seen: unknown[] = [];
      let cursor: string | null = null;
      do {
        const { page } = await list({ sort, limit: 1, cursor });
        seen.push(...(page?.items.map(({ productId }) => productId) ?? []));
        cursor = page?.nextCursor ?? null;
      } while (cursor);
      expect(seen).toEqual(all);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  it('are found by name and status, with how many there are', async () => {
    expect((await list({ q: 'KEYLE' })).page).toMatchObject({ total: 1, items: [{ productId: 'keyless' }] });
    expect((await list({ status: 'ignored' })).page).toMatchObject({ total: 1 });
    expect((await list({ sort: 'liveKeys' })).errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });
});

describe('the statements of Home', () => {
  it('are as many for twelve products as for two', async () => {
    const statements = await openStatementCount(app.databaseUrl);
    const counted = await startApp({ databaseUrl: statements.url });
    try {
      const cookie = await signIn(counted, counted.credentials.users.owner);
      const count = async (): Promise<number> => {
        statements.take();
        const { errors } = await askGraphql(
          counted,
          `query ($org: ID!, $product: String, $days: Int) { ${HOME} }`,
          { org: app.credentials.organizationId, days: 90 },
          { cookie },
        );
        expect(errors).toEqual([]);
        return statements.take().length;
      };
      await count();
      const before = await count();
      for (let n = 0; n < 10; n += 1)
        await query(
          app.databaseUrl,
          `insert into product (organization_id, id, product_id, name, type) select organization_id, gen_random_uuid(), 'more-${n}', 'More', 'api'
           from product where product_id = 'keyless'`,
        );
      expect(await count()).toBe(before);
    } finally {
      await counted.close();
      await statements.close();
    }
  });
});
