import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { makeWorld, storeWorld } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { givePlan } from '../setup/enterprise.js';
import { type Company, giveRole, makeCompany, makeOrganization, makePerson } from '../setup/people.js';
import { expectSound, inBrowser, keepPicture, openPage, signIn, VIEWS, visit, waitUntilShown } from './workspace.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The last hour of yesterday: every event lies in a day that is closed. */
const END = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - HOUR_MS);
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

let app: TestApp;
/** A company with the paid plan and events of 200 days. */
let company: Company;

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'one');
  await givePlan(app, company, 'paid');
  const [product] = await query<{ id: string }>(
    app.databaseUrl,
    'select id from product where organization_id = $1 and product_id = $2',
    [company.organizationId.slice(4), 'one'],
  );
  const world = { organization: company.organizationId.slice(4), product: product?.id ?? '', labels: ['first-party'] };
  await storeWorld(app.databaseUrl, makeWorld(23, 6_000, [world as never], END));
  while ((await foldEvents(app.app.platform.em())).more);
}, 300_000);
afterAll(() => app.close());

const reports = ({ organizationId }: Company): string => `/o/${organizationId}/reports`;
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const figure = (page: Page, name: string) =>
  part(page, 'In numbers').getByText(name, { exact: true }).locator('xpath=following-sibling::*[1]');

/** The tools that were read and the outcome of each read, the first read first. */
const receipts = ({ organizationId }: Company) =>
  query<{ tool: string; outcome: string }>(
    app.databaseUrl,
    'select tool, outcome from enterprise_audit_receipt where organization_id = $1 order by id',
    [organizationId.slice(4)],
  );

async function totalsOf({ organizationId, owner }: Company, from: string, to: string) {
  const { data } = await askGraphql<{ companyAdoption: { totals: { events: number; developers: number } } }>(
    app,
    `query ($o: ID!, $from: String!, $to: String!) { companyAdoption(organizationId: $o, productId: "one", from: $from, to: $to) {
      totals { events developers } } }`,
    { o: organizationId, from, to },
    { cookie: owner.cookie },
  );
  if (!data) throw new Error('no view');
  return data.companyAdoption.totals;
}

inBrowser.each(VIEWS)('the report of a company, $theme, $width pixels wide', (view) => {
  it('shows the verdict, the grades and the numbers of the closed days, and other days by its address', async () => {
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, reports(company), 'Report');
    await part(page, 'In short')
      .getByText(/^(The overall grade is [A-E]|No overall grade)/)
      .waitFor();
    const month = await totalsOf(company, dayBefore(30), dayBefore(1));
    await expect.poll(() => figure(page, 'Events').textContent()).toBe(month.events.toLocaleString('en'));
    await page.getByText(`${dayBefore(30)} to ${dayBefore(1)} (UTC), 30 closed days`).waitFor();
    for (const name of ['How good is it?', 'In numbers', 'Which accounts use it most?', 'What do receipts say?'])
      await part(page, name)
        .getByText(`${dayBefore(30)} to ${dayBefore(1)}`)
        .waitFor();
    await expectSound(page, view, 'report');

    const before = (await receipts(company)).length;
    await page.getByRole('button', { name: '365 days' }).click();
    await expect.poll(() => page.url()).toContain('period=365');
    const year = await totalsOf(company, dayBefore(365), dayBefore(1));
    await expect.poll(() => figure(page, 'Events').textContent()).toBe(year.events.toLocaleString('en'));
    const more = page.getByRole('button', { name: 'Load more' });
    while ((await more.count()) > 0) {
      const left = await part(page, 'What was left out').textContent();
      await more.click();
      await expect
        .poll(async () => ((await more.count()) === 0 ? '' : await part(page, 'What was left out').textContent()))
        .not.toBe(left);
      await waitUntilShown(page);
    }
    await expect.poll(async () => (await receipts(company)).length).toBeGreaterThan(before);
    await visit(page, app.url, `${reports(company)}?period=6`, 'Report');
    await page.getByText(/Period “6”/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('is copied as a link whose address says product, days and moment; of another day it says so', async () => {
    const { page, complaints, close } = await openPage(view);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `${reports(company)}?period=7`, 'Report');
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const sent = new URLSearchParams(link.split('?')[1]);
    expect([sent.get('product'), sent.get('period')]).toEqual(['one', '7']);
    expect(Number.isNaN(Date.parse(sent.get('asOf') ?? ''))).toBe(false);

    const colleague = await makePerson(app);
    await giveRole(app, company.organizationId, colleague, 'member');
    await signIn(page, app.url, colleague);
    await page.goto(link);
    await page.getByText(`${dayBefore(7)} to ${dayBefore(1)} (UTC), 7 closed days`).waitFor();
    expect(await page.getByText('This link was sent as of').count()).toBe(0);
    await page.goto(link.replace(/asOf=[^&]*/, `asOf=${encodeURIComponent(`${dayBefore(3)}T09:00:00Z`)}`));
    await page.getByText(`about ${dayBefore(10)} to ${dayBefore(4)}`).waitFor();
    await expectSound(page, view, 'report-sent');
    await page.getByRole('link', { name: 'Adoption shows the days of the link' }).click();
    await page.getByRole('heading', { level: 1, name: 'Adoption' }).waitFor();
    await page.getByText(`${dayBefore(10)} to ${dayBefore(4)} (UTC), 7 days`).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('is on paper without what is for the screen, in light colours', async () => {
    const { page, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, reports(company), 'Report');
    await part(page, 'In numbers').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: view.theme });
    for (const hidden of ['Print', 'Copy link', '365 days'])
      await expect.poll(() => page.getByRole('button', { name: hidden }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('banner').count()).toBe(0);
    await part(page, 'In numbers').waitFor();
    const colour = await figure(page, 'Events').evaluate((one) => getComputedStyle(one).color);
    expect(colour).toBe('rgb(27, 30, 34)');
    await page.setViewportSize({ width: 718, height: 1000 }); // the text of a sheet of A4
    await keepPicture(page, `report-print-${view.theme}-${view.width}`);
    await page.emulateMedia({ media: 'screen' });
    await close();
  });

  it('stands behind the paid plan: what that opens, who can ask for it, and nothing of the data', async () => {
    const free = await makeCompany(app, 'two');
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, free.owner);
    await visit(page, app.url, reports(free), 'Report');
    await part(page, 'Paid plan required').waitFor();
    await page.getByText(/^You can ask for the paid plan/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0);
    await expectSound(page, view, 'report-free');
    await page.getByRole('link', { name: 'Actions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Actions' }).waitFor();
    await part(page, 'Paid plan required').waitFor();
    expect(await receipts(free)).toEqual([
      { tool: 'get_enterprise_report', outcome: 'PLAN_REQUIRED' },
      { tool: 'get_enterprise_actions', outcome: 'PLAN_REQUIRED' },
    ]);
    await page.getByRole('link', { name: 'Compare plans' }).click();
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
    // With the plan, what was behind it is asked for again.
    await givePlan(app, free, 'paid');
    await visit(page, app.url, reports(free), 'Report');
    await page.reload();
    await page.getByText('No event of your servers counts in these days').waitFor();
    await expectSound(page, view, 'report-missing');
    expect(complaints).toEqual([]);
    await close();
  });

  it('says what failed and tries again, and what is missing without a product', async () => {
    const { page, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query ReadEnterpriseReport')
        ? route.fulfill({ status: 500, body: '{}' })
        : route.fallback(),
    );
    await visit(page, app.url, reports(company), 'Report');
    await page.getByRole('alert').getByText('Nothing was changed').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await part(page, 'In numbers').waitFor();
    const { organizationId, owner } = await makeOrganization(app);
    await signIn(page, app.url, owner);
    await visit(page, app.url, `/o/${organizationId}/reports`, 'Report');
    await page.getByText('A report is about one product').waitFor();
    await close();
  });
});

inBrowser.each(VIEWS)('the actions of a company, $theme, $width pixels wide', (view) => {
  it('are listed with their proof and their page, ticked, and stay ticked until they are found in all days since', async () => {
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    const address = `${reports(company)}/actions`;
    await visit(page, app.url, address, 'Actions');
    const items = page.getByRole('list', { name: 'Actions' }).locator('> li');
    await items.first().waitFor();
    const count = await items.count();
    await page.getByText(`0 of ${count} done`).waitFor();
    await page.getByText('Ticks are stored in this browser until you sign out').waitFor();
    await expectSound(page, view, 'report-actions');
    const first = items.first();
    const title = (await first.getByRole('heading', { level: 2 }).textContent()) ?? '';
    await first.getByRole('checkbox', { name: `Done: ${title}` }).check();
    await page.getByText(`1 of ${count} done`).waitFor();
    await first.getByText(/^Done on/).waitFor();
    await page.reload();
    await page.getByText(`1 of ${count} done`).waitFor();
    expect(await first.getByRole('checkbox').isChecked()).toBe(true);
    await expectSound(page, view, 'report-actions-ticked');

    // A tick from before the days of the rules: what is still found in them is due again.
    await page.evaluate(
      ([from, to]) => {
        for (const [key, value] of Object.entries(localStorage)) {
          if (key.includes('reports.done'))
            localStorage.setItem(key, String(value).replaceAll(String(from), String(to)));
        }
      },
      [dayBefore(0), dayBefore(31)],
    );
    await page.reload();
    await page.getByText(`0 of ${count} done`).waitFor();
    await first.getByText(/^You ticked it on .* and it is found in all days since/).waitFor();
    await first.getByRole('link', { name: 'Open page' }).click();
    await expect.poll(() => page.url()).not.toContain('/reports/actions');
    await waitUntilShown(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
