import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { addTools, makeFacts, TRIAL } from '../setup/plans.js';
import {
  EACH_VIEW,
  findBarriers,
  findCutOff,
  inBrowser,
  keepPicture,
  openPage,
  sidewaysBy,
  visit,
} from './workspace.js';

/** A tool of which all is known, one of which nothing is, and enough others for a second page. */
const KNOWN = makeFacts('full-tool', {
  name: 'Full Measure',
  aliases: ['Whole Measure'],
  summary: 'Takes quokka payments and tells everything about itself',
  pricing: { model: 'usage', freeTier: '100 calls a day', url: 'https://full-tool.example/pricing' },
  signupUrl: 'https://full-tool.example/sign-up',
  interfaces: ['rest', 'mcp'],
  install: { kind: 'npm', command: 'npm install full-tool' },
  environment: ['FULL_TOOL_KEY'],
  docs: {
    url: 'https://full-tool.example/docs',
    llmsTxt: 'https://full-tool.example/llms.txt',
    openapi: 'https://full-tool.example/openapi.json',
  },
  sources: [
    { url: 'https://full-tool.example/docs', readAt: '2026-11-20', facts: ['install', 'docs.url', 'environment'] },
    { url: 'https://github.com/full/tool', readAt: '2026-11-19', facts: ['vendor', 'pricing.model'] },
  ],
});
const UNKNOWN = makeFacts('bare-tool', {
  name: 'Bare Bones',
  summary: 'A quokka that no one knows anything about',
  vendor: null,
  website: null,
  capabilities: [],
  pricing: { model: 'unknown', freeTier: null, url: null },
  maturity: 'unknown',
  interfaces: [],
  install: null,
  packages: [],
  docs: { url: null, llmsTxt: null, openapi: null },
});
const OTHERS = Array.from({ length: 20 }, (_, number) =>
  makeFacts(`helper-${number}`, { summary: 'One more quokka', pricing: { model: 'free', freeTier: null, url: null } }),
);

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await addTools(app, KNOWN, UNKNOWN, ...OTHERS);
  // The first question of a process reads the whole catalog into memory; pages are looked at after that.
  expect((await askGraphql(app, '{ directoryContext { total } }')).errors).toEqual([]);
});
afterAll(() => app.close());

const results = (page: Page) => page.getByRole('list', { name: 'Tools' }).getByRole('heading', { level: 3 });
const open = (page: Page, address: string, heading = 'Directory') => visit(page, app.url, address, heading);

inBrowser.each(EACH_VIEW)('the directory, $theme, $width pixels wide', (view) => {
  it('opens without a session and has no barrier on any of its pages', async () => {
    const { page, complaints, close } = await openPage(view);
    const inspect = async (name: string) => {
      await keepPicture(page, `${name}-${view.theme}-${view.width}`);
      const found = {
        barriers: await findBarriers(page),
        sideways: await sidewaysBy(page),
        cutOff: await findCutOff(page),
      };
      expect({ name, ...found }).toEqual({ name, barriers: [], sideways: 0, cutOff: [] });
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    };
    await open(page, '/directory');
    await inspect('directory');
    await open(page, `/directory?q=quokka&category=${TRIAL}&pricing=usage`);
    if (view.width < 1200) await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('button', { name: /^trial \d/ }).waitFor();
    await inspect('directory-filters');
    await open(page, `/directory?q=quokka&category=${TRIAL}&pricing=enterprise`);
    await page.getByText('passes all of the filters').waitFor();
    await inspect('directory-nothing');
    await open(page, '/directory/full-tool', 'Full Measure');
    await inspect('tool');
    await open(page, '/directory/bare-tool', 'Bare Bones');
    await inspect('tool-unknown');
    await open(page, '/directory/no-such-tool', 'There is no such tool');
    await inspect('tool-none');
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('looking for a tool', () => {
  it('asks nothing of a visitor, and brings a visitor who signs in back to the question', async () => {
    const { page, close } = await openPage();
    await open(page, '/directory?q=quokka');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(app.credentials.users.owner.email);
    await page.locator('input[type=password]').fill(app.credentials.users.owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Directory' }).waitFor();
    await expect.poll(() => page.url()).toContain('/directory?q=quokka');
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await page.getByRole('link', { name: 'Directory', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Directory' }).waitFor();
    await page.getByRole('link', { name: 'Products' }).waitFor();
    await close();
  });

  it('keeps question and filters in the address, and shows as many tools as a filter promised', async () => {
    const { page, close } = await openPage();
    await open(page, `/directory?category=${TRIAL}`);
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('"quokka"') ?? false);
    await page.getByRole('searchbox', { name: 'Search the directory' }).fill('quokka');
    await answered;
    await expect.poll(() => page.getByRole('region', { name: 'Results' }).getAttribute('aria-busy')).toBe('false');
    const free = page.getByRole('group', { name: 'Pricing' }).getByRole('button', { name: /^free \d/ });
    const promised = ((await free.textContent()) ?? '').replace('free ', '');
    await free.click();
    await page.getByRole('status').getByText(`${promised} tools found`).waitFor();
    await expect.poll(() => page.url()).toContain(`/directory?q=quokka&category=${TRIAL}&pricing=free`);
    await page.reload();
    await page.getByRole('heading', { level: 2, name: new RegExp(`^${promised} tools`) }).waitFor();
    await expect.poll(() => free.getAttribute('aria-pressed')).toBe('true');
    // The values of one filter are alternatives: what the others would add stays to be seen.
    await page.getByRole('group', { name: 'Pricing' }).getByRole('button', { name: 'pay per use 1' }).click();
    await page.waitForURL(/pricing=free%2Cusage/);
    await page.getByRole('heading', { level: 2, name: new RegExp(`^${Number(promised) + 1} tools`) }).waitFor();
    await page.getByRole('button', { name: 'Clear 3 filters' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#/directory?q=quokka');
    await close();
  });

  it('reads on without a tool twice, steps from tool to tool, and leads back to the results', async () => {
    const { page, close } = await openPage();
    await open(page, `/directory?category=${TRIAL}`);
    await expect.poll(() => results(page).count()).toBe(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => results(page).count()).toBe(22);
    expect(new Set(await results(page).allTextContents()).size).toBe(22);
    await page.getByRole('link', { name: 'Bare Bones' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bare Bones' }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).not.toBe('Bare Bones');
    await page.getByRole('main').getByRole('link', { name: '← Directory' }).click();
    await expect.poll(() => results(page).count()).toBe(22);
    await expect.poll(() => page.url()).toContain(`/directory?category=${TRIAL}`);
    await open(page, `/directory?category=${TRIAL}&pricing=free&pricing=usage`); // as older addresses have it
    await page.getByRole('button', { name: 'Clear 3 filters' }).waitFor();
    await close();
  });

  it('shows each need that it read, takes one out, and says which words stand for nothing known', async () => {
    const { page, close } = await openPage();
    await open(page, '/directory?q=zebras,+payments,+search+and+email');
    const needs = page.getByRole('group', { name: 'What was understood' });
    await needs.getByRole('button', { name: 'Remove Payments' }).waitFor();
    await page.getByText('No known need or tool: zebras.').waitFor();
    await needs.getByRole('button', { name: 'Remove Email sending' }).click();
    await expect.poll(() => needs.getByRole('button').allInnerTexts()).toHaveLength(2);
    expect(decodeURIComponent(page.url())).toMatch(/q=zebras,[ +]payments,[ +]search$/);
    await close();
  });

  it('says what to leave out when nothing passes, and what that would show', async () => {
    const { page, close } = await openPage();
    await open(page, `/directory?category=${TRIAL}&pricing=enterprise`);
    await page.getByRole('button', { name: 'Without enterprise: 22 tools' }).click();
    await page.getByRole('heading', { level: 2, name: /^22 tools/ }).waitFor();
    await open(page, '/directory?q=xqzvwjk');
    await page.getByText('No tool is known for “xqzvwjk”.').waitFor();
    await page.getByRole('link', { name: 'Show the best proven tools' }).click();
    await results(page).first().waitFor();
    await close();
  });

  it('says what is wrong with a filter that does not exist, and goes on without it', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/admin/#/directory?category=no-such-category`);
    await page.getByRole('alert').getByText('no tool has this category').waitFor();
    await results(page).first().waitFor();
    await expect.poll(() => page.url()).not.toContain('category');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it('can be asked and opened by keyboard alone', async () => {
    const { page, close } = await openPage();
    await open(page, '/directory');
    await page.getByRole('searchbox', { name: 'Search the directory' }).focus();
    await page.keyboard.type('Full Measure');
    await page.keyboard.press('Enter');
    const link = page.getByRole('list', { name: 'Tools' }).getByRole('link', { name: 'Full Measure' });
    await link.waitFor();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Full Measure' }).waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Full Measure');
    await close();
  });
});

inBrowser('a tool’s page', () => {
  const fact = (page: Page, name: string) =>
    page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=..');

  it('shows each fact with the source where it was read, one click away', async () => {
    const { page, close } = await openPage();
    await open(page, '/directory/full-tool', 'Full Measure');
    await expect.poll(() => fact(page, 'Pricing').textContent()).toContain('pay per use');
    const source = fact(page, 'Pricing').getByRole('link', { name: /github\.com/ });
    await expect.poll(() => source.getAttribute('href')).toBe('https://github.com/full/tool');
    await expect.poll(() => fact(page, 'Pricing').textContent()).toContain('read on 19 Nov 2026 at github.com');
    await expect.poll(() => fact(page, 'Environment').textContent()).toContain('FULL_TOOL_KEY');
    await expect
      .poll(() => page.getByRole('region', { name: 'install command' }).textContent())
      .toBe('npm install full-tool');
    await page.getByRole('button', { name: 'Copy install command' }).click();
    await page.getByText('install command copied').waitFor();
    await close();
  });

  it('says unknown for what no one knows, and neither nothing nor zero', async () => {
    const { page, close } = await openPage();
    await open(page, '/directory/bare-tool', 'Bare Bones');
    for (const name of ['Install command', 'Documentation', 'llms.txt', 'OpenAPI', 'Environment', 'Vendor', 'Pricing'])
      expect([name, await fact(page, name).locator('dd').textContent()]).toEqual([name, 'unknown']);
    for (const name of ['Free tier', 'Prices', 'Sign-up', 'Website', 'Interfaces', 'Maturity', 'What it can do'])
      expect([name, await fact(page, name).locator('dd').textContent()]).toEqual([name, 'unknown']);
    await page.getByText('Nothing proves it yet').waitFor();
    await close();
  });

  it('leaves by tracked links alone, which open beside it and name no one', async () => {
    const { page, close } = await openPage();
    await open(page, '/directory/full-tool', 'Full Measure');
    const { data } = await askGraphql<{ tool: { actions: { kind: string; url: string }[] } }>(
      app,
      'query { tool(slug: "full-tool") { actions { kind url } } }',
    );
    const links = await page
      .locator('a[target=_blank]')
      .evaluateAll((found) => found.map((one) => [one.getAttribute('href'), one.getAttribute('rel')]));
    expect(links.every(([, rel]) => rel === 'noopener noreferrer')).toBe(true);
    const shown = new Set(links.map(([href]) => href));
    const tracked = data?.tool.actions.map(({ url }) => url) ?? [];
    expect(tracked.length).toBeGreaterThanOrEqual(4);
    expect(tracked.filter((url) => !shown.has(url))).toEqual([]);
    await close();
  });

  it('shows public figures with source, label and day beside what proves it, and offers with how they are taken', async () => {
    const { data } = await askGraphql<{
      directoryContext: {
        tools: { slug: string; name: string; measures: { value: number }[]; offers: { title: string }[] }[];
      };
    }>(
      app,
      '{ directoryContext(proof: ["public_source"], limit: 50) { tools { slug name measures { value } offers { title } } } }',
    );
    const tool = data?.directoryContext.tools.find(({ measures, offers }) => measures.length > 0 && offers.length > 0);
    const { page, close } = await openPage();
    await open(page, `/directory/${tool?.slug}`, tool?.name ?? '');
    const evidence = page.getByRole('table', { name: 'Evidence' });
    const figure = tool?.measures[0]?.value.toLocaleString('en') ?? '';
    await evidence.getByRole('row').filter({ hasText: figure }).getByText('public-source').waitFor();
    const offers = page.getByRole('table', { name: 'Offers' });
    await offers.getByText(tool?.offers[0]?.title ?? '').waitFor();
    await page.getByText('It is no claim').waitFor();
    await close();
  });

  it('says what failed, and shows the tool once an answer comes', async () => {
    const { page, close } = await openPage();
    await open(page, '/directory?q=quokka');
    await page.route('**/graphql', (route) => route.abort());
    await results(page).first().getByRole('link').click();
    await page.getByRole('alert').getByText('The server could not be reached').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 2, name: 'Evidence' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });
});
