import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, foldEvents, windowEndingAt } from '../../server/adoption/index.js';
import { entities } from '../../server/app/database.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { readFoldedUntil } from '../../server/tracking/index.js';
import { countable, makeWorld, storeWorld, type WorldEvent, within } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { ACTIONS, BRIEF, givePlan, makeKey, REPORT, VIEW_MEMBERS } from '../setup/enterprise.js';
import { type Company, makeCompany } from '../setup/people.js';

const EVENTS = 20_000;
const HOUR_MS = 3_600_000;
/** Yesterday's last hour: no event of the world lies in a day that is not closed. */
const END = new Date(Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - HOUR_MS);
const YESTERDAY = END.toISOString().slice(0, 10);

let app: TestApp;
let orm: MikroORM;
/** Two companies whose product `one` has equal rows; the first has another product too. */
let first: Company;
let second: Company;
let keys: { one: string; two: string; foreign: string };
let events: WorldEvent[];

/** Names of campaigns that fill more than one answer. */
const longName = (campaign: string, n: number): string => `${campaign} ${n % 6} ${'in a long name '.repeat(20)}`;

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
  orm = await openOrm(app.databaseUrl, entities, 2);
  [first, second] = [await makeCompany(app, 'one'), await makeCompany(app, 'one')];
  await askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { organizationId: first.organizationId, productId: 'two', name: 'An API', type: 'api' } },
    { cookie: first.owner.cookie },
  );
  for (const company of [first, second]) await givePlan(app, company, 'paid');
  keys = {
    one: (await makeKey(app, first)).token,
    two: (await makeKey(app, { ...first, productId: 'two' })).token,
    foreign: (await makeKey(app, second)).token,
  };
  const [one, two, foreign] = [
    await productUuid(first, 'one'),
    await productUuid(first, 'two'),
    await productUuid(second, 'one'),
  ];
  const organization = first.organizationId.slice(4);
  events = makeWorld(
    23,
    EVENTS,
    ['one', 'two'].map((name) => ({
      organization,
      product: name === 'one' ? one : two,
      labels: ['first-party'] as const,
    })),
    END,
  ).map((event, n) => (event.campaign === null ? event : { ...event, campaign: longName(event.campaign, n) }));
  await storeWorld(app.databaseUrl, events);
  const equal = events.filter(({ product }) => product === one);
  await storeWorld(
    app.databaseUrl,
    equal.map((event) => ({ ...event, organization: second.organizationId.slice(4), product: foreign })),
  );
  while ((await foldEvents(orm.em.fork())).more);
}, 600_000);
afterAll(async () => {
  await orm.close();
  await app.close();
});

interface Numbers {
  readonly [member: string]: unknown;
}
interface Report extends Numbers {
  readonly summary: { grade: string | null; headline: string; nulls: string[]; largest: { title: string }[] };
  readonly scope: { productId: string };
  readonly accounts: object[];
  readonly campaigns: object[];
  readonly retention: object[];
  readonly toolCalls: object[];
  readonly totals: Record<string, number>;
  readonly receipts: Record<string, number> & { latencyMs: { p50: number; p95: number } };
  readonly notices: string[];
  readonly truncated: boolean;
  readonly leftOut: { part: string; rows: number }[];
  readonly nextCursor: string | null;
  readonly auditReceiptId: string;
}
type Caller = { token?: string; cookie?: string };

const ofKey = (token: string): Caller => ({ token });
const askReport = (caller: Caller, variables: Record<string, unknown>) =>
  askGraphql<{ report: Report }>(app, REPORT, variables, caller);

async function reportOf(caller: Caller, variables: Record<string, unknown>): Promise<Report> {
  const reply = await askReport(caller, variables);
  expect(reply.errors).toEqual([]);
  if (!reply.data) throw new Error('no report');
  return reply.data.report;
}

const LISTS = ['accounts', 'campaigns', 'retention', 'toolCalls'] as const;

/** All pages of a report as one, and how many there were. */
async function wholeReport(caller: Caller, variables: Record<string, unknown>): Promise<[Report, number]> {
  let whole = await reportOf(caller, variables);
  let pages = 1;
  for (let cursor = whole.nextCursor; cursor !== null; pages += 1) {
    const page = await reportOf(caller, { ...variables, cursor });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(24 * 1024);
    whole = { ...whole, ...Object.fromEntries(LISTS.map((part) => [part, [...whole[part], ...page[part]]])) };
    cursor = page.nextCursor;
  }
  return [whole, pages];
}

async function viewOf({ organizationId, owner }: Company, productId: string, days: number): Promise<Numbers> {
  const reply = await askGraphql<{ view: Numbers }>(
    app,
    `query ($organizationId: ID!, $productId: String, $from: String!, $to: String!) {
      view: companyAdoption(organizationId: $organizationId, productId: $productId, from: $from, to: $to) { ${VIEW_MEMBERS} } }`,
    { organizationId, productId, ...windowEndingAt(YESTERDAY, days) },
    { cookie: owner.cookie },
  );
  expect(reply.errors).toEqual([]);
  return reply.data?.view ?? {};
}

const receiptsLeft = async (): Promise<number> => {
  const [row] = await query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from enterprise_audit_receipt');
  return row?.n ?? 0;
};

describe('the report of a product', () => {
  it.each([7, 30, 90, 365])('equals the company view of %i closed days, number by number', async (periodDays) => {
    const view = await viewOf(first, 'one', periodDays);
    const [report] = await wholeReport(ofKey(keys.one), { productId: 'one', periodDays });
    expect(Object.fromEntries(Object.keys(view).map((member) => [member, report[member]]))).toEqual(view);
    expect(report.totals.events).toBeGreaterThan(100);
  });

  it('has the other tenant’s numbers nowhere, though its rows are equal', async () => {
    const [own] = await wholeReport(ofKey(keys.one), { productId: 'one', periodDays: 90 });
    const [other] = await wholeReport(ofKey(keys.foreign), { productId: 'one', periodDays: 90 });
    expect(other.totals).toEqual(own.totals);
    const { from, to } = windowEndingAt(YESTERDAY, 90);
    const uuid = await productUuid(first, 'one');
    const counted = within(countable(events), from, to).filter(({ product }) => product === uuid);
    expect(own.totals.events).toBe(counted.length);
    expect(own.scope).toEqual({ organizationId: first.organizationId, productId: 'one' });
    expect(other.scope).toEqual({ organizationId: second.organizationId, productId: 'one' });
  });

  it('counts receipts, sums their costs to the millionth of a cent, and has latencies within 2.5 %', async () => {
    const { receipts } = await reportOf(ofKey(keys.one), { productId: 'one', periodDays: 365 });
    const { from, to } = windowEndingAt(YESTERDAY, 365);
    const uuid = await productUuid(first, 'one');
    const own = within(countable(events), from, to).filter(({ product, receipt }) => product === uuid && receipt);
    const costs = own.flatMap(({ receipt }) => receipt?.costCents ?? []);
    const outcomes = own.map(({ name, receipt }) =>
      name.startsWith('MCP_TOOL_CALL') ? !name.endsWith('FAILED') : receipt?.success,
    );
    const known = outcomes.filter((success) => success !== undefined);
    expect(receipts).toMatchObject({
      receipts: own.length,
      withOutcome: known.length,
      successShare: known.filter(Boolean).length / known.length,
      withCost: costs.length,
      costCents: costs.reduce((sum, cost) => sum + Math.round(cost * 1e6), 0) / 1e6,
    });
    const latencies = own.flatMap(({ receipt }) => receipt?.latencyMs ?? []).toSorted((a, b) => a - b);
    expect(receipts.withLatency).toBe(latencies.length);
    for (const [percent, found] of [
      [50, receipts.latencyMs.p50],
      [95, receipts.latencyMs.p95],
    ] as const) {
      const exact = latencies[Math.ceil((percent * latencies.length) / 100) - 1] ?? 0;
      expect(Math.abs(found - exact) / exact).toBeLessThanOrEqual(0.025);
    }
  });

  it('begins with verdict, nulls and the three largest findings in its first 2 KiB, and is never more than 24', async () => {
    for (const periodDays of [7, 365]) {
      const report = await reportOf(ofKey(keys.one), { productId: 'one', periodDays });
      const text = JSON.stringify(report);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24 * 1024);
      const start = Buffer.from(text).subarray(0, 2_048).toString();
      expect(start).toContain(JSON.stringify(report.summary));
      expect(report.summary.headline).toMatch(
        /^(Grade [A-E]|No grade) for one from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \(first-party\)\. /,
      );
      expect(report.summary.largest).toHaveLength(3);
      expect(text.indexOf('"window":{"from"')).toBeLessThan(text.indexOf('"totals"'));
      expect(text.indexOf('"label":')).toBeLessThan(text.indexOf('"totals"'));
    }
  });

  it('says which rows it left out, and its cursor gets exactly them', async () => {
    const variables = { productId: 'one', periodDays: 365 };
    const start = await reportOf(ofKey(keys.one), variables);
    const [whole, pages] = await wholeReport(ofKey(keys.one), variables);
    expect(pages).toBeGreaterThan(1);
    for (const part of LISTS) {
      const left = start.leftOut.find((one) => one.part === part)?.rows ?? 0;
      expect(start[part].length + left).toBe(whole[part].length);
    }
    expect(start.leftOut.every(({ rows }) => rows > 0)).toBe(true);
    expect(whole.accounts).toHaveLength(50);
    expect(start.notices.some((notice) => notice.startsWith('accounts lists the 50 with most events'))).toBe(true);
  });

  it('keeps window and time of the first answer in its cursor, and says when events arrived since', async () => {
    const variables = { productId: 'two', periodDays: 365 };
    const start = await reportOf(ofKey(keys.two), variables);
    const page = await reportOf(ofKey(keys.two), { ...variables, cursor: start.nextCursor });
    expect([page.window, page.asOf]).toEqual([start.window, start.asOf]);
    expect(page.notices.some((notice) => notice.startsWith('Events arrived since'))).toBe(false);
    const sample = events.find(({ product, source }) => product !== events[0]?.organization && source === 'api');
    const late = events.find((event) => event.product === sample?.product);
    if (!late) throw new Error('no event');
    const folded = await readFoldedUntil(orm.em.fork());
    await storeWorld(app.databaseUrl, [
      {
        ...late,
        product: await productUuid(first, 'two'),
        id: 'aaaaaaaa-0000-4000-8000-000000000001',
        key: 'late',
        source: 'api',
        own: false,
        label: 'first-party',
        name: 'FIRST_API_CALL',
        family: 'activation',
        account: 'late.example',
        developer: 'late',
        campaign: 'late',
        occurredAt: `${addDays(YESTERDAY, -20)}T00:00:00.000Z`,
        receivedAt: `${addDays(YESTERDAY, -20)}T00:00:00.000Z`,
        recordedAt: new Date((folded?.getTime() ?? 0) + 1).toISOString(), // after what was folded, and not too new to be
        receipt: null,
      },
    ]);
    while ((await foldEvents(orm.em.fork())).more);
    const later = await reportOf(ofKey(keys.two), { ...variables, cursor: start.nextCursor });
    expect(later.window).toEqual(start.window);
    expect(later.notices.some((notice) => notice.startsWith('Events arrived since'))).toBe(true);
    const whole = await reportOf(ofKey(keys.two), variables);
    expect([String(start.asOf) < String(later.asOf), later.asOf]).toEqual([true, whole.asOf]);
  });

  it('gives two callers at once the same, with a receipt each', async () => {
    // Without it the key's answer has a notice more, and room for a row less.
    await askGraphql(app, '{ enterpriseContext { auditReceiptId } }', {}, ofKey(keys.one));
    const before = await receiptsLeft();
    const variables = { productId: 'one', periodDays: 30 };
    const [one, other] = await Promise.all([
      reportOf(ofKey(keys.one), variables),
      reportOf({ cookie: first.owner.cookie }, { ...variables, organizationId: first.organizationId }),
    ]);
    expect({ ...one, auditReceiptId: '', notices: [], nextCursor: null }).toEqual({
      ...other,
      auditReceiptId: '',
      notices: [],
      nextCursor: null,
    });
    expect(one.auditReceiptId).not.toBe(other.auditReceiptId);
    expect(await receiptsLeft()).toBe(before + 2);
  });

  it.each([6, 366, 0, -1])('is refused for %i days', async (periodDays) => {
    const reply = await askReport(ofKey(keys.one), { productId: 'one', periodDays });
    expect(reply.errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/periodDays' }],
    });
  });
});

/** A refusal without the id of its request. */
const refusalsOf = ({ errors }: { errors: { extensions: Record<string, unknown> }[] }) =>
  errors.map(({ extensions: { requestId: _own, ...rest } }) => rest);

describe('a key of one product', () => {
  it('learns nothing of another by any input: its refusal is that of a product that never was', async () => {
    const ask = async (token: string, productId: string) => [
      refusalsOf(await askReport(ofKey(token), { productId, periodDays: 30 })),
      refusalsOf(await askGraphql(app, ACTIONS, { productId }, { token })),
      refusalsOf(await askGraphql(app, BRIEF, { productId, live: true }, { token })),
      refusalsOf(await askGraphql(app, BRIEF, { productId, sample: true }, { token })),
      refusalsOf(await askGraphql(app, BRIEF, { productId, metrics: { events: 1 } }, { token })),
    ];
    const refused = await ask(keys.one, 'two');
    expect(refused.map(([one]) => one?.code)).toEqual(Array.from({ length: 5 }, () => 'NOT_FOUND'));
    expect(refused).toEqual(await ask(keys.one, 'never-was'));
    expect(refused).toEqual(await ask(keys.foreign, 'two'));
  });

  it('is refused another product’s cursor, another period’s and a changed one', async () => {
    const variables = { productId: 'one', periodDays: 365 };
    const cursorOf = async (token: string, productId: string) =>
      (await reportOf(ofKey(token), { productId, periodDays: 365 })).nextCursor ?? '';
    const own = await cursorOf(keys.one, 'one');
    const [packed = '', signature = ''] = own.split('.');
    const place = JSON.parse(Buffer.from(packed, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...place, from: '2020-01-01' })).toString('base64url');
    for (const cursor of [
      await cursorOf(keys.two, 'two'),
      await cursorOf(keys.foreign, 'one'),
      `${forged}.${signature}`,
      `${packed}.${'ü'.repeat(signature.length)}`,
      packed,
      '',
      'x',
      `${own}.x`,
    ]) {
      const reply = await askReport(ofKey(keys.one), { ...variables, cursor });
      expect(refusalsOf(reply)).toMatchObject([
        { code: 'VALIDATION_FAILED', errors: [{ pointer: '/cursor', code: 'pattern' }] },
      ]);
    }
    const reply = await askReport(ofKey(keys.one), { productId: 'one', periodDays: 364, cursor: own });
    expect(refusalsOf(reply)).toMatchObject([{ errors: [{ pointer: '/cursor', code: 'other_query' }] }]);
    const other = await askReport(ofKey(keys.one), { productId: 'two', periodDays: 365, cursor: own });
    expect(refusalsOf(other)).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it('reads nothing once it is revoked', async () => {
    const token = (await makeKey(app, second)).token;
    await reportOf(ofKey(token), { productId: 'one', periodDays: 7 });
    await query(
      app.databaseUrl,
      `update credential set revoked_at = now() where kind = 'enterprise_key' and organization_id = $1 and id = (
      select id from credential where kind = 'enterprise_key' and organization_id = $1 order by id desc limit 1)`,
      [second.organizationId.slice(4)],
    );
    const before = await receiptsLeft();
    const reply = await askReport(ofKey(token), { productId: 'one', periodDays: 7 });
    expect(refusalsOf(reply)).toMatchObject([{ code: 'UNAUTHENTICATED' }]);
    expect(await receiptsLeft()).toBe(before);
  });
});
