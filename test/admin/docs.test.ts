import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemCatalog } from '../../server/platform/problem.catalog.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { EACH_VIEW, findBarriers, inBrowser, keepPicture, openPage, sidewaysBy, signIn } from './workspace.js';

/** GraphiQL's own barriers; everything of ours on their pages is still checked. */
const LIBRARY_BARRIERS = ['nested-interactive', 'label', 'scrollable-region-focusable'];

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser.each(EACH_VIEW)('the documentation, $theme, $width pixels wide', (view) => {
  it.each([
    { path: '/docs', ready: 'Read and try', except: [] },
    { path: '/docs/api', ready: '/api/usage/track', except: [] },
    { path: '/clients', ready: 'dai-node-0.1.0.tgz', except: [] },
    { path: '/docs/guides/clients', ready: 'Node: the first event', except: [] },
    { path: '/docs/guides/migrating', ready: 'RudderStack', except: [] },
    { path: '/docs/graphiql', ready: 'WhoAmI', except: LIBRARY_BARRIERS },
    { path: '/graphql', ready: 'WhoAmI', except: LIBRARY_BARRIERS },
  ])(
    'shows $path from its own assets, within the page’s policy, and without barriers',
    async ({ path, ready, except }) => {
      const { page, complaints, close } = await openPage(view);
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      await page.goto(`${app.url}${path}`);
      await page.getByText(ready, { exact: true }).first().waitFor();
      await keepPicture(page, `docs${path.replaceAll('/', '-')}-${view.theme}-${view.width}`);
      expect([await findBarriers(page, except), await sidewaysBy(page)]).toEqual([[], 0]);
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect([...hosts]).toEqual([app.url]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

inBrowser('the documentation', () => {
  it('links only to what is there, and to every problem that there is', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/docs`);
    const links = await page
      .getByRole('link')
      .evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''));
    const answers = await Promise.all(
      links.map(async (link) => ({ link, status: (await ask(`${app.url}${link}`)).status })),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Object.keys(problemCatalog).filter((code) => !links.includes(`/problems/${code}`))).toEqual([]);
    await close();
  });

  it('asks the schema as the person who is signed in to the workspace', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await page.goto(`${app.url}/docs/graphiql`);
    await page.locator('.graphiql-query-editor').getByText('memberships').waitFor();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.getByLabel('Result Window').getByText('"Demo Company"').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('is led to GraphiQL by /graphql, which reads the schema and runs nothing that an address asks', async () => {
    const { page, complaints, close } = await openPage();
    const requested: string[] = [];
    const answered: Promise<string>[] = [];
    page.on('request', (request) => requested.push(request.postData() ?? ''));
    page.on('response', (response) => {
      if (response.request().method() === 'POST') answered.push(response.text());
    });
    await page.setContent(`<a href="${app.url}/graphql?query=${encodeURIComponent('{ viewer { apiUrl } }')}">open</a>`);
    const [opened] = await Promise.all([
      page.waitForResponse((response) => response.url().startsWith(`${app.url}/graphql?`)),
      page.getByRole('link', { name: 'open' }).click(),
    ]);
    expect([opened.status(), opened.headers()['content-type'], opened.headers().vary]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept',
    ]);
    expect(opened.headers()['content-security-policy']).toContain("script-src 'self'");
    await page.locator('.graphiql-query-editor').getByText('apiUrl').waitFor();
    await expect.poll(() => answered.length).toBeGreaterThan(0);
    const beginnings = (await Promise.all(answered)).map((text) => text.slice(0, 20));
    expect(new Set(beginnings)).toEqual(new Set(['{"data":{"__schema":']));
    expect(requested.filter((body) => body.includes('apiUrl'))).toEqual([]);
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.getByLabel('Result Window').getByText(`"${app.url}"`).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
