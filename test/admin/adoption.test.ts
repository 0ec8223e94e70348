import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const FOLD_EVERY_MS = 1_000;

let app: TestApp;
let path: string;
let folding: Promise<void>;
let closing = false;

/** Folds as a worker does, for as long as the file runs. */
async function foldOn(): Promise<void> {
  while (!closing) {
    const { more } = await foldEvents(app.app.platform.em());
    if (!more) await new Promise((resolve) => setTimeout(resolve, FOLD_EVERY_MS));
  }
}

beforeAll(async () => {
  app = await startApp();
  path = `/o/${app.credentials.organizationId}/adoption`;
  folding = foldOn();
});
afterAll(async () => {
  closing = true;
  await folding;
  await app.close();
});

let sent = 0;
const send = (given: Record<string, unknown>) =>
  ask(`${app.url}/api/usage/track`, {
    token: app.credentials.trackingKey,
    body: {
      event_name: 'FIRST_API_CALL',
      product: { id: app.credentials.productId, name: 'Demo API', type: 'api' },
      idempotencyKey: `adoption-${++sent}`,
      ...given,
    },
  });
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'In numbers' })
    .getByText(name, { exact: true })
    .locator('xpath=following-sibling::*[1]');

/** The line below a figure that compares it with the window before. */
const change = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'In numbers' })
    .getByText(name, { exact: true })
    .locator('xpath=following-sibling::*[last()]');

inBrowser('the adoption of a company', () => {
  it('shows who activated and who came back within a minute of the first event', { timeout: 180_000 }, async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, path, 'Adoption');
    await page.getByText('No event of your servers counts in this window', { exact: false }).waitFor();

    const began = Date.now();
    for (const event of [
      { developer_id: 'dev_ada', account_domain: 'ada.example', occurredAt: daysAgo(9) },
      { developer_id: 'dev_ada', account_domain: 'ada.example', occurredAt: daysAgo(1) },
      { developer_id: 'dev_bob', account_domain: 'bob.example', occurredAt: daysAgo(2) },
      { developer_id: 'dev_eve', occurredAt: daysAgo(2), event_name: 'API_KEY_CREATED' },
      {
        developer_id: 'by%2Fname',
        account_domain: 'ada.example',
        occurredAt: daysAgo(20),
        event_name: 'API_KEY_CREATED',
      },
    ])
      expect(await send(event)).toMatchObject({ status: 200 });
    await page.getByRole('figure', { name: /developers and accounts/ }).waitFor({ timeout: MINUTE_MS });
    await expect.poll(() => figure(page, 'Activated').textContent(), { timeout: MINUTE_MS }).toBe('2');
    expect(Date.now() - began).toBeLessThan(MINUTE_MS);
    await page.getByText('1 of them came back so far').waitFor();
    await expect.poll(() => figure(page, 'Active accounts').textContent()).toBe('2');
    await page.getByText('2 newly active').waitFor();

    await page.getByRole('link', { name: 'Developers', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Active developers' }).waitFor();
    const ada = page.getByRole('row', { name: /dev_ada/ });
    await expect.poll(() => ada.textContent()).toMatch(/dev_ada2.*9 d ago.*1 d ago/);
    await expect.poll(() => page.getByRole('row', { name: /dev_bob/ }).textContent()).toContain('not yet');
    await page.getByRole('searchbox', { name: 'Search developers' }).fill('bob');
    await ada.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('leads from each number to those behind it, with its filter in the address, and back to where it stands', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${path}?period=14`, 'Adoption');
    const rows = page.getByRole('row').filter({ hasText: /dev_|by%2Fname/ });
    const open = async (part: string, name: string, heading: string) => {
      await page.getByRole('region', { name: part }).getByRole('link', { name, exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    };
    const goBack = async (part: string) => {
      await page.getByRole('link', { name: '← Adoption' }).click();
      await page.waitForURL(/adoption\?period=14#/);
      await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe(part);
    };

    await expect.poll(() => figure(page, 'Activated').textContent()).toBe('2');
    await figure(page, 'Activated').getByRole('link').click();
    await page.waitForURL(/adoption\/developers\?.*figure=activated/);
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByText('Developers whose first activation lies in this window.').waitFor();
    await page.getByRole('link', { name: 'dev_ada' }).click();
    await page.getByRole('heading', { level: 1, name: 'dev_ada' }).waitFor();
    await page.getByRole('link', { name: '← Active developers' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Came back' }).click();
    await page.waitForURL(/sort=-retainedAt/);
    await goBack('In numbers');

    const evaluation = page
      .getByRole('region', { name: 'How far do developers come?' })
      .getByRole('row', { name: /^evaluation/ });
    await evaluation.getByRole('link').first().click();
    await page.waitForURL(/family=evaluation/);
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('dev_eve')]);
    await goBack('How far do developers come?');

    await evaluation.getByRole('link').last().click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await page.waitForURL(/counted=(first-party|sample)/);
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'API_KEY_CREATED' }).count()).toBe(1);
    await page.getByRole('link', { name: 'API_KEY_CREATED' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await goBack('How far do developers come?');

    await open('Do developers come back?', '100 %', 'Active developers');
    await page.waitForURL(/cohort=\d{4}-W\d{2}/);
    await expect.poll(() => rows.count()).toBeGreaterThan(0);
    await page.reload();
    await expect.poll(() => rows.count()).toBeGreaterThan(0);
    await goBack('Do developers come back?');

    const chart = page.getByRole('figure', { name: /developers and accounts/ });
    await chart.getByRole('button', { name: /^Show table/ }).click();
    await chart.getByRole('link', { name: daysAgo(9).slice(0, 10) }).click();
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('dev_ada')]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('answers who takes which steps in order, who stopped, and who comes and stays', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${path}?steps=evaluation,activation`, 'Adoption');
    const steps = page.getByRole('region', { name: 'Who takes which steps, in order?' });
    const rows = steps.getByRole('row');
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/1\. evaluation\s+2\s+100\.0 %/);
    await steps.getByRole('button', { name: '2 stopped after evaluation' }).click();
    await steps.getByRole('link', { name: 'dev_eve' }).waitFor();
    await steps.getByRole('button', { name: 'evaluation', exact: false, pressed: true }).waitFor();
    await steps.getByRole('button', { name: 'retention' }).click();
    await page.waitForURL(/steps=evaluation%2Cactivation%2Cretention/);
    await expect.poll(() => rows.filter({ hasText: '3. retention' }).count()).toBe(1);
    const name = steps.getByRole('combobox', { name: 'Event name' });
    await expect.poll(() => steps.locator('datalist option').evaluateAll((all) => all.length)).toBeGreaterThan(1);
    await name.fill('no name');
    await steps.getByText('A letter first', { exact: false }).waitFor();
    await name.fill('FIRST_API_CALL');
    await page.keyboard.press('Enter');
    await page.waitForURL(/retention%2Cevent%3AFIRST_API_CALL/);
    await expect.poll(() => rows.filter({ hasText: '4. FIRST_API_CALL' }).count()).toBe(1);
    for (const family of ['2. activation', '2. retention'])
      await steps.getByRole('button', { name: family, pressed: true }).click();
    await expect.poll(() => rows.filter({ hasText: '2. FIRST_API_CALL' }).count()).toBe(1);
    await steps.getByRole('combobox', { name: 'Within' }).selectOption('7');
    await page.waitForURL(/within=7/);
    await steps.getByText('within 7 × 24 hours of entering', { exact: false }).waitFor();
    await steps.getByRole('textbox', { name: 'Account' }).fill('ada.example');
    await page.keyboard.press('Enter');
    await page.waitForURL(/of=ada\.example/);
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/1\. evaluation\s+1\s/);

    const weeks = page.getByRole('table', { name: 'Developers by week' });
    // The week of today goes on, but for the day that ends it.
    const ofThisWeek = new Date().getUTCDay() === 0 ? /-W\d{2}(\s+\d+){5}$/ : /going on(\s+\d+){4}\s+not yet known$/;
    await expect.poll(() => weeks.getByRole('row').nth(1).innerText()).toMatch(ofThisWeek);
    await page.getByText('Median', { exact: true }).waitFor();
    await weeks.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Active developers' }).waitFor();
    await page.getByRole('link', { name: '← Adoption' }).click();
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Who comes, stays and goes?');
    expect(complaints).toEqual([]);
    await close();
  });

  it('leads on from a day of the chart that one points at', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${path}?from=${daysAgo(9).slice(0, 10)}&to=${daysAgo(9).slice(0, 10)}`, 'Adoption');
    const drawing = page.getByRole('figure', { name: /developers and accounts/ }).getByRole('img');
    await drawing.locator('svg').click();
    await page.waitForURL(/adoption\/developers\?since=/);
    await page.getByRole('row', { name: /dev_ada/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('leads from a list, sorted by its headers, to one developer and one account, and to the event that proves', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${path}/developers`, 'Active developers');
    const rows = page.getByRole('row').filter({ hasText: /dev_/ });
    await page.getByRole('button', { name: 'Came back' }).click();
    await page.waitForURL(/sort=-retainedAt/);
    await expect.poll(() => rows.first().innerText()).toContain('dev_ada');
    await page.getByRole('button', { name: 'Developer', exact: true }).click();
    await page.waitForURL(/sort=name/);
    await expect.poll(() => rows.last().innerText()).toContain('dev_eve');
    await page.getByRole('link', { name: 'dev_ada' }).click();
    await page.getByRole('heading', { level: 1, name: 'dev_ada' }).waitFor();
    const products = page.getByRole('region', { name: 'Products' });
    await expect.poll(() => products.getByRole('row').nth(1).innerText()).toMatch(/Demo API\s+2\s+9 d ago\s+1 d ago/);
    await expect.poll(() => page.getByRole('region', { name: 'Latest events' }).getByRole('row').count()).toBe(3);
    await page.getByRole('link', { name: 'ada.example' }).click();
    await page.getByRole('heading', { level: 1, name: 'ada.example' }).waitFor();
    await page.getByRole('region', { name: 'Developers' }).getByRole('link', { name: 'dev_ada' }).waitFor();
    await page.getByRole('region', { name: 'Developers' }).getByRole('link', { name: 'by%2Fname' }).click();
    await page.getByRole('heading', { level: 1, name: 'by%2Fname', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Latest events' }).getByText('API_KEY_CREATED').waitFor();
    await page.goBack();
    await page.goBack();
    await products.getByRole('link', { name: '9 d ago' }).click();
    await page.getByRole('dialog', { name: 'FIRST_API_CALL' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('narrows by window and family in its address, and has the table and the files of what it draws', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${path}?period=7`, 'Adoption');
    const chart = page.getByRole('figure', { name: /developers and accounts/ });
    await chart.getByRole('img').waitFor();
    await chart.getByRole('button', { name: /^Show table/ }).click();
    await expect.poll(() => chart.getByRole('row').count()).toBe(8);
    await page.getByRole('button', { name: '14 days' }).press('Enter');
    await expect.poll(() => chart.getByRole('row').count()).toBe(15);
    const news = page
      .getByRole('status')
      .filter({ hasText: `${daysAgo(13).slice(0, 10)} to ${daysAgo(0).slice(0, 10)}` });
    await expect.poll(() => news.textContent()).toMatch(/: 3 developers and 2 accounts active\.$/);
    await page.getByRole('textbox', { name: 'From', exact: true }).fill(daysAgo(3).slice(0, 10));
    await expect.poll(() => chart.getByRole('row').count()).toBe(5);
    await expect.poll(() => page.url()).toContain(`from=${daysAgo(3).slice(0, 10)}`);
    // Today isn't over: its counts stand beside those of whole days, and are called no change.
    await expect.poll(() => change(page, 'Events').textContent()).toBe('so far; 0 in the 4 days before');
    await page.getByRole('textbox', { name: 'To' }).fill(daysAgo(1).slice(0, 10));
    await expect.poll(() => change(page, 'Events').textContent()).toBe('more by3, from 0');
    await page.getByRole('textbox', { name: 'To' }).fill(daysAgo(0).slice(0, 10));
    await expect.poll(() => chart.getByRole('row').count()).toBe(5);
    await page.getByRole('combobox', { name: 'Family' }).selectOption('expansion');
    await page
      .getByRole('status')
      .getByText(/, expansion: 0 developers and 0 accounts active\.$/)
      .waitFor();
    await expect.poll(() => figure(page, 'Events').textContent()).toBe('0');
    await expect.poll(() => figure(page, 'Refused share').textContent()).toBe('unknown');

    await page.getByRole('button', { name: 'Export' }).click();
    const address = await page.getByRole('menuitem', { name: 'Developers as CSV' }).getAttribute('href');
    const file = await page.request.get(`${app.url}${address}`);
    const text = await file.text();
    expect(file.headers()['content-disposition']).toContain('expansion');
    expect(text.trim()).toBe('developerId,events,firstSeen,lastSeen,activatedAt,retainedAt,label,from,to'); // without the byte order mark
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps a window under a name', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${path}?period=7&family=activation`, 'Adoption');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByLabel('Name of the view').fill('This week');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The view “This week” is saved.').waitFor();
    await visit(page, app.url, path, 'Adoption');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'This week' }).click();
    await expect.poll(() => page.url()).toMatch(/period=7.*family=activation/);
    await page.getByRole('button', { name: '7 days', pressed: true }).waitFor();

    await visit(page, app.url, `${path}/accounts?family=activation&sort=name`, 'Active accounts');
    await page.getByRole('button', { name: 'Saved views' }).click();
    expect(await page.getByRole('menuitem', { name: 'This week' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByLabel('Name of the view').fill('By name');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit(page, app.url, `${path}/accounts?sort=-lastSeen`, 'Active accounts');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'By name' }).click();
    await page.waitForURL(/family=activation.*sort=name|sort=name.*family=activation/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says that a saved view is deleted, and keeps the focus in the dialog', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${path}/developers?sort=name`, 'Active developers');
    const open = async (act: string) => {
      await page.getByRole('button', { name: 'Saved views' }).press('Enter');
      await page.getByRole('menuitem', { name: act }).press('Enter');
      await page.getByRole('dialog', { name: 'Saved views' }).waitFor();
    };
    for (const [name, act] of [
      ['One', 'Save this view…'],
      ['Two', 'Save or delete a view…'],
    ] as const) {
      await open(act);
      await page.getByLabel('Name of the view').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText(`The view “${name}” is saved.`).waitFor();
    }
    await open('Save or delete a view…');
    const focused = () =>
      page.locator(':focus').evaluate((one) => one.getAttribute('aria-label') ?? one.getAttribute('name'));
    await page.getByRole('button', { name: 'Delete view One' }).press('Enter');
    await page.getByText('The view “One” is deleted.').waitFor();
    await expect.poll(focused).toBe('Delete view Two');
    await page.keyboard.press('Enter');
    await page.getByText('The view “Two” is deleted.').waitFor();
    await expect.poll(focused).toBe('shared');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(VIEWS)('has no barrier, $theme, $width pixels wide', async (view) => {
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.owner);
    for (const [name, address, heading] of [
      ['adoption', path, 'Adoption'],
      ['adoption-accounts', `${path}/accounts`, 'Active accounts'],
      ['adoption-developers', `${path}/developers`, 'Active developers'],
      ['adoption-developer', `${path}/developers/dev_ada`, 'dev_ada'],
      ['adoption-account', `${path}/accounts/ada.example`, 'ada.example'],
    ] as const) {
      await visit(page, app.url, address, heading);
      await expectSound(page, view, name);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});
