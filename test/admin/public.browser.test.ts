import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { makePerson } from '../setup/people.js';
import { makeBuilder, proveFirstTool, publishedByAgent } from '../setup/projects.js';
import { addHostileTool, addWeeks, publishSkill } from '../setup/public-pages.js';
import { hostileSkill } from '../setup/skill-files.js';
import { expectSound, inBrowser, openPage, VIEWS } from './workspace.js';

let outside: Outside;
let app: TestApp;
let addresses: readonly (readonly [name: string, path: string])[] = [];
beforeAll(async () => {
  outside = await startOutside();
  app = await startApp({ env: { OUTBOUND_ALLOW: outside.host } });
  await addWeeks(app, 'npm:stripe');
  const builder = await makeBuilder(app);
  const word = 'W'.repeat(80);
  const project = await publishedByAgent(app, builder, {
    title: `Invoice reminders ${word}`,
    description: `It reads open invoices.\n\nThen it writes one letter a week. ${word}`,
    url: 'https://reminders.example/',
    repositoryUrl: `https://github.com/example/${word}`,
    tools: [{ slug: 'stripe', role: 'invoices' }, { slug: 'supabase' }],
  });
  await proveFirstTool(app, project);
  const skillId = await publishSkill(app, outside, await makePerson(app), hostileSkill());
  const offers = await ask<{ data: { offers: { offers: { slug: string }[] } } }>(`${app.url}/graphql`, {
    body: { query: '{ offers(limit: 1) { offers { slug } } }' },
  });
  addresses = [
    ['home', '/'],
    ['directory', '/directory'],
    ['search', '/directory?q=send+email&pricing=freemium&interface=rest'],
    ['nothing', '/directory?q=zzqqxxyy'],
    ['categories', '/categories'],
    ['category', '/categories/payments'],
    ['use', '/use/npm-monthly-downloads'],
    ['tool', '/tools/stripe'],
    ['tool-explained', '/tools/prisma?why=orm+for+rust'],
    ['compared', '/compare/adyen-vs-stripe'],
    ['compared-four', '/compare/adyen-vs-braintree-vs-react-vs-stripe'],
    ['hostile', `/tools/${await addHostileTool(app)}`],
    ['offers', '/offers?kind=credits'],
    ['offer', `/offers/${offers.body.data.offers.offers[0]?.slug}`],
    ['project', `/p/${project.slug}`],
    ['skill', `/s/${skillId}`],
    ['missing', '/tools/no-such-tool'],
    ['refused', '/directory?category=no-such-category'],
  ];
});
afterAll(async () => {
  await app.close();
  await outside.close();
});

inBrowser.each(VIEWS)('the public pages, $theme, $width pixels wide', (view) => {
  it('have no barrier, one h1, nothing to scroll sideways, and load nothing from elsewhere', async () => {
    const { page, complaints, close } = await openPage(view);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    for (const [name, path] of addresses) {
      await page.goto(app.url + path);
      await expectSound(page, view, `public-${name}`);
    }
    await page.goto(`${app.url}/directory`);
    await page.locator('summary').first().click();
    await expectSound(page, view, 'public-menu');
    expect([...hosts]).toEqual([app.url]);
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('the search', () => {
  it.each([true, false])('works with a script: %s', async (javaScriptEnabled) => {
    const { page, complaints, close } = await openPage(undefined, { javaScriptEnabled });
    await page.goto(app.url);
    await page.getByRole('searchbox', { name: 'Search developer tools' }).fill('send transactional email');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/directory\?q=send/);
    const status = page.getByRole('status');
    const found = await status.innerText();
    await page.getByText('Pricing', { exact: true }).click();
    await page
      .getByRole('list', { name: 'Pricing' })
      .getByRole('link', { name: /^freemium/ })
      .click();
    await page.waitForURL(/pricing=freemium/);
    await expect.poll(() => status.innerText()).not.toBe(found);
    await page.getByRole('link', { name: 'Remove the filter Pricing: freemium' }).click();
    await expect.poll(() => status.innerText()).toBe(found);
    await page.getByRole('searchbox').fill('zzqqxxyy');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No tool was found.').waitFor();
    await page.goBack();
    await expect.poll(() => status.innerText()).toBe(found);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('send transactional email');
    expect(complaints).toEqual([]);
    await close();
  });

  it('with a script changes the answer in place: the page is not loaded again and the focus stays', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/directory`);
    await page.evaluate('window.same = true');
    await page.locator('summary').filter({ hasText: 'Interface' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/interface=/);
    await page.getByRole('list', { name: 'Filters in use' }).waitFor();
    expect(await page.title()).toContain('Directory');
    const focused = () => page.evaluate<string>('document.activeElement.closest("details")?.textContent ?? ""');
    expect(await focused()).toContain('Interface');
    await page.keyboard.press('Escape');
    expect(await page.locator('details[open]').count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    await expect.poll(() => page.evaluate('window.same')).toBe(true);
    await close();
  });

  it('adds what comes next below with a script, and shows it as a page without one', async () => {
    const withScript = await openPage();
    await withScript.page.goto(`${app.url}/directory`);
    const rows = (page: typeof withScript.page) => page.locator('.rows > li').count();
    await withScript.page.getByRole('link', { name: 'Load more' }).click();
    await expect.poll(() => rows(withScript.page)).toBe(40);
    expect(withScript.page.url()).toBe(`${app.url}/directory`);
    await withScript.close();
    const without = await openPage(undefined, { javaScriptEnabled: false });
    await without.page.goto(`${app.url}/directory`);
    await without.page.getByRole('link', { name: 'Load more' }).click();
    await without.page.getByRole('link', { name: 'First page' }).waitFor();
    expect(await rows(without.page)).toBe(20);
    await without.close();
  });
});

inBrowser('a public page', () => {
  it('is used by the keyboard: past the navigation to the content, and into a result', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/directory?q=stripe`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await page.getByRole('link', { name: 'Stripe', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Stripe' }).waitFor();
    await close();
  });

  it('copies an install command with a script, and offers no dead button without one', async () => {
    const { page, close } = await openPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${app.url}/tools/stripe`);
    await page.getByRole('button', { name: 'Copy install command' }).click();
    await page.getByText('Copied').waitFor();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('npm install stripe');
    await close();
    const without = await openPage(undefined, { javaScriptEnabled: false });
    await without.page.goto(`${app.url}/tools/stripe`);
    expect(await without.page.locator('button:not(form[action] button)').count()).toBe(0); // one that sends a form works without a script
    await without.close();
  });

  it('has its old address in the workspace lead to it', async () => {
    const builder = await makeBuilder(app);
    const { slug } = await publishedByAgent(app, builder);
    const { page, close } = await openPage();
    await page.goto(`${app.url}/admin/#/p/${slug}`);
    await page.waitForURL(`${app.url}/p/${slug}`);
    await page.getByRole('heading', { level: 1, name: 'Invoice reminders' }).waitFor();
    await close();
  });
});
