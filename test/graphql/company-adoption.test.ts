import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
const WINDOW = { from: '2026-11-01', to: '2026-11-30' };

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'metered');
  for (const event of [
    { developer_id: 'd1', account_domain: 'customer.example', occurredAt: '2026-11-02T10:00:00Z' },
    { developer_id: 'd1', account_domain: 'customer.example', occurredAt: '2026-11-09T10:00:00Z' },
    { developer_id: 'd2', occurredAt: '2026-11-02T10:00:00Z' },
    { developer_id: 'd2', occurredAt: '2026-11-09T09:59:59.999Z' },
    {
      developer_id: '=HYPERLINK("https://evil.example")',
      occurredAt: '2026-11-03T10:00:00Z',
      event_name: 'API_KEY_CREATED',
    },
    { developer_id: 'of-a-file', account_domain: 'filed.example', occurredAt: '2026-10-05T10:00:00Z' },
  ])
    expect((await send(event)).status).toBe(200);
  await query(app.databaseUrl, "update tracking_event set source = 'csv_import' where developer_id = 'of-a-file'");
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'",
  );
  while ((await foldEvents(app.app.platform.em())).more);
});
afterAll(() => app.close());

let sent = 0;
const send = (given: Record<string, unknown>) =>
  ask(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: {
      event_name: 'FIRST_API_CALL',
      product: { id: company.productId, name: 'An API', type: 'api' },
      idempotencyKey: `company-${++sent}`,
      ...given,
    },
  });

const ownView = async <T>(selection: string, window: Record<string, unknown> = WINDOW) =>
  askGraphql<{ companyAdoption: T }>(
    app,
    `query ($organizationId: ID!, $productId: String, $from: String!, $to: String!) {
      companyAdoption(organizationId: $organizationId, productId: $productId, from: $from, to: $to) ${selection} }`,
    { organizationId: company.organizationId, ...window },
    { cookie: company.owner.cookie },
  );

const download = (given: Record<string, string>, cookie = company.owner.cookie) =>
  ask(
    `${app.url}/api/exports/adoption?${new URLSearchParams({ organizationId: company.organizationId, ...WINDOW, ...given })}`,
    {
      cookie,
    },
  );

describe('companyAdoption', () => {
  it('says who activated, and who came back exactly 7 × 24 hours later and not a millisecond before', async () => {
    const reply = await ownView<{ developers: unknown[]; totals: unknown; label: string }>(
      '{ label totals { developers activated retained } developers { developerId activatedAt retainedAt } }',
    );
    expect(reply.data?.companyAdoption).toMatchObject({
      label: 'first-party',
      totals: { developers: 3, activated: 2, retained: 1 },
      developers: [
        { developerId: 'd1', activatedAt: '2026-11-02T10:00:00.000Z', retainedAt: '2026-11-09T10:00:00.000Z' },
        { developerId: 'd2', activatedAt: '2026-11-02T10:00:00.000Z', retainedAt: null },
        { developerId: '=HYPERLINK("https://evil.example")', activatedAt: null, retainedAt: null },
      ],
    });
  });

  it('counts every refused event, also where more are refused at once than verdicts are kept', async () => {
    const today = app.clock.now().toISOString().slice(0, 10);
    const refuse = () => send({ developer_id: '' });
    await Promise.all(Array.from({ length: 130 }, refuse));
    await send({ developer_id: 'd1', idempotencyKey: 'company-1', occurredAt: '2026-11-04T00:00:00Z' }); // changed under a used key
    await app.app.parts.verdicts.flush();
    await Promise.all(Array.from({ length: 5 }, refuse));
    await app.app.parts.verdicts.flush();
    const reply = await ownView<{ totals: { refused: number; refusedShare: number } }>(
      '{ totals { refused refusedShare } }',
      {
        from: today,
        to: today,
      },
    );
    expect(reply.data?.companyAdoption.totals).toEqual({ refused: 136, refusedShare: 1 });
  });

  it('tells events of a file as imported in sources, and nowhere else', async () => {
    const october = { from: '2026-10-01', to: '2026-10-31' };
    const reply = await ownView<Record<string, unknown>>(
      '{ label sources { source label events } totals { events developers activated } accounts { events } developers { events } }',
      october,
    );
    expect(reply.data?.companyAdoption).toEqual({
      label: 'missing',
      sources: [{ source: 'csv_import', label: 'imported', events: 1 }],
      totals: { events: 0, developers: 0, activated: 0 },
      accounts: [],
      developers: [],
    });
    const { rows } = JSON.parse((await download({ what: 'events', format: 'json', ...october })).text) as {
      rows: unknown[];
    };
    expect(rows).toMatchObject([{ developer_id: 'of-a-file', source: 'csv_import', label: 'imported' }]);
  });

  it('is missing and null, not zero, of a window without an event', async () => {
    const reply = await ownView<Record<string, unknown>>(
      '{ label totals { events activationShare refusedShare } sources { events } }',
      {
        from: '2025-01-01',
        to: '2025-01-31',
      },
    );
    expect(reply.data?.companyAdoption).toEqual({
      label: 'missing',
      totals: { events: 0, activationShare: null, refusedShare: null },
      sources: [],
    });
  });

  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, '/from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, '/to'],
    [{ from: '2025-01-01', to: '2026-03-01' }, '/to'],
    [{ from: '2026-3-1', to: '2026-03-01' }, '/from'],
  ])('refuses the window %o', async (window, pointer) => {
    const reply = await ownView('{ asOf }', window);
    expect(reply.errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer }] });
  });

  it('knows no product of another company, and is not there for its members', async () => {
    const other = await makeCompany(app, 'other-metered');
    const foreign = await ownView('{ asOf }', { ...WINDOW, productId: 'other-metered' });
    expect(foreign.errors[0]?.extensions.code).toBe('NOT_FOUND');
    for (const given of [{}, { what: 'days', format: 'csv' }])
      expect((await download({ what: 'events', format: 'json', ...given }, other.owner.cookie)).status).toBe(404);
  });

  it('shows one developer with the events that prove activation and return, and one account with its developers', async () => {
    const { data, errors } = await askGraphql<Record<string, unknown>>(
      app,
      `query ($organizationId: ID!, $from: String!, $to: String!) {
        companyDeveloper(organizationId: $organizationId, from: $from, to: $to, developerId: "d1") {
          label families { family events } products { productId events activatedAt activationEventId retainedAt returnEventId } }
        companyAccount(organizationId: $organizationId, from: $from, to: $to, accountDomain: "customer.example") {
          account { developers activatedAt } families { family events } products { productId events activatedAt } }
        companyDevelopers(organizationId: $organizationId, from: $from, to: $to, accountDomain: "customer.example") { items { developerId events } }
        companyAccounts(organizationId: $organizationId, from: $from, to: $to, developerId: "d1") { items { accountDomain events } } }`,
      { organizationId: company.organizationId, ...WINDOW },
      { cookie: company.owner.cookie },
    );
    expect(errors).toEqual([]);
    const activatedAt = '2026-11-02T10:00:00.000Z';
    expect(data).toEqual({
      companyDeveloper: {
        label: 'first-party',
        families: [{ family: 'activation', events: 2 }],
        products: [
          {
            productId: company.productId,
            events: 2,
            activatedAt,
            activationEventId: expect.stringMatching(/^evt_/),
            retainedAt: '2026-11-09T10:00:00.000Z',
            returnEventId: expect.stringMatching(/^evt_/),
          },
        ],
      },
      companyAccount: {
        account: { developers: 1, activatedAt },
        families: [{ family: 'activation', events: 2 }],
        products: [{ productId: company.productId, events: 2, activatedAt }],
      },
      companyDevelopers: { items: [{ developerId: 'd1', events: 2 }] },
      companyAccounts: { items: [{ accountDomain: 'customer.example', events: 2 }] },
    });
  });

  it.each([
    ['companyDeveloper', 'developerId: "nobody"'],
    ['companyAccount', 'accountDomain: "nowhere.example"'],
  ])('has null for a %s without an event in the window', async (field, name) => {
    const { data } = await askGraphql(
      app,
      `query ($organizationId: ID!, $from: String!, $to: String!) {
        ${field}(organizationId: $organizationId, from: $from, to: $to, ${name}) { label } }`,
      { organizationId: company.organizationId, ...WINDOW },
      { cookie: company.owner.cookie },
    );
    expect(data).toEqual({ [field]: null });
  });

  it('refuses a cursor of another order', async () => {
    const page = (sort: string, cursor: string | null) =>
      askGraphql<{ companyDevelopers: { items: unknown[]; nextCursor: string } }>(
        app,
        `query ($organizationId: ID!, $from: String!, $to: String!, $sort: String, $cursor: String) {
          companyDevelopers(organizationId: $organizationId, from: $from, to: $to, sort: $sort, cursor: $cursor, limit: 1, q: "D") { items { developerId } nextCursor } }`,
        { organizationId: company.organizationId, ...WINDOW, sort, cursor },
        { cookie: company.owner.cookie },
      );
    const first = await page('-events', null);
    expect(first.data?.companyDevelopers.items).toEqual([{ developerId: 'd1' }]);
    const { nextCursor } = first.data?.companyDevelopers ?? { nextCursor: '' };
    expect((await page('-events', nextCursor)).data?.companyDevelopers).toEqual({
      items: [{ developerId: 'd2' }],
      nextCursor: null,
    });
    expect((await page('name', nextCursor)).errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });
});

describe('GET /api/exports/adoption', () => {
  it.each([
    ['accounts', 'customer.example,2', null],
    ['developers', 'd1,2', 'HYPERLINK'],
    ['events', 'FIRST_API_CALL,activation', 'API_KEY_CREATED'],
  ])('gives the %s of one family alone, and names the family in the name of the file', async (what, there, absent) => {
    const { text, headers } = await download({ what, format: 'csv', family: 'activation' });
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="adoption-${what}-activation-2026-11-01-2026-11-30.csv"`,
    );
    expect(text).toContain(there);
    if (absent) expect(text).not.toContain(absent);
    expect((await download({ what, format: 'csv', family: 'nonsense' })).status).toBe(400);
  });

  it('gives the developers as CSV with label and window in each line, and no text that is a formula', async () => {
    const reply = await download({ what: 'developers', format: 'csv' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    const [head, ...lines] = reply.text.split('\r\n');
    expect(head).toBe('developerId,events,firstSeen,lastSeen,activatedAt,retainedAt,label,from,to');
    expect(lines).toContain(
      'd1,2,2026-11-02T10:00:00.000Z,2026-11-09T10:00:00.000Z,2026-11-02T10:00:00.000Z,2026-11-09T10:00:00.000Z,first-party,2026-11-01,2026-11-30',
    );
    expect(lines.find((line) => line.includes('HYPERLINK'))).toMatch(/^"'=HYPERLINK\(""https/);
    expect(reply.text).not.toMatch(/^#/m);
  });

  it.each(['days', 'accounts', 'developers', 'events'])(
    'gives the %s as CSV with a byte order mark, each column once',
    async (what) => {
      const address = `${app.url}/api/exports/adoption?${new URLSearchParams({ organizationId: company.organizationId, ...WINDOW, what, format: 'csv' })}`;
      const bytes = Buffer.from(
        await (await fetch(address, { headers: { cookie: company.owner.cookie } })).arrayBuffer(),
      );
      expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
      const head = bytes.subarray(3).toString('utf8').split('\r\n')[0]?.split(',') ?? [];
      expect(head.filter((name) => ['label', 'from', 'to'].includes(name)).toSorted()).toEqual(['from', 'label', 'to']);
    },
  );

  it.each(['days', 'accounts', 'developers', 'events'])('gives the %s as JSON that parses', async (what) => {
    const reply = await download({ what, format: 'json', productId: company.productId });
    const body = JSON.parse(reply.text) as {
      label: string;
      what: string;
      window: unknown;
      rows: Record<string, unknown>[];
    };
    expect(body).toMatchObject({ label: 'first-party', what, window: { ...WINDOW, days: 30 } });
    expect(body.rows.length).toBeGreaterThan(0);
    if (what === 'events') expect(body.rows).toHaveLength(5);
  });

  it('refuses what it does not know, and callers without a session', async () => {
    const wrong = await download({ what: 'secrets', format: 'csv', colour: 'red' });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toMatch(/"\/what".*"\/colour"|"\/colour".*"\/what"|"\/what"/);
    const address = `${app.url}/api/exports/adoption?organizationId=${company.organizationId}&from=2026-11-01&to=2026-11-30&what=days&format=csv`;
    expect((await ask(address)).status).toBe(401);
    expect((await ask(address, { token: company.trackingKey })).status).toBe(403);
  });
});
