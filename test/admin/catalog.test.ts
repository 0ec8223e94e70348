import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn as signInForCookie } from '../setup/ask.js';
import { importFile } from '../setup/catalog-file.js';
import { query } from '../setup/database.js';
import { prepared, review, submissionOf } from '../setup/intake.js';
import {
  enter,
  expectSound,
  inBrowser,
  keepPicture,
  NARROWEST,
  openPage,
  signIn,
  VIEWS,
  visit,
  waitUntilShown,
} from './workspace.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  // The first question loads the catalog; no page should be the one that waits for that.
  await askGraphql(app, '{ offers(limit: 1) { total } }');
});
afterAll(() => app.close());

/** A table of tools with one row that can't be taken. */
const tableOf = (...slugs: string[]) => ({
  name: 'tools.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'slug,name,summary,website,categories',
      ...slugs.map((slug) => `${slug},${slug},A tool for tests.,https://${slug}.example,databases`),
      'not a slug,No,,http://nowhere,',
    ].join('\n'),
  ),
});

async function chooseFile(page: Page, ...slugs: string[]): Promise<void> {
  await page.getByLabel('Format').click();
  await page.getByRole('option', { name: 'Tools as CSV' }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles(tableOf(...slugs));
}

const figure = (page: Page, word: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${word}$`) }) })
    .locator('dd')
    .first();

const summaryOf = async (slug: string): Promise<string | undefined> => {
  const reply = await askGraphql<{ tool: { summary: string } }>(app, `{ tool(slug: "${slug}") { summary } }`);
  return reply.data?.tool.summary;
};

/** The name of packages whose figure is a zero: a long word, which must not push anything aside. */
const HELD = `package-${'with-a-long-name-'.repeat(4)}x`;

/** A tool that stands by its vendor's statement alone; answers its slug. */
async function publishStated(): Promise<string> {
  const { id } = await prepared(app, submissionOf('tracked_links'));
  const reviewer = await signInForCookie(app, app.credentials.users.reviewer);
  const { data, errors } = await review(app, 'approveIntake', { id, revision: 1 }, reviewer);
  expect(errors).toEqual([]);
  return data?.approveIntake?.outcome?.toolSlug ?? '';
}

/** Kind, day and facts of each source of a tool. */
async function sourcesOf(slug: string): Promise<readonly unknown[][]> {
  const reply = await askGraphql<{ tool: { sources: { kind: string; readAt: string | null; facts: string[] }[] } }>(
    app,
    `{ tool(slug: "${slug}") { sources { kind readAt facts } } }`,
  );
  return (reply.data?.tool.sources ?? []).map(({ kind, readAt, facts }) => [kind, readAt, facts]);
}

/** A correction by another reviewer, in another window. */
async function correctElsewhere(slug: string, freeTier: string): Promise<void> {
  const caller = { cookie: await signInForCookie(app, app.credentials.users.secondReviewer) };
  const read = await askGraphql<{ catalogTool: { revision: number } }>(
    app,
    `{ catalogTool(slug: "${slug}") { revision } }`,
    {},
    caller,
  );
  const reply = await askGraphql(
    app,
    'mutation ($input: EditToolInput!) { editTool(input: $input) { id } }',
    {
      input: {
        slug,
        revision: read.data?.catalogTool.revision,
        reason: 'read',
        source: { url: 'https://example.com/pricing', readAt: '2026-01-01' },
        pricing: { freeTier },
      },
    },
    caller,
  );
  expect(reply.errors).toEqual([]);
}

inBrowser.each(VIEWS)('the catalog, $theme, $width pixels wide', (view) => {
  it('has no barrier and nothing to scroll sideways on any page of a reviewer', async () => {
    const { page, complaints, close } = await openPage(view);
    await enter(page, app.url, app.credentials.users.reviewer);
    await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
    await visit(page, app.url, '/review/catalog-tools', 'Catalog');
    await expectSound(page, view, 'catalog');
    await visit(page, app.url, '/review/catalog-tools/stripe', 'Stripe');
    await page.getByLabel('Summary').fill('Payments for the internet.');
    await page.getByRole('button', { name: /^Show unchanged/ }).click();
    const capabilities = page.getByLabel('Capabilities', { exact: true });
    expect(await capabilities.evaluate<boolean, HTMLElement>((field) => field.scrollWidth <= field.clientWidth)).toBe(
      true,
    );
    await page.getByLabel('Changes of the record').getByText('pay per use').waitFor(); // as the form says it
    await expectSound(page, view, 'catalog-tool');
    await page.getByRole('button', { name: 'Remove from the directory…' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSound(page, view, 'catalog-unlist');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await visit(page, app.url, '/review/catalog-offers', 'Offers');
    await expectSound(page, view, 'review-offers');
    await visit(page, app.url, '/review/catalog-offers/aws-activate-portfolio', 'AWS Activate Portfolio');
    await expectSound(page, view, 'review-offer');
    await visit(page, app.url, '/review/catalog-offers/create', 'Add offer');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('button', { name: 'Add a source' }).click();
    await expectSound(page, view, 'review-offer-create');
    await visit(page, app.url, '/review/catalog-imports', 'Imports');
    await chooseFile(page, 'acme-sound');
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('Preview of tools.csv: nothing is stored yet').waitFor();
    await expectSound(page, view, 'import-rehearsed');
    await page.getByRole('link', { name: 'offers.json' }).click();
    await page.getByRole('heading', { level: 1, name: 'offers.json' }).waitFor();
    await expect.poll(() => page.getByText(/^Loading /).count()).toBe(0);
    await page.getByText('Starter offers').waitFor();
    await page.getByText(/^started .* by DAI$/).waitFor();
    await expectSound(page, view, 'import');
    await visit(page, app.url, '/review/audit-entries', 'Audit log');
    await page.getByText('Nothing was decided yet.').waitFor();
    await expectSound(page, view, 'review-audit');
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser.each(VIEWS)('what a reviewer decides in the catalog, $theme, $width pixels wide', (view) => {
  it('has no barrier where figures are held, and where a tool is removed', async () => {
    const cookie = await signInForCookie(app, app.credentials.users.reviewer);
    const text = `slug,name,summary,npm\n${['one', 'two'].map((name) => `held-${name},Held,x,${HELD}-${name}\n`).join('')}`;
    expect((await importFile(app, cookie, { format: 'csv', name: 'tools.csv', text })).status).toBe(200);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/catalog-imports', 'Imports');
    await page.getByLabel('Format').click();
    await page.getByRole('option', { name: 'npm downloads' }).click();
    await page.getByLabel('Figures of').fill('2026-08-08');
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'downloads.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ [`${HELD}-one`]: 0, [`${HELD}-two`]: 0 })),
    });
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('The import would change nothing. 2 rows are held until you take them.').waitFor();
    await expectSound(page, view, 'import-held');
    await page.getByRole('button', { name: 'Take the held rows too' }).click();
    await page.getByText(/^The import (?:creates|updates) 2 records; .* 2 rows are taken that were held\.$/).waitFor();
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor();
    await expectSound(page, view, 'import-held-taken');
    await visit(page, app.url, '/review/catalog-tools/stripe', 'Stripe');
    await page.getByRole('button', { name: 'Remove from the directory…' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSound(page, view, 'tool-remove');
    expect(complaints).toEqual([]);
    await close();
  });

  it('has no barrier where a fact of the vendor’s statement is confirmed', async () => {
    const slug = await publishStated();
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.reviewer);
    await page.goto(`${app.url}/admin/#/review/catalog-tools/${slug}`);
    await waitUntilShown(page);
    await page.getByRole('checkbox', { name: /^Name: / }).check();
    await page.getByRole('textbox', { name: 'Summary', exact: true }).fill('As its own page says.');
    await expectSound(page, view, 'catalog-stated');
    expect(complaints).toEqual([]);
    await close();
  });

  it('has no barrier beside an entry of the log', async () => {
    await publishStated();
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/audit-entries', 'Audit log');
    await page.getByRole('link', { name: 'Submission approved' }).first().click();
    await page.getByRole('heading', { level: 2, name: 'Submission approved' }).waitFor();
    await expectSound(page, view, 'review-audit-entry');
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('keeping the catalog', () => {
  it('is for reviewers alone: for anyone else its pages do not exist', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    for (const path of [
      'catalog-tools',
      'catalog-tools/stripe',
      'catalog-offers',
      'catalog-offers/create',
      'catalog-imports',
      'catalog',
    ])
      await visit(page, app.url, `/review/${path}`, 'There is no such page');
    await page.getByRole('button', { name: /switch context/ }).click();
    await page.getByRole('menuitem', { name: 'Demo Company' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Review' }).count()).toBe(0);
    await close();
  });

  it('corrects a fact with its source, after the old and the new stood beside each other', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/catalog-tools?q=redis', 'Catalog');
    await page.getByRole('link', { name: 'Redis', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Redis' }).waitFor();
    const correct = page.getByRole('button', { name: /^Correct/ });
    await page.getByText('Change a field first.').waitFor();
    const before = await page.getByLabel('Summary').inputValue();
    await page.getByLabel('Summary').fill('A data store that keeps everything in memory.');
    await page.getByLabel('OpenAPI description').fill('http://redis.io/openapi.json');
    const changes = page.getByLabel('Changes of the record').locator('> div');
    await expect.poll(() => changes.locator('dt').allTextContents()).toEqual(['Summary', 'OpenAPI description']);
    expect(await changes.first().locator('del').allTextContents()).not.toEqual([]);
    await page.getByText('Say where you read it.').waitFor();
    await page.getByLabel('Address of the source').fill('https://redis.io/about');
    await expect.poll(() => correct.isDisabled()).toBe(true);
    await page.getByLabel('Why').fill('Their own words changed');
    await correct.click();
    await page
      .getByText('must be an https address of a named host, without user name, password or port')
      .first()
      .waitFor();
    expect(await summaryOf('redis')).toBe(before);
    await page.getByLabel('OpenAPI description').fill('');
    await page.getByRole('button', { name: 'Correct one fact' }).click();
    await page.getByText('The record is saved.').waitFor();
    await page.getByText('Change a field first.').waitFor();
    expect(await summaryOf('redis')).toBe('A data store that keeps everything in memory.');
    await close();
  });

  it('confirms what the vendor stated as it was read, without changing it', async () => {
    const slug = await publishStated();
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await page.goto(`${app.url}/admin/#/review/catalog-tools/${slug}`);
    await waitUntilShown(page);
    const stated = page.getByRole('group', { name: 'Read as they stand' });
    await stated.getByRole('checkbox', { name: /^Name: / }).check();
    await stated.getByRole('checkbox', { name: /^Vendor: / }).check();
    await stated.getByRole('checkbox', { name: /^Summary: / }).check();
    await page.getByRole('textbox', { name: 'Summary', exact: true }).fill('As its own page says.');
    await expect.poll(() => stated.getByRole('checkbox', { name: /^Summary: / }).isDisabled()).toBe(true);
    const changes = page.getByLabel('Changes of the record').locator('> div');
    await expect
      .poll(() => changes.locator('dt').allTextContents())
      .toEqual(['Summary', 'Source of Name', 'Source of Vendor']);
    await page.getByLabel('Address of the source').fill('https://read.example/about');
    await page.getByLabel(/^Read on/).fill('2026-11-20');
    await page.getByLabel('Why').fill('Read there');
    await page.getByRole('button', { name: 'Correct one fact, confirm 2' }).click();
    await page.getByText('The record is saved.').waitFor();
    await expect.poll(() => stated.getByRole('checkbox').count()).toBe(4);
    expect(await sourcesOf(slug)).toEqual([
      ['page', '2026-11-20', ['summary', 'name', 'vendor']],
      ['vendor_statement', null, ['website', 'categories', 'docs.url', 'signupUrl']],
    ]);
    await page.getByText('Change a field, or choose one that you read.').waitFor();
    await stated.getByRole('checkbox', { name: /^Documentation: / }).check();
    await page.getByLabel('Address of the source').fill('https://read.example/docs');
    await page.getByLabel('Why').fill('Read there too');
    await page.getByRole('button', { name: 'Confirm one fact' }).click();
    await expect.poll(() => stated.getByRole('checkbox').count()).toBe(3);
    expect((await sourcesOf(slug)).at(-1)).toEqual(['vendor_statement', null, ['website', 'categories', 'signupUrl']]);
    await close();
  });

  it('says when another reviewer was faster, and keeps what was typed over the reload', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/catalog-tools/stripe', 'Stripe');
    await page.getByLabel('Summary').fill('Payments, typed before another user was faster.');
    await page.getByLabel('Address of the source').fill('https://stripe.com/about');
    await page.getByLabel('Why').fill('read again');
    await correctElsewhere('stripe', 'No monthly fee');
    await page.getByRole('button', { name: 'Correct one fact' }).click();
    await page.getByRole('alert').getByText('This has changed while you looked at it.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.getByLabel('Free tier').inputValue()).toBe('No monthly fee');
    await expect
      .poll(() => page.getByLabel('Summary').inputValue())
      .toBe('Payments, typed before another user was faster.');
    await page.getByRole('button', { name: 'Correct one fact' }).click();
    await page.getByText('The record is saved.').waitFor();
    await close();
  });

  it('takes a tool out of the directory with a reason, finds it in the catalog, and puts it back', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/catalog-tools/prisma', 'Prisma');
    await page.getByRole('button', { name: 'Remove from the directory…' }).click();
    const act = page.getByRole('dialog').getByRole('button', { name: 'Remove' });
    await expect.poll(() => act.isDisabled()).toBe(true);
    await page.getByRole('dialog').getByLabel('Why').fill('It asked for it');
    await act.click();
    await page.getByText('not listed', { exact: true }).waitFor();
    expect(await summaryOf('prisma')).toBeUndefined();
    await visit(page, app.url, '/review/catalog-tools?q=prisma', 'Catalog');
    await page.getByRole('link', { name: 'Prisma', exact: true }).click();
    await page.getByRole('button', { name: 'Restore to the directory…' }).click();
    await page.getByRole('dialog').getByLabel('Why').fill('It asked again');
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('listed', { exact: true }).waitFor();
    expect(await summaryOf('prisma')).toBeDefined();
    await visit(page, app.url, '/review/audit-entries', 'Audit log');
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/entr(y|ies) holds?\b/).waitFor();
    await page
      .getByRole('row', { name: /^Tool listed / })
      .first()
      .click();
    await page.getByText('It asked again').waitFor();
    await keepPicture(page, 'review-audit-entry');
    await close();
  });

  it('rehearses a file before it is imported, stores nothing by that, and shows what became of each row', async () => {
    const { page, complaints, close } = await openPage();
    const count = async () => (await query(app.databaseUrl, 'select id from tool')).length;
    const before = await count();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/catalog-imports', 'Imports');
    await chooseFile(page, 'acme-queue', 'acme-cache');
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('creates 2 records').waitFor();
    await page.getByText('must be lower-case words joined by hyphens').waitFor();
    expect(await count()).toBe(before);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('heading', { level: 1, name: 'tools.csv' }).waitFor();
    await expect.poll(() => figure(page, 'rows read').textContent()).toBe('3 of 3');
    await expect.poll(() => figure(page, 'created').textContent()).toBe('2');
    expect(await count()).toBe(before + 2);
    await page.getByRole('button', { name: 'refused', exact: true }).click();
    await expect.poll(() => page.getByRole('table', { name: 'Rows' }).getByRole('row').count()).toBe(2);
    await expect.poll(() => page.url()).toContain('outcome=refused');
    await visit(page, app.url, '/review/catalog-imports', 'Imports');
    await chooseFile(page, 'acme-queue', 'acme-cache');
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('The import would change nothing.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Import \d+ rows$/ }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says why a file can’t be taken at all', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/catalog-imports', 'Imports');
    await page.getByLabel('File', { exact: true }).setInputFiles(tableOf('acme-queue'));
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page
      .getByRole('alert')
      .getByText(/not well-formed JSON/)
      .first()
      .waitFor();
    await close();
  });

  it('takes who adds an offer by keyboard into what is added and to what is refused', async () => {
    const { page, close } = await openPage(NARROWEST);
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/catalog-offers/create', 'Add offer');
    await page.getByLabel('Title').fill('Acme help');
    await page.getByLabel('Summary').fill('Help for trying Acme.');
    await page.getByLabel('Taken', { exact: true }).click();
    await page.getByRole('option', { name: 'Claimed here' }).click();
    const publish = page.getByRole('button', { name: 'Publish the offer' });
    await publish.press('Enter');
    const decides = page.getByRole('combobox', { name: 'Organization that decides' });
    await expect.poll(() => decides.evaluate((field) => field === document.activeElement)).toBe(true);
    await decides.fill('demo co');
    await page.getByRole('option', { name: /^Demo Company/ }).click();
    await page.getByRole('button', { name: 'Add a source' }).press('Enter');
    await expect.poll(() => page.locator('ol[aria-label=Sources] :focus').count()).toBe(1);
    await publish.press('Enter');
    await page.getByRole('alert').getByText('Nothing was changed').waitFor();
    // No field is named by what is refused here; the button stays in sight below the notice.
    const bottom = () => publish.evaluate((button) => button.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    await close();
  });

  it('adds an offer that is claimed here, and corrects it', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, '/review/catalog-offers', 'Offers');
    await page.getByRole('link', { name: 'Add offer' }).click();
    await page.getByLabel('Title').fill('Acme credits');
    await page.getByLabel('Summary').fill('Credits for trying Acme.');
    await page.getByLabel('Amount').fill('99.50');
    await page.getByLabel('Currency').fill('usd');
    await page.getByLabel('Taken', { exact: true }).click();
    await page.getByRole('option', { name: 'Claimed here' }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Value').fill('24');
    await page.getByRole('button', { name: 'Publish the offer' }).click();
    await page.getByText('a native offer has an organization that decides').first().waitFor();
    const decides = page.getByRole('combobox', { name: 'Organization that decides' });
    await decides.fill('demo co');
    await page.getByRole('option', { name: /^Demo Company/ }).click();
    await page.getByLabel('Changes of the offer').getByText('Demo Company', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish the offer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Acme credits' }).waitFor();
    await page
      .getByText('never corrected')
      .or(page.getByText(/^corrected/))
      .waitFor();
    await page.getByRole('link', { name: 'as the public sees it' }).click();
    await page.getByText('$99.50 credits').waitFor();
    await page.getByText('The company’s age is at most 24 months.').waitFor();
    await visit(page, app.url, '/review/catalog-offers/acme-credits', 'Acme credits');
    await expect.poll(() => decides.inputValue()).toBe('Demo Company');
    await page.getByLabel('Listed', { exact: true }).click();
    await page.getByRole('option', { name: 'no' }).click();
    await page.getByLabel('Title').fill('Acme credits, ended');
    const changes = page.getByLabel('Changes of the offer').locator('> div');
    await expect.poll(() => changes.locator('dt').allTextContents()).toEqual(['Title', 'Listed']);
    await page.getByRole('button', { name: 'Correct the offer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Acme credits, ended' }).waitFor();
    await visit(page, app.url, '/review/catalog-offers?standing=unlisted', 'Offers');
    await page.getByRole('link', { name: 'Acme credits, ended' }).waitFor();
    await visit(page, app.url, '/offers/acme-credits', 'There is no such offer');
    await close();
  });
});
