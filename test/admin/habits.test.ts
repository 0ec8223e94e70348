import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';
import { enter, inBrowser, NARROWEST, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
let home: string;

beforeAll(async () => {
  app = await startApp();
  home = `/o/${app.credentials.organizationId}`;
});
afterAll(() => app.close());

const track = (given: Record<string, unknown>) =>
  ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body: makeEvent(app, given) });

type Place = Awaited<ReturnType<Locator['boundingBox']>>;
const right = (place: Place): number => (place ? place.x + place.width : Number.POSITIVE_INFINITY);
const middle = (place: Place): number => (place ? place.y + place.height / 2 : Number.NaN);

/** Whether two things stand in one row. */
const besides = async (one: Locator, other: Locator): Promise<boolean> =>
  Math.abs(middle(await one.boundingBox()) - middle(await other.boundingBox())) < 12;

inBrowser('working in the workspace', () => {
  it('holds the list still while it is not live, and catches up when it is again', async () => {
    const { page, close } = await openPage();
    await page.clock.install();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${home}/events`, 'Events');
    let requested = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('ListEventLog')) requested += 1;
    });
    await page.clock.fastForward('01:00');
    await expect.poll(() => requested).toBeGreaterThan(0);
    await page.getByRole('switch', { name: 'Live' }).click();
    await expect.poll(() => page.getByRole('switch', { name: 'Live' }).isChecked()).toBe(false);
    requested = 0;
    expect(await track({ event_name: 'API_KEY_CREATED' })).toMatchObject({ status: 200 });
    await app.app.parts.verdicts.flush();
    await page.clock.fastForward('01:00');
    expect(requested).toBe(0);
    await page.getByRole('switch', { name: 'Live' }).click();
    await page.clock.fastForward('01:00');
    await page.getByRole('table', { name: 'Events' }).getByText('API_KEY_CREATED').waitFor();
    await close();
  });

  it.each([
    ['/offers', 'Your offers', 'Offers and claims'],
    ['/dry-run', 'Test payload', 'Events'],
    ['/link-opens', 'Link opens', 'Adoption'],
    ['/adoption/accounts', 'Active accounts', 'Adoption'],
    ['', 'Home', 'Home'],
  ])('marks the section that %s belongs to', async (path, heading, section) => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `/o/${app.credentials.organizationId}${path}`, heading);
    const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
    await expect.poll(() => marked.allInnerTexts()).toEqual([section]);
    await close();
  });

  it('keeps a filter in the address, so that the filtered list can be sent to a user', async () => {
    const { page, close } = await openPage();
    expect(await track({})).toMatchObject({ status: 200 });
    expect(await track({ developer_id: 'anonymous' })).toMatchObject({ status: 400 });
    await app.app.parts.verdicts.flush();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${home}/events`, 'Events');
    await page.getByRole('group', { name: 'Outcome' }).getByRole('button', { name: 'refused', exact: true }).click();
    await expect.poll(() => page.url()).toContain('outcome=refused');
    await page.reload();
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByText('refused').first().waitFor();
    expect(await events.getByText('stored', { exact: true }).count()).toBe(0);
    await close();
  });

  it('opens an event by its address and shows its payload with pointers', async () => {
    const { page, close } = await openPage();
    const stored = await track({ metadata: { region: { name: 'eu' } }, idempotencyKey: 'with-pointers' });
    await signIn(page, app.url, app.credentials.users.owner);
    await page.goto(`${app.url}/admin/#${home}/events?event=${String(stored.body.eventId)}`);
    const payload = page.getByRole('dialog').getByRole('group', { name: /^Payload of/ });
    await payload.getByText('/metadata/region/name').waitFor();
    await payload
      .getByRole('button', { name: /metadata/ })
      .first()
      .click();
    expect(await payload.getByText('/metadata/region/name').count()).toBe(0);
    await close();
  });

  it('follows the theme of the system until another is chosen, and then keeps that one', async () => {
    const { page, close } = await openPage();
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await enter(page, app.url, app.credentials.users.owner);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ground).toBe('rgb(16, 19, 22)');
    await page.getByRole('button', { name: /owner@demo\.example/ }).click();
    await page.getByRole('menuitemradio', { name: 'Light theme' }).click();
    await expect.poll(ground).toBe('rgb(250, 250, 248)');
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await ground()).toBe('rgb(250, 250, 248)');
    await page.getByRole('button', { name: /owner@demo\.example/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await ground()).toBe('rgb(250, 250, 248)');
    await close();
  });

  it('can be walked through by keyboard: over the navigation, into it, and to the heading of the next page', async () => {
    const { page, close } = await openPage();
    await enter(page, app.url, app.credentials.users.owner);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('MAIN');
    await page.getByRole('link', { name: 'Products', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.tagName + document.activeElement.textContent');
    await expect.poll(focused).toBe('H1Products'); // the link that leads here has that text too
    await close();
  });

  it('takes who follows a link before the first page stands to the heading of the page that comes', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    const pages = Promise.withResolvers<void>();
    await page.route('**/CompanyPages*.js', async (route) => {
      await pages.promise;
      await route.continue();
    });
    await page.goto(`${app.url}/admin/#${home}`);
    await page.getByRole('link', { name: 'Products', exact: true }).press('Enter');
    expect(await page.locator('h1').count()).toBe(0);
    pages.resolve();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
    await close();
  });

  it('skips to the content on a phone, and the next control is not under the bar at the top', async () => {
    const { page, close } = await openPage(NARROWEST);
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${home}/settings/tracking-keys`, 'Keys');
    for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
    const top = () => page.evaluate<number>('document.activeElement.getBoundingClientRect().top');
    const bar = await page.evaluate<number>("document.querySelector('header').getBoundingClientRect().bottom");
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Organization');
    await expect.poll(top).toBeGreaterThanOrEqual(bar);
    await close();
  });

  it('has search, menus and tools in one row on a phone, and the current page of the settings in sight', async () => {
    const { page, close } = await openPage({ theme: 'light', width: 390 });
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${home}/settings/audit-entries`, 'Audit log');
    const current = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' });
    await expect.poll(async () => right(await current.boundingBox())).toBeLessThanOrEqual(390);
    await visit(page, app.url, `${home}/settings/tracking-keys`, 'Keys');
    const search = page.getByRole('searchbox', { name: 'Search keys' });
    for (const name of ['Filters', 'Saved views', 'Export as CSV'])
      expect(await besides(search, page.getByRole('button', { name }))).toBe(true);
    expect(await page.getByRole('button', { name: 'Columns' }).count()).toBe(0);
    await close();
  });

  it('has the tools of a list that can’t be narrowed beside its heading, and no views of it', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, '/me/profile', 'Profile');
    const heading = page.getByRole('heading', { name: 'Sessions' });
    expect(await besides(heading, page.getByRole('button', { name: 'Export as CSV' }))).toBe(true);
    expect(await page.getByRole('button', { name: 'Saved views' }).count()).toBe(0);
    await close();
  });

  it('says on a phone what was done over the bar at the top, which is pressed through it and seen by keyboard', async () => {
    const { page, close } = await openPage(NARROWEST);
    await signIn(page, app.url, app.credentials.users.owner);
    expect(await track({})).toMatchObject({ status: 200 });
    await visit(page, app.url, `${home}/events`, 'Events');
    await page.getByRole('button', { name: 'Saved views' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Save this view…' }).press('Enter');
    await page.getByLabel('Name of the view').fill('Mine');
    await page.keyboard.press('Enter');
    const notice = page.locator('.MuiSnackbar-root');
    await notice.getByText('The view “Mine” is saved.').waitFor();
    const edge = (selector: string, side: 'top' | 'bottom') =>
      page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().${side}`);
    await page.evaluate(`window.dispatchEvent(new Event('blur')), scrollTo(0, 0)`); // it stays as long as the window has no focus
    expect(await edge('.MuiSnackbar-root', 'bottom')).toBeLessThan(await edge('h1', 'top'));
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    expect(await edge('.MuiSnackbar-root', 'top')).toBeGreaterThanOrEqual(await edge('header', 'bottom'));
    await page.getByRole('heading', { level: 1 }).focus();
    const covering = await page.evaluate<boolean>(`(() => {
      const inner = document.querySelector('[aria-label=Menu]').getBoundingClientRect();
      const outer = document.querySelector('.MuiSnackbarContent-root').getBoundingClientRect();
      const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
      return outer.left < x && x < outer.right && outer.top < y && y < outer.bottom;
    })()`);
    expect(covering).toBe(true);
    await menu.click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await close();
  });

  it('says that nothing is known when no answer comes, and shows the page once one does', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${home}/settings`, 'Organization');
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('link', { name: 'Team' }).click();
    const alerts = page.getByRole('alert').getByText('The server could not be reached');
    await alerts.first().waitFor();
    await page.unroute('**/graphql');
    const again = page.getByRole('button', { name: 'Try again' });
    const tryAgain = async (): Promise<number> => {
      if ((await again.count()) > 0) await again.first().click();
      return alerts.count();
    };
    await expect.poll(tryAgain).toBe(0); // the members and the open invitations each ask
    await page.getByRole('cell', { name: app.credentials.users.owner.email }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await close();
  });
});
