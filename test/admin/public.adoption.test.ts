import { afterAll, beforeAll, expect, it } from 'vitest';
import { newestDueDay } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { type PublishedDay, publishDays } from '../setup/published-adoption.js';
import { expectSound, inBrowser, openPage, VIEWS } from './workspace.js';

const DAY_MS = 86_400_000;
const DAYS = 40;
/** Days of the history, counted from its first, on which the row is suppressed. */
const SUPPRESSED = [12, 13, 14, 15];

let app: TestApp;
let newest: string;
beforeAll(async () => {
  app = await startApp();
  newest = newestDueDay(app.clock.now());
  const days = Array.from({ length: DAYS }, (_, index): PublishedDay => {
    const day = new Date(Date.parse(newest) - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const isSuppressed = SUPPRESSED.includes(index);
    return { day, cohort: isSuppressed ? 'suppressed' : 'reported', developers: isSuppressed ? null : 60 + index * 5 };
  });
  await publishDays(app, 'stripe', days);
});
afterAll(() => app.close());

inBrowser('the page of a tool without a script', () => {
  it('draws what was published of it with label and window, and has each day in its table', async () => {
    const { page, complaints, close } = await openPage(undefined, { javaScriptEnabled: false });
    await page.goto(`${app.url}/tools/stripe`);
    const drawn = await page
      .getByRole('img', { name: /^Developers: 60 on .*, 255 on .*, withheld on 4 of 40 days/ })
      .all();
    expect(drawn).toHaveLength(1);
    const section = page.getByRole('region', { name: 'How many developers use it?' });
    await section.getByText('first-party').first().waitFor();
    await section.getByText('Show table').click();
    const rows = section.getByRole('row');
    await expect.poll(() => rows.count()).toBe(DAYS + 1);
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/first-party\s+255/);
    await expect.poll(() => rows.nth(DAYS - 12).innerText()).toMatch(/suppressed\s+suppressed/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows another period by its link, where all of it is withheld', async () => {
    const { page, close } = await openPage(undefined, { javaScriptEnabled: false });
    await page.goto(`${app.url}/tools/stripe`);
    await page.getByRole('link', { name: '7 days' }).click();
    await page.getByRole('img', { name: /^Developers: withheld on every day/ }).waitFor();
    await page.goto(`${app.url}/tools/resend`);
    await page.getByText('Not known: its vendor does not report here.').waitFor();
    await close();
  });
});

inBrowser('public adoption', () => {
  it('leads the home page, and has its rules and the id of its snapshot beside its table', async () => {
    const { page, close } = await openPage(undefined, { javaScriptEnabled: false });
    await page.goto(app.url);
    await page
      .getByRole('region', { name: 'Reported by vendors', exact: true })
      .getByRole('rowheader', { name: 'Stripe' })
      .waitFor();
    await page.goto(`${app.url}/adoption`);
    const { snapshotId } = (await (await fetch(`${app.url}/api/v1/adoption`)).json()) as { snapshotId: string };
    await page.getByText(snapshotId, { exact: true }).waitFor();
    const download = page.getByRole('link', { name: 'Download JSON' });
    await expect.poll(() => download.getAttribute('download')).toContain(snapshotId);
    await expect.poll(() => download.getAttribute('href')).toBe('/api/v1/adoption?period=30d&limit=100');
    await page
      .getByRole('complementary', { name: 'How it is counted' })
      .getByText('fewer than 10 developers')
      .waitFor();
    await close();
  });

  it('has a page of each day that says how it is cited, and of no other', async () => {
    const { page, close } = await openPage(undefined, { javaScriptEnabled: false });
    const first = new Date(Date.parse(newest) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    await page.goto(`${app.url}/adoption/${first}?period=90d`);
    const cite = page.getByRole('region', { name: 'Cite this' });
    const { snapshotId } = (await (await fetch(`${app.url}/api/v1/adoption?day=${first}`)).json()) as {
      snapshotId: string;
    };
    const address = `/adoption/${first}?period=90d`;
    await expect.poll(() => cite.innerText()).toContain(`snapshot ${snapshotId}, adoption-v2.`);
    await cite.getByText('BibTeX').click();
    await expect.poll(() => cite.locator('pre').innerText()).toContain(`@misc{dai-${first}-90d,`);
    await expect.poll(() => page.getByRole('rowheader', { name: 'Stripe' }).count()).toBe(1);
    const heads = await page.locator('script[type="application/ld+json"]').allTextContents();
    const dataset = heads.map((text) => JSON.parse(text)).find((one) => one['@type'] === 'Dataset');
    expect(dataset).toMatchObject({ identifier: snapshotId, url: expect.stringContaining(address) });
    for (const { contentUrl, encodingFormat } of dataset.distribution)
      expect((await fetch(contentUrl)).headers.get('content-type')).toContain(encodingFormat);
    for (const [path, status] of [
      ['2020-01-01', 404],
      ['yesterday', 404],
    ])
      expect((await fetch(`${app.url}/adoption/${path}`, { headers: { accept: 'text/html' } })).status).toBe(status);
    await close();
  });

  it('has its rules folded below the table on a phone', async () => {
    const { page, close } = await openPage({ theme: 'light', width: 360 }, { javaScriptEnabled: false });
    await page.goto(`${app.url}/adoption`);
    const rule = page.getByText('fewer than 10 developers');
    await expect.poll(() => rule.isVisible()).toBe(false);
    await page.getByText('Show the methodology').click();
    await rule.waitFor();
    await close();
  });
});

inBrowser.each(VIEWS)('published adoption, $theme, $width pixels wide', (view) => {
  it('has no barrier and nothing to scroll sideways', async () => {
    const { page, complaints, close } = await openPage(view);
    for (const [name, path] of [
      ['adoption', '/adoption'],
      ['adoption-home', '/'],
      ['adoption-tool', '/tools/stripe'],
      ['adoption-withheld', '/tools/stripe?period=7d'],
    ] as const) {
      await page.goto(app.url + path);
      await expectSound(page, view, `public-${name}`);
    }
    await page.goto(`${app.url}/tools/stripe`);
    await page.getByText('Show table').click();
    await expectSound(page, view, 'public-adoption-table');
    expect(complaints).toEqual([]);
    await close();
  });
});
