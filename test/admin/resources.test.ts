import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn as signInForCookie } from '../setup/ask.js';
import { claim } from '../setup/claims.js';
import { csvOf, uploadCsv } from '../setup/csv.js';
import { query } from '../setup/database.js';
import { askContext, makeKey as makeAgentKey, revokeKey as revokeAgentKey } from '../setup/enterprise.js';
import { makeLinkedCompany } from '../setup/evidence.js';
import { putNativeOffer } from '../setup/offers.js';
import { giveRole, makeCompany, makeOrganization, makePerson, type Person } from '../setup/people.js';
import { draftByAgent, makeBuilder, publishedByAgent } from '../setup/projects.js';
import { makeToken, revokeToken } from '../setup/tokens.js';
import { connect, makeDeveloper, revoke } from '../setup/usage.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** As many as a list shows at once. */
const PER_PAGE = 25;
/** A list of hundreds is read on, and not to its end. */
const READ_MAX = 50;

/** Someone who has a list; of an organization, whose it is. */
interface Viewer {
  readonly person: Person;
  readonly organizationId?: string;
}

/** A list of the workspace, and what has to become of its records when it is sorted, filtered and searched. */
interface ListCase {
  /** With `:organizationId` where it is an organization's. */
  readonly address: string;
  readonly heading: string;
  /** The table's caption, where it is not the heading. */
  readonly caption?: string;
  /** The query that the list asks, to let it fail. */
  readonly query: string;
  /** Makes a user with the records; how many there are. */
  readonly make: () => Promise<Viewer & { readonly count: number }>;
  /** Makes a user without them; absent, any new person is one. */
  readonly makeEmpty?: () => Promise<Viewer>;
  /** A sortable column whose texts sort as they read. */
  readonly sortBy?: string;
  readonly filter?: { readonly button: string; readonly address: string; readonly count: number };
  readonly search?: { readonly field: string; readonly text: string; readonly count: number };
  /** True where a record opens on a page of its own, from which one steps to the next. */
  readonly steps?: true;
  /** A column that can be hidden. */
  readonly column: string;
  /** A name that a spreadsheet would take for a formula, as the export has to have it. */
  readonly formula?: string;
  /** The text of an empty list; null where it never is empty. */
  readonly empty: string | null;
}

/** A list joins by an entry here. */
const LISTS: readonly ListCase[] = [
  {
    address: '/me/projects',
    heading: 'Projects',
    query: 'ListProjects',
    make: async () => {
      const builder = await makeBuilder(app);
      for (let made = 1; made <= 26; made += 1) await draftByAgent(app, builder, { title: `Draft ${made}` });
      await publishedByAgent(app, builder, { title: '=1+1' });
      return { person: builder.person, count: 27 };
    },
    sortBy: 'Project',
    search: { field: 'Search projects', text: 'Draft 26', count: 1 },
    filter: { button: 'published', address: 'status=PUBLISHED', count: 1 },
    column: 'Revision',
    formula: "'=1+1",
    empty: 'Your projects will be listed here',
  },
  {
    address: '/me/tokens',
    heading: 'Tokens',
    caption: 'Your tokens',
    query: 'ListWorkflowTokens',
    make: async () => {
      const person = await makePerson(app);
      for (const name of ['beta', 'alpha', 'gamma']) await makeToken(app, person, { name });
      await revokeToken(app, person, (await makeToken(app, person, { name: '+lost' })).tokenId);
      return { person, count: 4 };
    },
    sortBy: 'Token',
    filter: { button: 'ended', address: 'state=ended', count: 1 },
    search: { field: 'Search tokens', text: 'alp', count: 1 },
    column: 'Scopes',
    formula: "'+lost",
    empty: 'Your tokens will be listed here',
  },
  {
    address: '/me/connections',
    heading: 'Connections',
    caption: 'Your connections',
    query: 'ListToolConnections',
    make: async () => {
      const person = await makeDeveloper(app);
      await connect(app, person, 'vercel');
      await connect(app, person, 'sentry');
      await revoke(app, person, await connect(app, person, 'stripe'));
      return { person, count: 3 };
    },
    sortBy: 'Tool',
    search: { field: 'Search connections', text: 'ver', count: 1 },
    column: 'Vendor',
    empty: 'Your connections will be listed here',
  },
  {
    address: '/o/:organizationId/products',
    heading: 'Products',
    query: 'ListProducts',
    make: async () => {
      const { organizationId, owner } = await makeCompany(app, 'first-api');
      for (const productId of ['Beta', 'Alpha'])
        await makeProduct(owner, { organizationId, productId, name: productId });
      await makeProduct(owner, { organizationId, productId: 'gone', name: '=1+1' });
      await query(app.databaseUrl, "update product set status = 'ignored' where product_id = 'gone'");
      return { person: owner, organizationId, count: 4 };
    },
    makeEmpty: () => asViewer(makeOrganization(app)),
    sortBy: 'Product',
    filter: { button: 'ignored', address: 'status=ignored', count: 1 },
    search: { field: 'Search products', text: 'alp', count: 1 },
    steps: true,
    column: 'Last event',
    formula: "'=1+1",
    empty: 'Your products will be listed here',
  },
  {
    address: '/o/:organizationId/settings/tracking-keys',
    heading: 'Keys',
    query: 'ListTrackingKeys',
    make: async () => {
      const { organizationId, owner, productId } = await makeCompany(app);
      await makeProduct(owner, { organizationId, productId: 'other', name: 'Other' });
      await makeKey(owner, { organizationId, productId: 'other', name: 'staging' });
      const id = await makeKey(owner, { organizationId, productId, name: '@lost' });
      await query(app.databaseUrl, 'update credential set revoked_at = now() where id = $1', [id.slice(4)]);
      return { person: owner, organizationId, count: 3 };
    },
    makeEmpty: () => asViewer(makeOrganization(app)),
    sortBy: 'Name',
    filter: { button: 'revoked', address: 'state=revoked', count: 1 },
    search: { field: 'Search keys', text: 'stag', count: 1 },
    column: 'Last used',
    formula: "'@lost",
    empty: 'Your keys will be listed here',
  },
  {
    address: '/o/:organizationId/settings/agent-keys',
    heading: 'Agent keys',
    query: 'ListAgentKeys',
    make: async () => {
      const company = await makeCompany(app);
      for (const name of ['beta', 'alpha', '=1+1']) await makeAgentKey(app, company, { name });
      const { key } = await makeAgentKey(app, company, { name: 'lost' });
      await revokeAgentKey(app, key.keyId, company.owner);
      return { person: company.owner, organizationId: company.organizationId, count: 4 };
    },
    makeEmpty: () => asViewer(makeCompany(app)),
    sortBy: 'Name',
    filter: { button: 'revoked', address: 'state=revoked', count: 1 },
    search: { field: 'Search agent keys', text: 'alp', count: 1 },
    column: 'Last used',
    formula: "'=1+1",
    empty: 'Agent keys will be listed here',
  },
  {
    address: '/o/:organizationId/settings/audit-receipts',
    heading: 'Audit receipts',
    query: 'ListAuditReceipts',
    make: async () => {
      const company = await makeCompany(app);
      const { token } = await makeAgentKey(app, company, { name: '=1+1' });
      for (let read = 1; read <= 24; read += 1) await askContext(app, { token });
      await query(
        app.databaseUrl,
        `insert into enterprise_audit_receipt (organization_id, id, tool, credential_id, outcome, request_id, at)
         select organization_id, gen_random_uuid(), 'get_enterprise_report', credential_id, 'PLAN_REQUIRED', 'r', now()
         from enterprise_audit_receipt where organization_id = $1 limit 2`,
        [company.organizationId.slice(4)],
      );
      return { person: company.owner, organizationId: company.organizationId, count: 26 };
    },
    makeEmpty: () => asViewer(makeCompany(app)),
    filter: { button: 'Context', address: 'tool=get_enterprise_context', count: 24 },
    column: 'Product',
    formula: '=1+1',
    empty: 'Receipts will be listed here',
  },
  {
    address: '/o/:organizationId/settings/members',
    heading: 'Team',
    query: 'ListMembers',
    make: async () => {
      const { organizationId, owner } = await makeCompany(app);
      for (const [name, role] of [
        ['Zoe', 'member'],
        ['-Bea', 'member'],
        ['Carl', 'admin'],
      ] as const) {
        const person = await makePerson(app);
        await giveRole(app, organizationId, person, role);
        await query(app.databaseUrl, 'update auth."user" set name = $2 where id = $1', [person.id.slice(4), name]);
      }
      return { person: owner, organizationId, count: 4 };
    },
    sortBy: 'Name',
    filter: { button: 'admin', address: 'role=admin', count: 1 },
    search: { field: 'Search people', text: 'zo', count: 1 },
    column: 'May',
    formula: "'-Bea",
    // An organization always has an owner.
    empty: null,
  },
  {
    address: '/o/:organizationId/settings/invitations',
    heading: 'Invitations',
    query: 'ListInvitations',
    make: async () => {
      const { organizationId, owner } = await makeCompany(app);
      for (const email of ['b@people.example', 'a@people.example', 'c@people.example'])
        await askGraphql(
          app,
          'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }',
          { input: { organizationId, email, role: 'member' } },
          { cookie: owner.cookie },
        );
      return { person: owner, organizationId, count: 3 };
    },
    makeEmpty: () => asViewer(makeOrganization(app)),
    sortBy: 'E-mail',
    search: { field: 'Search invitations', text: 'a@', count: 1 },
    column: 'Sent',
    empty: 'Open invitations will be listed here',
  },
  {
    address: '/review/catalog-tools',
    heading: 'Catalog',
    query: 'ListReviewerTools',
    make: async () => {
      await query(app.databaseUrl, "update tool set listed = false where slug = 'prisma'");
      return reviewing('reviewerTools');
    },
    filter: { button: 'Not listed', address: 'listed=false', count: 1 },
    search: { field: 'Search the catalog', text: 'plausible.io', count: 1 },
    column: 'Vendor',
    empty: null,
  },
  {
    address: '/review/catalog-offers',
    heading: 'Offers',
    query: 'ListReviewerOffers',
    make: async () => {
      await query(app.databaseUrl, "update offer set listed = false where slug = 'aws-activate-founders'");
      return reviewing('reviewerOffers');
    },
    filter: { button: 'Not listed', address: 'standing=unlisted', count: 1 },
    search: { field: 'Search offers', text: 'aws-activate-portfolio', count: 1 },
    column: 'Provider',
    empty: null,
  },
  {
    address: '/review/catalog-imports',
    heading: 'Imports',
    query: 'ListCatalogImports',
    make: async () => ({ ...(await reviewing('reviewerOffers')), count: 2 }),
    filter: { button: 'done', address: 'state=done', count: 2 },
    search: { field: 'Search imports', text: 'starter', count: 1 },
    column: 'Refused',
    empty: null,
  },
  {
    address: '/review/directory-gaps',
    heading: 'Gaps',
    query: 'ListDirectoryGaps',
    make: async () => {
      await query(
        app.databaseUrl,
        `insert into gap_count (day, kind, need, questions)
         select current_date, 'capability', '=made()' || n, n from generate_series(1, 3) n`,
      );
      return { ...(await reviewing('reviewerOffers')), count: 3 };
    },
    column: 'Questions',
    formula: "'=made()",
    empty: null,
  },
  {
    address: '/review/held-measures',
    heading: 'Figures',
    query: 'ListHeldMeasures',
    make: async () => {
      await query(
        app.databaseUrl,
        `insert into measure_day (kind, subject, day, state, id, value, source, reason, noted_at)
         select 'npm_weekly_downloads', 'npm:' || n, '2026-10-01', 'held', gen_random_uuid(), 0, '=made()', 'zero', now()
         from generate_series(1, 3) n`,
      );
      return { ...(await reviewing('reviewerOffers')), count: 3 };
    },
    column: 'Source',
    formula: "'=made()",
    empty: null,
  },
  {
    address: '/o/:organizationId/offers',
    heading: 'Your offers',
    query: 'ListOrganizationOffers',
    make: async () => {
      const { organizationId, owner } = await makeCompany(app);
      await putNativeOffer(app, (await makeCompany(app)).organizationId, { title: 'Of another company' });
      for (const title of ['Beta', 'Alpha', '=1+1']) await putNativeOffer(app, organizationId, { title });
      await query(app.databaseUrl, "update offer set listed = false where title = 'Beta' and organization_id = $1", [
        organizationId.slice('org_'.length),
      ]);
      return { person: owner, organizationId, count: 3 };
    },
    makeEmpty: () => asViewer(makeOrganization(app)),
    filter: { button: 'Not listed', address: 'standing=unlisted', count: 1 },
    search: { field: 'Search your offers', text: 'alph', count: 1 },
    column: 'Value',
    formula: "'=1+1",
    empty: 'Offers will be listed here once reviewers name your organization as the one that decides.',
  },
  {
    address: '/o/:organizationId/offer-claims',
    heading: 'Offers and claims',
    query: 'ListOfferClaims',
    make: async () => {
      const { organizationId, owner } = await makeCompany(app);
      for (const title of ['Beta', 'Alpha', '=1+1']) {
        const offerId = await putNativeOffer(app, organizationId, { title });
        await claim(app, await makePerson(app), offerId);
      }
      return { person: owner, organizationId, count: 3 };
    },
    makeEmpty: () => asViewer(makeOrganization(app)),
    sortBy: 'Offer',
    search: { field: 'Search claims', text: 'alph', count: 1 },
    column: 'Fits',
    formula: "'=1+1",
    empty: 'Claims on your offers will be listed here',
  },
  {
    address: '/o/:organizationId/settings/audit-entries',
    heading: 'Audit log',
    query: 'ListAuditEntries',
    make: async () => {
      const { organizationId, owner } = await makeCompany(app);
      await makeProduct(owner, { organizationId, productId: 'other', name: 'Other' });
      return { person: owner, organizationId, count: 4 };
    },
    filter: { button: 'People', address: 'actor=person', count: 4 },
    search: { field: 'Search the audit log', text: 'tracking_key', count: 1 },
    column: 'Changes',
    // Making an organization is its first entry.
    empty: null,
  },
  {
    address: '/o/:organizationId/csv-imports',
    heading: 'Imports',
    query: 'ListCsvImports',
    make: async () => {
      const { organizationId, owner, productId } = await makeCompany(app);
      const importer = { app, cookie: owner.cookie, organizationId, productId };
      for (const fileName of ['spring.csv', 'summer.csv', '=autumn.csv'])
        await uploadCsv(importer, csvOf(2, fileName), { fileName });
      return { person: owner, organizationId, count: 3 };
    },
    makeEmpty: () => asViewer(makeOrganization(app)),
    search: { field: 'Search imports', text: 'summ', count: 1 },
    steps: true,
    column: 'Stored',
    formula: "'=autumn.csv",
    empty: 'Your files will be listed here',
  },
  {
    address: '/o/:organizationId/reconciliation',
    heading: 'Reconciliation',
    query: 'ReadReconciliation',
    make: async () => {
      const { organizationId, owner, productId, trackingKey } = await makeCompany(app);
      for (const domain of ['beta.example', 'alpha.example', 'gamma.example'])
        await ask(`${app.url}/api/usage/track`, {
          token: trackingKey,
          body: {
            event_name: 'ZONE_USAGE_REPORTED',
            developer_id: 'partner',
            account_domain: domain,
            product: { id: productId, name: 'An API', type: 'api' },
            idempotencyKey: domain,
            metadata: { zone: 'eu', costCents: 100 },
          },
        });
      return { person: owner, organizationId, count: 3 };
    },
    makeEmpty: () => asViewer(makeCompany(app)),
    sortBy: 'Account',
    search: { field: 'Search accounts', text: 'alp', count: 1 },
    column: 'Zone',
    empty: 'Accounts will be listed here',
  },
  {
    address: '/o/:organizationId/link-opens',
    heading: 'Link opens',
    query: 'ListCompanyLinkOpens',
    make: async () => {
      const { organizationId, owner, toolId } = await makeLinkedCompany(app);
      for (const kind of ['docs', 'website', 'pricing'])
        await query(
          app.databaseUrl,
          `with made as (insert into tracked_link (id, tool_id, kind, url, created_at)
             values (gen_random_uuid(), $1, $2, 'https://tool.example', now()) returning id)
           insert into intent_event (id, link_id, event_name, event_family, received_at)
           select gen_random_uuid(), id, 'LINK_OPENED', 'intent', now() from made`,
          [toolId.slice(4), kind],
        );
      return { person: owner, organizationId, count: 3 };
    },
    makeEmpty: () => asViewer(makeOrganization(app)),
    search: { field: 'Search links', text: 'doc', count: 1 },
    column: 'Last open',
    empty: 'Links will be listed here',
  },
];

/** A reviewer, and how many of the catalog's records there are. */
async function reviewing(total: 'reviewerTools' | 'reviewerOffers'): Promise<Viewer & { readonly count: number }> {
  const { reviewer } = app.credentials.users;
  const person = { ...reviewer, id: '', cookie: await signInForCookie(app, reviewer) };
  const { data } = await askGraphql<Record<typeof total, { total: number }>>(
    app,
    `{ ${total}(limit: 1) { total } }`,
    {},
    person,
  );
  return { person, count: data?.[total]?.total ?? 0 };
}

async function asViewer(made: Promise<{ organizationId: string; owner: Person }>): Promise<Viewer> {
  const { organizationId, owner: person } = await made;
  return { organizationId, person };
}

interface OwnProduct {
  readonly organizationId: string;
  readonly productId: string;
  readonly name: string;
}

const makeProduct = ({ cookie }: Person, product: OwnProduct) =>
  askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { ...product, type: 'api' } },
    { cookie },
  );

async function makeKey({ cookie }: Person, input: OwnProduct): Promise<string> {
  const { data } = await askGraphql<{ createTrackingKey: { trackingKey: { id: string } } }>(
    app,
    'mutation ($input: CreateTrackingKeyInput!) { createTrackingKey(input: $input) { trackingKey { id } } }',
    { input },
    { cookie },
  );
  return data?.createTrackingKey.trackingKey.id ?? '';
}

/** The address of the list for someone who has it. */
const addressFor = ({ address }: ListCase, { organizationId = '' }: Viewer): string =>
  address.replace(':organizationId', organizationId);

const table = (page: Page, { caption, heading }: ListCase) => page.getByRole('table', { name: caption ?? heading });
const rows = (page: Page, list: ListCase) => table(page, list).locator('tbody tr');
const names = (page: Page, list: ListCase) => rows(page, list).locator('td:first-child').allTextContents();

/** Waits until the list has so many rows. */
const expectCount = (page: Page, list: ListCase, count: number) =>
  expect.poll(() => rows(page, list).count()).toBe(count);

/** Waits until the names of the rows read in order, from the first or from the last. */
const expectSorted = (page: Page, list: ListCase, sign: 1 | -1) =>
  expect
    .poll(async () => {
      const found = await names(page, list);
      return found.length > 1 && found.every((name, at) => at === 0 || sign * compare(found[at - 1], name) <= 0);
    })
    .toBe(true);
const compare = (a = '', b = ''): number => a.localeCompare(b, 'en');

const ACT = 'a, button';

/** Reads the list on, to its end where that is near. */
async function loadAll(page: Page, list: ListCase, count: number): Promise<void> {
  const more = page.getByRole('button', { name: 'Load more' });
  const shown = () => rows(page, list).count();
  // Rows that were read before stand again at once, as far as they were read.
  await expect.poll(shown).toBeGreaterThanOrEqual(Math.min(count, PER_PAGE));
  while ((await shown()) < Math.min(count, READ_MAX)) {
    const before = await shown();
    await more.press('Enter');
    await expect.poll(shown).toBeGreaterThan(before);
    // It goes on from the first of the new rows.
    const first = rows(page, list).nth(before);
    if ((await first.locator(ACT).count()) > 0) await expect.poll(() => first.locator(':focus').count()).toBe(1);
  }
  await expect.poll(() => more.count()).toBe(count > READ_MAX ? 1 : 0);
}

inBrowser.each(LISTS)('the list at $address', (list) => {
  const { empty } = list;
  it('sorts, filters, searches, pages, hides a column and exports, as its address says', async () => {
    const viewer = await list.make();
    const { count } = viewer;
    const address = addressFor(list, viewer);
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, viewer.person);
    await visit(page, app.url, address, list.heading);
    await loadAll(page, list, count);

    if (list.sortBy) {
      const header = table(page, list).getByRole('columnheader', { name: list.sortBy, exact: true });
      await header.getByRole('button').press('Enter');
      await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
      await expectSorted(page, list, 1);
      await header.getByRole('button').press('Enter');
      await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
      await expectSorted(page, list, -1);
      await expect.poll(() => page.url()).toContain('sort=-');
    }
    if (list.search) {
      await page.getByRole('searchbox', { name: list.search.field }).fill(list.search.text);
      await expectCount(page, list, list.search.count);
      await page.getByRole('searchbox', { name: list.search.field }).fill('nothing has this name');
      await page.getByText('Nothing matches.').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
      await loadAll(page, list, count);
      // The button that had the focus is gone: the page goes on from what stands in its place.
      await expect.poll(() => table(page, list).locator(':focus').count()).toBe(1);
    }
    const column = table(page, list).getByRole('columnheader', { name: list.column });
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: list.column }).press('Enter');
    await expect.poll(() => column.count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Columns');
    if (list.filter) {
      await page.getByRole('button', { name: list.filter.button, exact: true }).press('Enter');
      await expectCount(page, list, list.filter.count);
      await expect.poll(() => page.url()).toContain(list.filter.address);
    }
    await page.reload();
    await rows(page, list).first().waitFor();
    expect(await column.count()).toBe(0);
    if (list.filter) {
      await expectCount(page, list, list.filter.count);
      await page.goto(`${app.url}/admin/#/me/profile`);
      await page.goto(`${app.url}/admin/#${address}`);
      await expectCount(page, list, list.filter.count); // a list is found as it was left
      await page.getByRole('button', { name: /^Every / }).click();
      await loadAll(page, list, count);
    }

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).press('Enter');
    const text = readFileSync(await (await download).path(), 'utf8');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Export as CSV');
    expect(text.trim().split('\r\n')).toHaveLength(count + 1);
    expect(text).toContain(list.column); // an export has every column
    if (list.formula) expect(text).toContain(list.formula);
    if (list.steps) {
      const [first = '', second = ''] = await names(page, list);
      await page.getByRole('link', { name: first, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: first, exact: true }).waitFor();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: second, exact: true }).waitFor();
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it.skipIf(empty === null)(
    'says what went wrong when it fails, until it is tried again, and what will be here while it is empty',
    async () => {
      const { page, close } = await openPage();
      const viewer = list.makeEmpty ? await list.makeEmpty() : { person: await makePerson(app) };
      await signIn(page, app.url, viewer.person);
      const fails = (request: { postData(): string | null }) => request.postData()?.includes(`query ${list.query}`);
      await page.route('**/graphql', (route) =>
        fails(route.request()) ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
      );
      await visit(page, app.url, addressFor(list, viewer), list.heading);
      await page.getByRole('alert').getByText('Nothing was changed').waitFor();
      await expectSound(page, VIEWS[0], `failed-${list.query}`);
      await page.unroute('**/graphql');
      // A list that refreshes itself may have been read again before it is clicked.
      const again = page.getByRole('button', { name: 'Try again' }).click();
      await Promise.any([again, page.getByText(empty ?? '').waitFor()]);
      await page.getByText(empty ?? '').waitFor();
      const acts = page.getByRole('main').locator('.MuiButton-root');
      const primary = await acts.and(page.locator('.MuiButton-contained')).allInnerTexts();
      // None stands in the head and in the list's place.
      expect((await acts.allInnerTexts()).filter((act) => primary.includes(act))).toEqual(primary);
      expect(await page.getByRole('button', { name: /^(Columns|Saved views|Export as CSV)$/ }).count()).toBe(0);
      await close();
    },
  );
});
