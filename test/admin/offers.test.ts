import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

const NATIVE = '/offers/demo-company-credits';
const AT_PROVIDER = '/offers/aws-activate-portfolio';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  // The first question loads the catalog; no page should be the one that waits for that.
  await askGraphql(app, '{ offers(limit: 1) { total } }');
});
afterAll(() => app.close());

const panel = (page: Page) => page.getByRole('button', { name: /Am I eligible/ });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function say(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel(label, { exact: true }).press('Enter');
}

inBrowser.each(VIEWS)('offers, $theme, $width pixels wide', (view) => {
  it('have no barrier and nothing to scroll sideways for a visitor', async () => {
    const { page, complaints, close } = await openPage(view);
    await visit(page, app.url, '/offers', 'Offers');
    await page.getByRole('button', { name: 'Load more' }).waitFor();
    await expectSound(page, view, 'offers');
    await panel(page).click();
    await expectSound(page, view, 'offers-facts');
    await say(page, 'Company age', '200');
    await page.getByText('unknown', { exact: true }).first().waitFor();
    await panel(page).click();
    await expectSound(page, view, 'offers-judged');
    await visit(page, app.url, AT_PROVIDER, 'AWS Activate Portfolio');
    await expectSound(page, view, 'offer-at-provider');
    await visit(page, app.url, NATIVE, 'Demo Company credits');
    await expectSound(page, view, 'offer-native');
    await visit(page, app.url, '/offers/nothing-of-this-name', 'There is no such offer');
    await expectSound(page, view, 'offer-nowhere');
    expect(complaints).toEqual([]);
    await close();
  });

  it('have none for a builder who claims one', async () => {
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.builder);
    await visit(page, app.url, '/me/claims', 'My claims');
    await expectSound(page, view, 'my-claims-empty');
    await visit(page, app.url, NATIVE, 'Demo Company credits');
    await panel(page).click();
    await say(page, 'Company age', '8');
    await page.getByRole('button', { name: 'Claim…' }).click();
    await page.getByRole('dialog', { name: 'Claim Demo Company credits' }).waitFor();
    await expectSound(page, view, 'claim-dialog');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('looking for an offer', () => {
  it('is open to a visitor, whose navigation has the directory, the offers and the way in', async () => {
    const { page, close } = await openPage();
    await visit(page, app.url, '/offers', 'Offers');
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect.poll(() => entries.allTextContents()).toEqual(['Directory', 'Offers', 'Sign in']);
    await close();
  });

  it('keeps words and filters in the address, so that the list can be sent to a user', async () => {
    const { page, close } = await openPage();
    await visit(page, app.url, '/offers', 'Offers');
    await page.getByRole('searchbox', { name: 'Search offers' }).fill('aws');
    await row(page, 'AWS Activate Founders').waitFor();
    await page.getByRole('button', { name: 'Credits', exact: true }).click();
    await expect.poll(() => page.url()).toContain('kind=credits&q=aws');
    await page.reload();
    await row(page, 'AWS Activate Founders').waitFor();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search offers' }).inputValue()).toBe('aws');
    await page.getByRole('button', { name: 'Claimed here' }).click();
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Load more' }).waitFor();
    await close();
  });

  it('folds its filters on a phone, where their chips would fill a third of the screen', async () => {
    const { page, close } = await openPage({ theme: 'light', width: 390 });
    await visit(page, app.url, '/offers', 'Offers');
    await page.getByRole('button', { name: 'Filters' }).click();
    expect(await page.getByRole('button', { name: 'Credits' }).count()).toBe(0);
    await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Kind').selectOption({ label: 'Credits' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Kind: Credits' }).waitFor();
    await expect.poll(() => page.url()).toContain('kind=credits');
    await close();
  });

  it('says of each offer what it is worth, or that no source states it, and three dates apart', async () => {
    const { page, close } = await openPage();
    await visit(page, app.url, '/offers?q=aws+activate+portfolio', 'Offers');
    const aws = row(page, 'AWS Activate Portfolio');
    await aws.getByText('up to $200,000 credits').waitFor();
    await aws.getByText('20 Nov 2026').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Confirmed' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Last day' }).click();
    await page.keyboard.press('Escape');
    await aws.getByRole('cell', { name: 'never', exact: true }).waitFor();
    await aws.getByRole('cell', { name: 'none stated', exact: true }).waitFor();
    await query(
      app.databaseUrl,
      `update offer set value_text = null, value_cents = null, value_currency = null where slug = $1`,
      ['demo-company-credits'],
    );
    await query(app.databaseUrl, 'update catalog_head set version = version + 1');
    app.app.parts.catalog.changed();
    await visit(page, app.url, '/offers?claim=native', 'Offers');
    await row(page, 'Demo Company credits').getByText('value not stated').waitFor();
    await close();
  });

  it('judges every offer by the facts that were said, names the missing one, and tells no one but the question', async () => {
    const { page, close } = await openPage();
    const sent: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (`${request.url()} ${body}`.includes('companyAgeMonths":59'))
        sent.push(/query (\w+)/.exec(JSON.parse(body).query)?.[1] ?? '');
    });
    await visit(page, app.url, '/offers?claim=native', 'Offers');
    await panel(page).click();
    await say(page, 'Company age', '59');
    const demo = row(page, 'Demo Company credits');
    await demo.getByText('unknown', { exact: true }).waitFor();
    await demo.getByText('missing: new to the provider').waitFor();
    await page.getByLabel('New to the provider').selectOption('yes');
    await demo.getByText('eligible', { exact: true }).waitFor();
    await page.getByLabel('New to the provider').selectOption('no');
    await demo.getByText('not eligible', { exact: true }).waitFor();
    await demo.getByText('A new customer of the provider.').waitFor();
    expect(page.url().slice(app.url.length)).not.toContain('59'); // its port may
    await demo.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Demo Company credits' }).waitFor();
    const requirements = page.getByRole('list', { name: 'Requirements' }).getByRole('listitem');
    await expect
      .poll(() => requirements.allTextContents())
      .toEqual(['metThe company’s age is less than 60 months.', 'not metA new customer of the provider.']);
    expect(new Set(sent)).toEqual(new Set(['ListOffers', 'ReadOffer']));
    await page.reload();
    await page.getByText('company age 59 months · new to the provider: no').waitFor();
    await panel(page).click();
    await page.getByRole('button', { name: 'Clear facts' }).click();
    await page.getByText('Missing: company age.').waitFor();
    await close();
  });

  it('leads to a provider by a tracked link and says that this is no claim', async () => {
    const { page, close } = await openPage();
    await visit(page, app.url, AT_PROVIDER, 'AWS Activate Portfolio');
    const link = page.getByRole('link', { name: 'Open at Amazon Web Services' });
    await expect.poll(() => link.getAttribute('href')).toMatch(/\/go\/lnk_/);
    await page.getByText('A provider link is no claim and no proof of approval.').waitFor();
    expect(await page.getByRole('button', { name: /Claim/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Amazon Web Services', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Amazon Web Services' }).waitFor();
    await close();
  });

  it('takes a signed-out visitor through sign-in back into the claim, says what is sent, and shows it under their claims', async () => {
    const { page, complaints, close } = await openPage();
    await visit(page, app.url, NATIVE, 'Demo Company credits');
    await panel(page).click();
    await say(page, 'Company age', '8');
    await page.getByRole('link', { name: 'Sign in to claim it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(app.credentials.users.secondReviewer.email);
    await page.locator('input[type=password]').fill(app.credentials.users.secondReviewer.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Claim Demo Company credits' });
    await dialog.getByText(app.credentials.users.secondReviewer.email).waitFor();
    await dialog.getByText('8 months').waitFor();
    await dialog.getByLabel('Send what I said about the company').uncheck();
    expect(await dialog.getByText('8 months').count()).toBe(0);
    await dialog.getByLabel('Note to the vendor').fill('For a trial');
    await dialog.getByRole('button', { name: 'Claim offer' }).click();
    await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
    await page.getByRole('link', { name: 'Demo Company credits' }).waitFor();
    expect(await query(app.databaseUrl, 'select facts, note, state from offer_claim')).toEqual([
      { facts: {}, note: 'For a trial', state: 'requested' },
    ]);
    await visit(page, app.url, NATIVE, 'Demo Company credits');
    await page.getByRole('link', { name: 'See your claim' }).waitFor();
    expect(await page.getByRole('button', { name: 'Claim…' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
