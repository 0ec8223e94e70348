import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, foldEvents, readCompanyFigures, rebuildRollups } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { setDomainVerified } from '../setup/evidence.js';
import { type Company, makeCompany } from '../setup/people.js';

/** The window that most tests ask for; its cohort of returns activated from 1 to 7 June. */
const WEEK = { from: '2026-06-15', to: '2026-06-21' };

let app: TestApp;
let company: Company;
let other: Company;

type Sent = Readonly<Record<string, unknown>> & { readonly developer_id: string };

/** An evaluation unless it says otherwise: it makes its developer known and activates nobody. */
const looked = (developer_id: string, occurredAt: string, more: object = {}): Sent => ({
  event_name: 'API_KEY_CREATED',
  developer_id,
  occurredAt,
  ...more,
});
const used = (developer_id: string, occurredAt: string, more: object = {}): Sent =>
  looked(developer_id, occurredAt, { event_name: 'FIRST_API_CALL', ...more });
const by = (campaignId: string, source?: string) => ({ context: { attribution: { campaignId, source } } });

/** The world of the company; its own domain is written as OWN. */
const EVENTS: readonly Sent[] = [
  looked('at-the-start', '2026-06-15T00:00:00.000Z', { account_domain: 'customer.example', ...by('spring', 'talk') }),
  used('at-the-start', '2026-06-21T23:59:59.999Z', { account_domain: 'customer.example', ...by('launch') }),
  looked('day-before', '2026-06-14T23:59:59.999Z'),
  looked('day-before', '2026-06-16T10:00:00.000Z', by('launch')),
  { developer_id: 'day-before', event_name: 'MCP_TOOL_CALL_FAILED', occurredAt: '2026-06-17T10:00:00.000Z' },
  { developer_id: 'day-before', event_name: 'RETURNED_AFTER_7_DAYS', idempotencyKey: 'untimed' },
  looked('late-activation', '2026-06-20T10:00:00.000Z'),
  used('late-activation', '2026-06-22T00:00:00.000Z'),
  looked('of-a-file', '2026-05-01T10:00:00.000Z', { idempotencyKey: 'filed', ...by('spring', 'talk') }),
  used('of-a-file', '2026-06-16T10:00:00.000Z', by('launch')),
  looked('relayed', '2026-05-01T10:00:00.000Z', { idempotencyKey: 'relayed' }),
  looked('relayed', '2026-06-16T10:00:00.000Z'),
  looked('sample-before', '2026-05-01T10:00:00.000Z', { idempotencyKey: 'sample' }),
  looked('sample-before', '2026-06-17T09:00:00.000Z', { idempotencyKey: 'sample-in-the-week' }),
  looked('sample-before', '2026-06-17T10:00:00.000Z'),
  looked('own', '2026-05-02T10:00:00.000Z', { account_domain: 'OWN' }),
  looked('own', '2026-05-02T11:00:00.000Z', { account_domain: 'eu.OWN' }),
  looked('own', '2026-06-17T10:00:00.000Z', { account_domain: 'eu.OWN' }),
  looked('own', '2026-06-18T10:00:00.000Z'),
  looked('elsewhere', '2026-05-05T10:00:00.000Z', { idempotencyKey: 'elsewhere' }),
  looked('elsewhere', '2026-06-18T10:00:00.000Z'),
  // Activated in the cohort of the week, and on both days beside it.
  used('returned-in-time', '2026-06-01T00:00:00.000Z'),
  used('returned-in-time', '2026-06-14T23:59:59.999Z'),
  used('returned-late', '2026-06-07T23:59:59.999Z'),
  used('returned-late', '2026-06-21T23:59:59.999Z'),
  used('after-seven-days', '2026-06-03T10:00:00.000Z'),
  used('after-seven-days', '2026-06-10T10:00:00.000Z'),
  used('too-soon', '2026-06-03T10:00:00.000Z'),
  used('too-soon', '2026-06-10T09:59:59.999Z'),
  used('one-day-earlier', '2026-05-31T23:59:59.999Z'),
  used('one-day-earlier', '2026-06-10T10:00:00.000Z'),
  used('one-day-later', '2026-06-08T00:00:00.000Z'),
];

async function send(to: Company, events: readonly Sent[]): Promise<void> {
  const own = `${to.organizationId.slice(4)}.example`;
  const body = {
    events: events.map((event, n) => ({
      product: { id: to.productId, name: 'An API', type: 'api' },
      idempotencyKey: `${event.developer_id}-${n}`,
      ...event,
      ...(typeof event.account_domain === 'string' ? { account_domain: event.account_domain.replace('OWN', own) } : {}),
    })),
  };
  const reply = await ask(`${app.url}/api/usage/track/batch`, { token: to.trackingKey, body });
  expect(reply.status, reply.text).toBe(200);
}

/** Folds what was sent since the fold before: that lies an hour back by then, and the watermark between the two. */
async function fold(): Promise<void> {
  await query(
    app.databaseUrl,
    `update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 hour') at time zone 'utc'
     where recorded_at <= (select recorded_at from fold_watermark where name = 'adoption')`,
  );
  await query(
    app.databaseUrl,
    `update fold_watermark set recorded_at = now() - interval '10 minutes' where name = 'adoption'`,
  );
  await query(
    app.databaseUrl,
    `update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc' where recorded_at > now() - interval '5 minutes'`,
  );
  while ((await foldEvents(app.app.platform.em())).more);
}

/** Changes of stored events that no sender can make, by the key of the event. */
const set = (key: string, change: string) =>
  query(app.databaseUrl, `update tracking_event set ${change} where idempotency_key = $1 and organization_id = $2`, [
    key,
    company.organizationId.slice(4),
  ]);

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'metered');
  other = await makeCompany(app, 'metered');
  await setDomainVerified(app, company.organizationId);
  await askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { organizationId: company.organizationId, productId: 'second', name: 'Another', type: 'api' } },
    { cookie: company.owner.cookie },
  );
  await send(company, EVENTS);
  // The other company knew the same developers long before, and sent the same.
  await send(other, EVENTS);
  await send(
    other,
    [...new Set(EVENTS.map(({ developer_id }) => developer_id))].map((id) =>
      used(id, '2026-04-01T10:00:00Z', { idempotencyKey: `old-${id}` }),
    ),
  );
  await set('filed', "source = 'csv_import'");
  await set('relayed', "source = 'relay'");
  await set('sample', "data_label = 'sample'");
  await set('sample-in-the-week', "data_label = 'sample'");
  await set('elsewhere', "product_uuid = (select id from product where product_id = 'second')");
  await set('untimed', "received_at = '2026-06-19T10:00:00Z'");
  await fold();
});
afterAll(() => app.close());

const TOTALS = `events eventsWithAccount eventsOfUse eventsOfUseWithoutTime calls failed families developers accounts newDevelopers activated
  newActivated activationShare retained matured returned returnShare refused refusedShare`;

interface View {
  readonly totals: Record<string, number | null>;
  readonly previous: Record<string, number | null>;
  readonly sources: readonly { readonly source: string; readonly label: string; readonly events: number }[];
  readonly excluded: readonly { readonly reason: string; readonly events: number }[];
  readonly campaigns: readonly unknown[];
  readonly nulls: readonly { readonly pointer: string; readonly reason: string }[];
  readonly notices: readonly string[];
}

const answerTo = (given: Record<string, unknown>, of: Company = company) =>
  askGraphql<{ companyAdoption: View }>(
    app,
    `query ($organizationId: ID!, $productId: String, $family: EventFamily, $from: String!, $to: String!) {
      companyAdoption(organizationId: $organizationId, productId: $productId, family: $family, from: $from, to: $to) {
        totals { ${TOTALS} } previous { ${TOTALS} } sources { source label events } excluded { reason events }
        campaigns { campaignId source developers activated newDevelopers newActivated } nulls { pointer reason } notices } }`,
    { organizationId: of.organizationId, ...given },
    { cookie: of.owner.cookie },
  );

async function viewOf(given: Record<string, unknown>, of: Company = company): Promise<View> {
  const { data, errors } = await answerTo(given, of);
  expect(errors).toEqual([]);
  if (!data) throw new Error('no view');
  return data.companyAdoption;
}

describe('the totals of the company view', () => {
  it('counts who is new by the whole history: files, relays, samples and its own domain make no developer old', async () => {
    const { totals } = await viewOf(WEEK);
    expect(totals).toMatchObject({ newDevelopers: 6, newActivated: 2, activationShare: 2 / 6, activated: 2 });
  });

  it('gives each member of the totals its number', async () => {
    const { totals, excluded, sources } = await viewOf(WEEK);
    expect(totals).toEqual({
      events: 12,
      eventsWithAccount: 2,
      eventsOfUse: 4,
      eventsOfUseWithoutTime: 1,
      calls: 1,
      failed: 1,
      families: 3,
      developers: 9,
      accounts: 1,
      newDevelopers: 6,
      activated: 2,
      newActivated: 2,
      activationShare: 2 / 6,
      retained: 0,
      matured: 4,
      returned: 2,
      returnShare: 0.5,
      refused: 0,
      refusedShare: 0,
    });
    expect(excluded).toEqual([
      { reason: 'vendor_own_domain', events: 1 },
      { reason: 'sample', events: 1 },
    ]);
    expect(sources.filter(({ source }) => source === 'api').reduce((sum, { events }) => sum + events, 0)).toBe(14);
  });

  it('counts a return up to the last millisecond before 336 hours, of the first and the last day of the cohort', async () => {
    const first = await viewOf({ from: '2026-06-15', to: '2026-06-15' });
    expect(first.totals).toMatchObject({ matured: 1, returned: 1, returnShare: 1 });
    const last = await viewOf({ from: '2026-06-21', to: '2026-06-21' });
    expect(last.totals).toMatchObject({ matured: 1, returned: 0, returnShare: 0 });
    const middle = await viewOf({ from: '2026-06-17', to: '2026-06-17' });
    expect(middle.totals).toMatchObject({ matured: 2, returned: 1, returnShare: 0.5 });
  });

  it('says the same of the interval of equal length before', async () => {
    const { previous } = await viewOf(WEEK);
    const before = await viewOf({ from: '2026-06-08', to: '2026-06-14' });
    expect(previous).toEqual(before.totals);
    expect(previous).toMatchObject({
      newDevelopers: 2,
      newActivated: 1,
      activationShare: 0.5,
      matured: 1,
      returned: 1,
      returnShare: 1,
    });
  });

  it('takes a window of one day and one of 400, and none of 401', async () => {
    const day = await viewOf({ from: '2026-06-15', to: '2026-06-15' });
    expect(day.totals).toMatchObject({ newDevelopers: 1, newActivated: 0, activationShare: 0 });
    const long = await viewOf({ from: addDays('2026-06-21', -399), to: '2026-06-21' });
    expect(long.totals).toMatchObject({ newDevelopers: 14, newActivated: 8, matured: 5, returned: 3 });
    const { errors } = await answerTo({ from: addDays('2026-06-21', -400), to: '2026-06-21' });
    expect(errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/to', code: 'too_long' }],
    });
  });

  it('counts a developer as new in a product, and not in all of them', async () => {
    const one = await viewOf({ ...WEEK, productId: 'metered' });
    expect(one.totals).toMatchObject({ newDevelopers: 7, newActivated: 2, events: 12 });
    const none = await viewOf({ ...WEEK, productId: 'second' });
    expect(none.totals).toMatchObject({ newDevelopers: 0, events: 0 });
  });

  it('gives a campaign the developers whose earliest event names it', async () => {
    const { campaigns } = await viewOf(WEEK);
    expect(campaigns).toEqual([
      { campaignId: 'launch', source: null, developers: 3, activated: 2, newDevelopers: 1, newActivated: 1 },
      { campaignId: 'spring', source: 'talk', developers: 1, activated: 1, newDevelopers: 1, newActivated: 1 },
    ]);
  });

  it('counts in a view of one family who is new in all of them, and leaves sources and exclusions as they are', async () => {
    const all = await viewOf(WEEK);
    const view = await viewOf({ ...WEEK, family: 'evaluation' });
    expect(view.totals).toMatchObject({
      events: 7,
      newDevelopers: 5,
      newActivated: 1,
      calls: 1,
      failed: 1,
      families: 3,
      refused: null,
      refusedShare: null,
    });
    expect([view.sources, view.excluded]).toEqual([all.sources, all.excluded]);
    const activation = await viewOf({ ...WEEK, family: 'activation' });
    expect(activation.totals).toMatchObject({ newDevelopers: 2, matured: 4, returned: 2 });
  });

  it('has null for a share without a denominator, and says why', async () => {
    const view = await viewOf({ from: '2026-03-01', to: '2026-03-07' });
    expect(view.totals).toMatchObject({ activationShare: null, returnShare: null, refusedShare: null });
    expect(view.nulls.map(({ pointer }) => pointer)).toEqual([
      '/totals/activationShare',
      '/totals/returnShare',
      '/totals/refusedShare',
      '/previous/activationShare',
      '/previous/returnShare',
      '/previous/refusedShare',
    ]);
    expect(view.nulls[0]?.reason).toBe('Fewer than one new developer in this window.');
    expect(view.notices).toContain('/totals/activationShare is null: Fewer than one new developer in this window.');
    expect((await viewOf(WEEK)).nulls).toEqual([]);
  });

  it('knows nobody of another company', async () => {
    const { totals } = await viewOf(WEEK, other);
    expect(totals).toMatchObject({ newDevelopers: 0, newActivated: 0, activationShare: null });
    const april = await viewOf({ from: '2026-04-01', to: '2026-04-01' });
    expect(april.totals).toMatchObject({ events: 0, newDevelopers: 0 });
  });

  it('is what another domain reads of it, number by number', async () => {
    const figures = await readCompanyFigures(app.app.platform.em(), {
      organizationId: company.organizationId.replace('org_', ''),
      productId: null,
      window: WEEK,
      asOf: app.clock.now(),
    });
    expect(JSON.parse(JSON.stringify(figures))).toMatchObject(await viewOf(WEEK));
  });

  it('makes a developer older by an event that arrives late, and says the same after a rebuild', async () => {
    await send(company, [looked('relayed', '2026-06-14T12:00:00.000Z', { idempotencyKey: 'late', ...by('late') })]);
    await fold();
    const view = await viewOf(WEEK);
    expect(view.totals).toMatchObject({ newDevelopers: 5, events: 12 });
    expect(view.previous).toMatchObject({ newDevelopers: 3 });
    await rebuildRollups(app.app.platform.em());
    expect(await viewOf(WEEK)).toEqual(view);
  });
});
