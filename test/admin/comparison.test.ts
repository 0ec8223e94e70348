import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { earlierBy, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type Company, makeCompany } from '../setup/people.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

let app: TestApp;
let company: Company;
let address: string;

const send = (developer_id: string, days: number, given: Record<string, unknown> = {}) =>
  ask(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: {
      ...makeEvent(app, { developer_id, occurredAt: `${dayAgo(days)}T12:00:00Z`, ...given }),
      product: { id: company.productId, name: 'An API', type: 'api' },
    },
  });

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
  const by = { context: { attribution: { campaignId: 'spring', source: 'docs' } } };
  for (const developer of ['a', 'b', 'c']) await send(developer, 30, developer === 'a' ? by : {});
  for (const developer of ['a', 'd', 'e', 'f', 'g', 'h']) await send(developer, 8, developer === 'd' ? by : {});
  await send('a', 5);
  await query(app.databaseUrl, `update tracking_event set recorded_at = ${earlierBy('recorded_at', '60')}`);
  while ((await foldEvents(app.app.platform.em())).more);
  address = `/o/${company.organizationId}/adoption?from=${dayAgo(14)}&to=${dayAgo(1)}`;
});
afterAll(() => app.close());

const cells = (page: Page, table: string, row: RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row', { name: row }).getByRole('cell').allTextContents();

inBrowser('two windows of equal length', () => {
  it.each(EACH_VIEW)('stand over and beside each other, $theme, $width pixels wide', async (view) => {
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `${address}&against=${dayAgo(35)}`, 'Adoption');
    const figures = 'Figures of both windows';
    await page.getByRole('table', { name: figures }).waitFor();
    expect((await cells(page, figures, /^Active developers/)).slice(-3)).toEqual(['6', '3', '+3 (+100 %)']);
    expect((await cells(page, figures, /^Events/)).slice(-3)).toEqual(['7', '3', '+4 (+133 %)']);
    expect((await cells(page, figures, /^Activation share/)).slice(-3)).toEqual(['100.0 %', '100.0 %', '0.0 points']);
    const campaigns = 'New developers by campaign, both windows';
    expect((await cells(page, campaigns, /^spring \(docs\)/)).slice(-3)).toEqual(['1', '1', '0 (0 %)']);
    await page.getByRole('heading', { name: 'Developers of both windows, by day' }).waitFor();
    await expectSound(page, view, 'adoption-comparison');
    await page.getByRole('button', { name: '7 days', exact: true }).last().click();
    await page.getByRole('heading', { name: 'Developers of both windows, by 7 days' }).waitFor();
    await expect.poll(() => page.url()).toContain('by=week');
    const chart = page.getByRole('figure', { name: 'Developers of both windows, by 7 days' });
    await chart.getByRole('button', { name: /^Show table/ }).click();
    await expect
      .poll(() => cells(page, 'Developers of both windows, by 7 days', /^Days 1 to 7/))
      .toEqual(['Days 1 to 7', '6', '3']);
    await page.getByRole('table', { name: figures }).getByRole('link', { name: '3', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Active developers' }).waitFor();
    for (const developer of ['b', 'c']) await page.getByText(developer, { exact: true }).first().waitFor();
    expect(await page.getByText('h', { exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are chosen and ended on the page, and stay in a saved view', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, address, 'Adoption');
    await page.getByRole('button', { name: 'The days before' }).click();
    await expect.poll(() => page.url()).toContain(`against=${dayAgo(28)}`);
    await page.getByRole('button', { name: 'Four weeks before' }).click();
    await expect.poll(() => page.url()).toContain(`against=${dayAgo(42)}`);
    await page.getByLabel('The 14 days from').fill(dayAgo(35));
    await expect.poll(() => page.url()).toContain(`against=${dayAgo(35)}`);
    await page.getByRole('table', { name: 'Figures of both windows' }).waitFor();
    for (const [group, choice] of [
      ['Of', 'Events'],
      ['By', '7 days'],
    ] as const) {
      const choices = page.getByRole('group', { name: group, exact: true });
      await choices.getByRole('button', { name: choice }).click();
      await choices.getByRole('button', { name: choice, pressed: true }).waitFor();
    }
    await expect.poll(() => page.url()).toMatch(/measure=events.*by=week/);
    // The address is there before the page is.
    await page.getByRole('figure', { name: 'Events of both windows, by 7 days' }).waitFor();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByLabel('Name of the view').fill('Both windows');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The view “Both windows” is saved.').waitFor();
    await visit(page, app.url, address, 'Adoption');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Both windows' }).click();
    for (const part of [`against=${dayAgo(35)}`, 'by=week', 'measure=events'])
      await expect.poll(() => page.url()).toContain(part);
    await page.getByRole('figure', { name: 'Events of both windows, by 7 days' }).waitFor();
    await page.getByRole('button', { name: 'End comparison' }).click();
    await expect.poll(() => page.url()).not.toContain('against=');
    await visit(page, app.url, `${address}&against=2026-02-30`, 'Adoption');
    await expect.poll(() => page.url()).not.toContain('against=');
    await close();
  });
});
