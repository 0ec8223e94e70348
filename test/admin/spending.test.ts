import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import {
  BALANCE,
  CREDITS,
  everythingStored,
  MONEY,
  providersAt,
  SEARCH_KEY,
  serveJson,
  syncSearch,
  syncWebData,
  USAGE,
  WEB_DATA_KEY,
} from '../setup/balances.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { dailyFile } from '../setup/rates.js';
import { type Account, allowance, askSpending, charge, makeAccount, monthAgo } from '../setup/spending.js';
import { everythingHeld } from './held.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

const FEED = '/feed.xml';
const PRICE = '0.008@2026-10-06@https://pricing.example/credits';

let outside: Outside;
let app: TestApp;

beforeAll(async () => {
  outside = await startOutside();
  app = await startApp({
    env: {
      ...providersAt(outside),
      FX_FEED_URL: outside.url(FEED),
      SEARCH_CREDIT_PRICE: PRICE,
      CODEX_CREDIT_PRICE: PRICE,
    },
  });
});
/** A feed without pounds: the rates that were read for the first test are kept for all of them. */
beforeEach(() => {
  outside.reset();
  outside.serve(FEED, dailyFile(today(), { USD: '1.1269', MXN: '20.2217' }));
});
afterAll(async () => {
  await app.close();
  await outside.close();
});

const today = () => app.clock.now().toISOString().slice(0, 10);
/** The month so many before this one. */
function month(before = 0): string {
  const now = app.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString().slice(0, 7);
}
const named = (one: string) =>
  new Date(`${one}-01T00:00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

async function report({ token }: Account, given: Record<string, unknown> = {}): Promise<void> {
  const { status } = await askSpending(app, token, { body: charge({ month: month(), ...given }) });
  expect(status).toBe(200);
}
async function open(page: Page, { person }: Account, query = ''): Promise<void> {
  await signIn(page, app.url, person);
  await visit(page, app.url, `/me/spending${query}`, 'Spending');
}
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the look at a provider, gives a key and sends it. */
async function check(page: Page, provider: string, key: string): Promise<void> {
  if (!(await dialog(page).isVisible())) await page.getByRole('button', { name: `Check now: ${provider}` }).click();
  await page.getByLabel(`Key of the ${provider}`).fill(key);
  await dialog(page).getByRole('button', { name: 'Check now' }).click();
}

/** A month in three currencies, an allowance, and both balances. */
async function makeFull(): Promise<Account> {
  serveJson(outside, USAGE, CREDITS);
  serveJson(outside, BALANCE, MONEY);
  const account = await makeAccount(app);
  await report(account, { amountCents: 4_120 });
  await report(account, { provider: 'search_api', currency: 'MXN', amountCents: 100_000, source: 'agent_reported' });
  await report(account, { provider: 'web_data_api', currency: 'GBP', amountCents: 1_000 });
  const windows = {
    primary: { usedPercent: 25, windowDurationMins: 10_080, resetsAt: 1_800_000_000 },
    secondary: { usedPercent: 8.5, windowDurationMins: 300, resetsAt: null },
  };
  await askSpending(app, account.token, { body: allowance(app, { planType: 'pro', ...windows }) });
  const lastRun = { occurredAt: app.clock.now().toISOString(), credits: 2, requestId: 'req-7' };
  expect((await syncSearch(app, account.token, { lastRun })).status).toBe(200);
  expect((await syncWebData(app, account.token)).status).toBe(200);
  return account;
}

inBrowser.each(EACH_VIEW)('spending, $theme, $width pixels wide', (view) => {
  it('has no barrier and nothing to scroll sideways, from an empty month to each dialog', async () => {
    const { page, complaints, close } = await openPage(view);
    await open(page, await makeFull());
    await expectSound(page, view, 'spending');
    for (const [name, button] of [
      ['spending-replace', 'Replace $41.20 of the coding agent'],
      ['spending-remove', 'Delete $41.20 of the coding agent'],
      ['spending-check', 'Check now: search provider'],
      ['spending-forget', 'Delete allowance…'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await dialog(page).waitFor();
      await expectSound(page, view, name);
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await dialog(page).waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Earlier month' }).click();
    await page.getByText('will stand here, once you or an agent reported it').waitFor();
    await expectSound(page, view, 'spending-empty');
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('a month of spending', () => {
  it('shows each amount in its own currency first, and at least how much it is where one can’t be converted', async () => {
    const { page, close } = await openPage();
    await open(page, await makeFull());
    const section = part(page, named(month()));
    await row(page, 'Coding agent').getByText('reported by you').waitFor();
    const pesos = row(page, 'Search provider');
    await expect.poll(() => pesos.getByRole('cell').nth(1).textContent()).toBe('MX$1,000.00');
    await pesos.getByText('reported by an agent').waitFor();
    const value = pesos.getByRole('cell').nth(2);
    await expect.poll(() => value.textContent()).toBe('$55.73 estimate');
    expect(await value.getByTitle(/Rates of/).getAttribute('title')).toBe(
      `Rates of ${today()}: 1 euro is 1.1269 USD and 20.2217 MXN`,
    );
    await section.getByText('at least $96.93', { exact: true }).waitFor();
    expect(await section.getByRole('list', { name: 'What is missing' }).allTextContents()).toEqual([
      '£10.00 of the web data provider is missing: the reference rates have none for GBP.',
    ]);
    await section.getByText(/published for information only/).waitFor();
    await close();
  });

  it('is a whole total where everything has a value', async () => {
    const account = await makeAccount(app);
    await report(account, { amountCents: 4_120 });
    await report(account, { currency: 'GBP', amountCents: 0 });
    const { page, close } = await openPage();
    await open(page, account);
    await page.getByText('$41.20', { exact: true }).first().waitFor();
    expect(await page.getByText('at least').count()).toBe(0);
    await expect.poll(() => row(page, 'Coding agent').getByText('£0.00').count()).toBe(1);
    await close();
  });

  it('stands in the address, reaches back, and never ahead of this month', async () => {
    const account = await makeAccount(app);
    await report(account, { month: month(2), amountCents: 1_234 });
    const { page, close } = await openPage();
    await open(page, account, `?month=${month(2)}`);
    await row(page, 'Coding agent').getByText('$12.34').first().waitFor();
    await page.getByRole('button', { name: 'Later month' }).click();
    await part(page, named(month(1))).waitFor();
    await expect.poll(() => page.url()).toContain(`month=${month(1)}`);
    await page.getByRole('button', { name: 'Later month' }).press('Enter');
    await part(page, named(month())).waitFor();
    await expect.poll(() => page.url()).not.toContain('month=');
    await expect.poll(() => page.getByRole('button', { name: 'Later month' }).isDisabled()).toBe(true);
    await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('combobox'); // of the months, beside it
    await page.getByRole('combobox', { name: 'Month' }).click();
    await page.getByRole('option', { name: named(month(2)) }).click();
    await row(page, 'Coding agent').getByText('$12.34').first().waitFor();
    await visit(page, app.url, '/me/spending?month=2999-01', 'Spending');
    await part(page, named(month())).waitFor();
    await close();
  });

  it('says what an amount replaces before it is recorded, and adds nothing to anything', async () => {
    const account = await makeAccount(app);
    await report(account, { amountCents: 2_000, source: 'agent_reported' });
    const { page, close } = await openPage();
    await open(page, account);
    await page.getByRole('button', { name: 'Report an amount…' }).click();
    const act = dialog(page).getByRole('button', { name: 'Replace $20.00' });
    await expect.poll(() => act.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Amount' }).fill('12,34');
    await page.getByText('Digits and at most two decimals').waitFor();
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.29');
    await page.getByText('$0.29 replaces $20.00, which an agent reported. They are not added.').waitFor();
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'EUR' }).click();
    await page.getByText('€0.29 is recorded; there is none in EUR that it would replace.').waitFor();
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'USD' }).click();
    await expect.poll(() => act.isEnabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Amount' }).press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await row(page, 'Coding agent').getByText('reported by you').waitFor();
    const { body } = await askSpending(app, account.token);
    expect(body.monthlyEntries).toMatchObject([{ amountCents: 29, source: 'user_reported' }]);
    await close();
  });

  it('loses an amount only after it was said which', async () => {
    const account = await makeAccount(app);
    await report(account);
    const { page, close } = await openPage();
    await open(page, account);
    await page.getByRole('button', { name: 'Delete $20.00 of the coding agent' }).click();
    await dialog(page)
      .getByText(`${named(month())} has no amount in USD for it any more`)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect((await askSpending(app, account.token)).body.monthlyEntries).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete $20.00 of the coding agent' }).click();
    await dialog(page).getByRole('button', { name: 'Delete $20.00' }).click();
    await page.getByText('will stand here, once you or an agent reported it').waitFor();
    expect((await askSpending(app, account.token)).body.monthlyEntries).toEqual([]);
    await close();
  });

  it('names the oldest month where there are too many, and leads to it', async () => {
    const account = await makeAccount(app);
    for (let before = 1; before <= 24; before += 1) await report(account, { month: month(before) });
    const { page, close } = await openPage();
    await open(page, account);
    await page.getByRole('button', { name: 'Report an amount…' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1');
    await dialog(page).getByRole('button', { name: 'Add amount' }).click();
    await dialog(page)
      .getByText(`The oldest of them is ${named(month(24))}.`)
      .waitFor();
    await dialog(page)
      .getByRole('button', { name: `Show ${named(month(24))}` })
      .click();
    await part(page, named(month(24))).waitFor();
    await page.getByRole('button', { name: 'Delete $20.00 of the coding agent' }).waitFor();
    await close();
  });

  it('is no one else’s', async () => {
    await makeFull();
    const { page, close } = await openPage();
    await open(page, await makeAccount(app));
    await page.getByText('will stand here, once you or an agent reported it').waitFor();
    await page.getByText('once an agent with a token of yours reported them').waitFor();
    await expect.poll(() => page.getByText('will stand here after the first look at it').count()).toBe(2);
    await close();
  });
});

inBrowser('a budget', () => {
  it('is set by a person, stands beside the month’s charge with what is left, and is deleted', async () => {
    const account = await makeAccount(app);
    await askSpending(app, account.token, { body: charge({ month: monthAgo(0), amountCents: 9_000 }) });
    const { page, close } = await openPage();
    await open(page, account);
    await page.getByRole('button', { name: 'Set a budget…' }).click();
    await page.getByLabel('Amount a month').fill('100');
    await page.getByRole('button', { name: 'Set budget', exact: true }).click();
    const section = page.getByRole('region', { name: 'Budgets' });
    await section.getByText('$90.00 of $100.00').waitFor();
    await section.getByText('$10.00 left').waitFor();
    await section.getByText(/90 % of the budget for the coding agent in USD is used/).waitFor();
    await section.getByRole('button', { name: 'Delete the budget of the coding agent in USD' }).click();
    await page.getByRole('button', { name: 'Delete budget', exact: true }).click();
    await section.getByText('A budget is what you mean to spend').waitFor();
    await close();
  });

  it('is beside the months of each provider and currency, which are never summed', async () => {
    const account = await makeAccount(app);
    const { token } = account;
    await askSpending(app, token, { body: charge({ month: monthAgo(0), amountCents: 100 }) });
    await askSpending(app, token, { body: charge({ month: monthAgo(1), amountCents: 300, currency: 'EUR' }) });
    const { page, close } = await openPage();
    await open(page, account);
    const lines = page.getByRole('table', { name: 'Months side by side' }).locator('tbody tr');
    await expect
      .poll(() => lines.evaluateAll((all) => all.map((one) => [...one.children].map((cell) => cell.textContent))))
      .toEqual([
        ['EUR · Coding agent', '–', '–', '–', '–', '€3.00', '–'],
        ['USD · Coding agent', '–', '–', '–', '–', '–', '$1.00'],
      ]);
    await close();
  });
});

inBrowser('the allowance of the coding agent', () => {
  it('has windows by their duration, not their slot, and says what was not reported', async () => {
    const { page, close } = await openPage();
    await open(page, await makeFull());
    const section = part(page, 'Codex allowance');
    const week = section.getByRole('meter', { name: 'Window of 7 days, used' });
    await expect.poll(() => week.getAttribute('aria-valuenow')).toBe('25');
    await section.getByText('25 % used').waitFor();
    await section.getByText('8.5 % used').waitFor();
    await expect.poll(() => section.getByTitle('2027-01-15T08:00:00.000Z UTC').count()).toBe(1);
    await section.getByText('time of reset not reported').waitFor();
    await section.getByText('reported by the agent, at').waitFor();
    await section.getByText('pro', { exact: true }).waitFor();
    await section.getByText('not reported', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Delete allowance…' }).click();
    await dialog(page).getByRole('button', { name: 'Delete allowance' }).click();
    await section.getByText('once an agent with a token of yours reported them').waitFor();
    await close();
  });

  it('values credits by a published price and says that it is no cash', async () => {
    const account = await makeAccount(app);
    await askSpending(app, account.token, { body: allowance(app, { creditsBalance: 12.5, primary: null }) });
    const { page, close } = await openPage();
    await open(page, account);
    const section = part(page, 'Codex allowance');
    await section.getByText('12.5', { exact: true }).waitFor();
    await section.getByText('$0.10 non-cash estimate, at $0.008 a credit as of 6 Oct 2026').waitFor();
    await section.getByText('No window was reported.').waitFor();
    await close();
  });
});

inBrowser('the balances at the providers', () => {
  it('show what each said, what it did not say, and what only a client reported', async () => {
    const { page, close } = await openPage();
    await open(page, await makeFull());
    const search = part(page, 'Search provider');
    expect(await search.locator('tbody tr').allInnerTexts()).toEqual([
      'This key\t150\t1,000\t850',
      'Account, plan\t500\t15,000\t14,500',
      'Account, pay as you go\t25\t100\tnot stated',
    ]);
    await search.getByText('client-reported').waitFor();
    await search.getByText('2 credits · duration not reported').waitFor();
    await search.getByText('$116.00 non-cash estimate').waitFor();
    await search.getByText('unknown: the provider’s interface does not say').waitFor();
    const web = part(page, 'Web data provider');
    expect(await web.locator('dd').allInnerTexts()).toEqual([
      '456',
      '123 (not a bill)',
      'not stated',
      'not stated',
      'unknown: the provider’s interface does not say',
    ]);
    await close();
  });

  it('are asked for with a key that is nowhere afterwards, in the browser or in the service', async () => {
    serveJson(outside, USAGE, CREDITS);
    serveJson(outside, BALANCE, { ...MONEY, currency: 'USD' });
    const { page, complaints, close } = await openPage();
    await open(page, await makeAccount(app));
    await page.getByRole('button', { name: 'Check now: search provider' }).click();
    const field = page.getByLabel('Key of the search provider');
    expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual(['password', 'off']);
    await check(page, 'search provider', SEARCH_KEY);
    await page.getByText('The provider was asked just now; what it said is saved.').waitFor();
    await check(page, 'web data provider', WEB_DATA_KEY);
    await part(page, 'Web data provider').getByText('$456.00').waitFor();
    const sent = outside.requested.map(({ headers }) => headers.authorization);
    expect(sent).toEqual([`Bearer ${SEARCH_KEY}`, `Bearer ${WEB_DATA_KEY}`]);
    const held = await everythingHeld(page);
    expect(held).toContain('search-balance'); // a name that stands in the state of the application alone
    for (const key of [SEARCH_KEY, WEB_DATA_KEY]) {
      expect(held.includes(key)).toBe(false);
      expect((await everythingStored(app)).includes(key)).toBe(false);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('leave the field empty and the saved numbers as they were when a provider refuses', async () => {
    const account = await makeFull();
    const { page, close } = await openPage();
    await open(page, account);
    for (const [status, text] of [
      [401, 'The provider refused the key.'],
      [403, 'The provider lets this key read no balance.'],
      [500, 'The provider answered with the status 500. The saved snapshot was not changed.'],
      [429, 'Wait 77 seconds, then try again.'],
    ] as const) {
      serveJson(outside, BALANCE, { error: WEB_DATA_KEY }, { status, headers: { 'retry-after': '77' } });
      await check(page, 'web data provider', WEB_DATA_KEY);
      await dialog(page).getByText(text).waitFor();
      await expect.poll(() => page.getByLabel('Key of the web data provider').inputValue()).toBe('');
      await dialog(page).getByText('the key is missing').waitFor();
      expect((await everythingHeld(page)).includes(WEB_DATA_KEY)).toBe(false);
    }
    await check(page, 'web data provider', 'too short');
    await dialog(page)
      .getByText(/16 to 512/)
      .first()
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await part(page, 'Web data provider').getByText('456', { exact: true }).waitFor();
    await close();
  });

  it('are not asked for twice in 90 seconds, and say so', async () => {
    const account = await makeFull();
    const { page, close } = await openPage();
    await open(page, account);
    const before = outside.hits(USAGE);
    await check(page, 'search provider', SEARCH_KEY);
    await part(page, 'Search provider')
      .getByText('was asked less than 90 seconds ago and was not asked again')
      .waitFor();
    expect(outside.hits(USAGE)).toBe(before);
    await close();
  });

  it('say how long to wait once the looks of ten minutes are used up', async () => {
    serveJson(outside, BALANCE, MONEY);
    const account = await makeAccount(app);
    for (let look = 1; look <= 8; look += 1) expect((await syncWebData(app, account.token)).status).toBe(200);
    const { page, close } = await openPage();
    await open(page, account);
    await check(page, 'web data provider', WEB_DATA_KEY);
    await dialog(page)
      .getByText(/Rate limit "provider-sync" exceeded/)
      .waitFor();
    await dialog(page)
      .getByText(/Wait \d+ seconds, then try again/)
      .waitFor();
    await close();
  });
});
