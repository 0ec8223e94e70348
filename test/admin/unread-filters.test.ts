import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit, waitUntilShown } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type User = 'owner' | 'builder' | 'reviewer';

/** Every list with filters, one that it has, and what this is called. */
const LISTS: readonly (readonly [user: User, address: string, heading: string, filter: string, label: string])[] = [
  ['builder', '/me/projects', 'Projects', 'status', 'State'],
  ['builder', '/me/tokens', 'Tokens', 'state', 'State'],
  ['builder', '/me/skills', 'Skills', 'status', 'State'],
  ['builder', '/me/claims', 'My claims', 'state', 'State'],
  ['builder', '/me/usage-receipts', 'Usage', 'state', 'Delivery'],
  ['builder', '/offers', 'Offers', 'kind', 'Kind'],
  ['builder', '/directory', 'Directory', 'category', 'Category'],
  ['owner', '/o/:organizationId/products', 'Products', 'type', 'Type'],
  ['owner', '/o/:organizationId/events', 'Events', 'family', 'Family'],
  ['owner', '/o/:organizationId/csv-imports', 'Imports', 'until', 'To'],
  ['owner', '/o/:organizationId/adoption/accounts', 'Active accounts', 'product', 'Product'],
  ['owner', '/o/:organizationId/adoption/developers', 'Active developers', 'since', 'From'],
  ['owner', '/o/:organizationId/offer-claims', 'Offers and claims', 'state', 'State'],
  ['owner', '/o/:organizationId/offers', 'Your offers', 'standing', 'Standing'],
  ['owner', '/o/:organizationId/link-opens', 'Link opens', 'days', 'Period'],
  ['owner', '/o/:organizationId/settings/members', 'Team', 'role', 'Role'],
  ['owner', '/o/:organizationId/settings/invitations', 'Invitations', 'state', 'State'],
  ['owner', '/o/:organizationId/settings/tracking-keys', 'Keys', 'product', 'Product'],
  ['owner', '/o/:organizationId/settings/audit-entries', 'Audit log', 'actor', 'Who'],
  ['reviewer', '/review/intake-submissions', 'Queue', 'reason', 'Why'],
  ['reviewer', '/review/catalog-tools', 'Catalog', 'maturity', 'Maturity'],
  ['reviewer', '/review/catalog-offers', 'Offers', 'claim', 'How it is taken'],
  ['reviewer', '/review/catalog-imports', 'Imports', 'format', 'Format'],
  ['reviewer', '/review/audit-entries', 'Audit log', 'action', 'About'],
];

/** Every page that is no list and chooses something by its address: what of it can't be read, and what this is called. */
const PAGES: readonly (readonly [user: User, address: string, heading: string, search: string, name: string])[] = [
  ['owner', '/o/:organizationId', 'Home', 'product=no-such-value', 'Product “no-such-value”'],
  ['owner', '/o/:organizationId', 'Home', 'days=no-such-value', 'Period “no-such-value”'],
  ['owner', '/o/:organizationId/start', 'Get started', 'product=no-such-value', 'Product “no-such-value”'],
  ['owner', '/o/:organizationId/dry-run', 'Test payload', 'product=no-such-value', 'Product “no-such-value”'],
  ['owner', '/o/:organizationId/reconciliation', 'Reconciliation', 'product=no-such-value', 'Product “no-such-value”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'product=no-such-value', 'Product “no-such-value”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'product=No%20such-value!', 'Product “No such-value!”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'family=no-such-value', 'Family “no-such-value”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'period=401', 'Period “401”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'period=0', 'Period “0”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'from=2026-03-01', 'From “2026-03-01”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'from=2026-02-30&to=2026-03-02', 'From “2026-02-30”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'from=2026-03-02&to=2026-03-01', 'To “2026-03-01”'],
  ['owner', '/o/:organizationId/adoption', 'Adoption', 'from=2025-01-01&to=2026-02-05', 'To “2026-02-05”'], // 401 days
  [
    'owner',
    '/o/:organizationId/adoption/accounts/acme.example',
    'acme.example',
    'product=no-such-value',
    'Product “no-such-value”',
  ],
  ['owner', '/o/:organizationId/adoption/developers/dev_1', 'dev_1', 'since=yesterday', 'From “yesterday”'],
  ['owner', '/o/:organizationId/events', 'Events', 'event=evt_no-such-value', 'Event “evt_no-such-value”'],
  ['owner', '/o/:organizationId/events', 'Events', 'event=no-such-value', 'Event “no-such-value”'],
  ['builder', '/me/spending', 'Spending', 'month=no-such-value', 'Month “no-such-value”'],
  ['builder', '/me/spending', 'Spending', 'month=2999-01', 'Month “2999-01”'],
  ['builder', '/workbench', 'Workbench', 'pricing=no-such-value', 'Pricing “no-such-value”'],
  ['builder', '/workbench', 'Workbench', 'intent=send+email&prefer=no-such-value', 'Take these tools “no-such-value”'],
  ['builder', '/workbench', 'Workbench', 'intent=send+email&exclude=no-such-value', 'Leave these out “no-such-value”'],
  ['builder', '/workbench', 'Workbench', 'intent=send+email&category=no-such-value', 'Category “no-such-value”'],
];

const inCompany = (address: string) => address.replace(':organizationId', app.credentials.organizationId);
const events = () => inCompany('/o/:organizationId/events');
const notice = (page: Page, text: string) => page.getByRole('alert').getByText(text);

/** Everything that this browser remembers. */
const remembered = (page: Page) => page.evaluate<string>('JSON.stringify(localStorage)');

async function openAs(user: User) {
  const visitor = await openPage();
  await signIn(visitor.page, app.url, app.credentials.users[user]);
  return visitor;
}

inBrowser('a filter of an address that can’t be read', () => {
  /** By who opened them: each goes on from one address to the next, as a person does, and loads the workspace once. */
  const visitors = new Map<User, Awaited<ReturnType<typeof openAs>>>();
  const keptFor = async (user: User) => {
    const visitor = visitors.get(user) ?? (await openAs(user));
    visitors.set(user, visitor);
    return visitor;
  };
  afterAll(async () => {
    for (const { close } of visitors.values()) await close();
  });

  it.each(LISTS)(
    'is named and removed for the %s at %s, and not remembered',
    async (user, at, heading, filter, label) => {
      const { page, complaints } = await keptFor(user);
      if (page.url() !== 'about:blank') await page.evaluate('localStorage.clear()'); // of the list before
      const address = inCompany(at);
      await visit(page, app.url, `${address}?${filter}=no-such-value`, heading);
      await notice(page, `${label} “no-such-value”`).waitFor();
      await expect.poll(() => page.url()).not.toContain('no-such-value');
      await expect.poll(() => remembered(page)).toContain('listParams'); // of the list as it was answered
      expect(await remembered(page)).not.toContain('no-such-value');
      await page.reload();
      await visit(page, app.url, address, heading);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  it.each([
    ['since=yesterday', 'From “yesterday”'],
    ['since=2026-02-30', 'From “2026-02-30”'],
    ['since=2026-03-02T00:00Z&until=2026-03-01T00:00Z', 'To “2026-03-01T00:00Z”'],
    [`q=${'x'.repeat(201)}`, 'Search events “xxx'],
    ['outcome=stored&outcome=refused', 'Outcome “stored,refused”'],
    ['product=No%20such%20product!', 'Product “No such product!”'],
  ])('is named and removed from the events of %s', async (search, name) => {
    const { page, close } = await openAs('owner');
    await visit(page, app.url, `${events()}?${search}`, 'Events');
    await notice(page, name).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it('leaves what can be read, a product and several states among it', async () => {
    const { page, close } = await openAs('owner');
    const { productId } = app.credentials;
    await visit(page, app.url, `${events()}?product=${productId}&outcome=refused&family=no-such-value`, 'Events');
    await notice(page, 'Family “no-such-value”').waitFor();
    await expect.poll(() => page.url()).toContain(`?product=${productId}&outcome=refused`);
    await page.getByRole('button', { name: 'refused', exact: true, pressed: true }).waitFor();
    expect(await page.getByRole('alert').textContent()).not.toContain('Product');
    const claims = inCompany('/o/:organizationId/offer-claims');
    await visit(page, app.url, `${claims}?state=approved,code_issued`, 'Offers and claims');
    await page.getByRole('button', { name: /^Remove filter State: .*, / }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it.each(PAGES)('is named and removed for the %s at %s, %s, of %s', async (user, at, heading, search, name) => {
    const { page, complaints } = await keptFor(user);
    await visit(page, app.url, `${inCompany(at)}?${search}`, heading);
    await notice(page, name).waitFor();
    const [strange = ''] = /[^=&]+$/.exec(search) ?? [];
    await expect.poll(() => page.url()).not.toContain(`=${strange}`);
    await waitUntilShown(page);
    expect(await page.getByRole('alert').count()).toBe(1); // what is asked without it is answered
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['/adoption', 'Adoption', 'from=2025-01-02&to=2026-02-05', '400 days'],
    ['/adoption', 'Adoption', 'period=400', '400 days'],
    ['', 'Home', 'days=90', 'No event of this product has arrived yet'],
  ])('stands where it can be read: %s, %s, %s', async (at, heading, search, text) => {
    const { page, close } = await openAs('owner');
    const { productId } = app.credentials;
    await visit(page, app.url, `${inCompany('/o/:organizationId')}${at}?${search}&product=${productId}`, heading);
    await page.getByText(text).first().waitFor();
    expect(page.url()).toContain(`${search}&product=${productId}`);
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it('leaves the other tools and filters of the workbench', async () => {
    const { page, close } = await openAs('builder');
    const search = 'intent=send+email&prefer=resend&prefer=no-such-value&pricing=freemium&pricing=gratis';
    await visit(page, app.url, `/workbench?${search}`, 'Workbench');
    await notice(page, 'Pricing “gratis”, Take these tools “no-such-value” (no tool has this slug)').waitFor();
    await expect.poll(() => page.url()).toMatch(/\?intent=send\+email&prefer=resend&pricing=freemium$/);
    await page.getByRole('button', { name: 'Freemium', pressed: true }).waitFor();
    await close();
  });

  it('is named where the list of the same page comes back with what it showed last', async () => {
    const { page, close } = await openAs('owner');
    const { productId } = app.credentials;
    const at = inCompany('/o/:organizationId/reconciliation');
    await visit(page, app.url, `${at}?product=${productId}&q=acme`, 'Reconciliation');
    await expect.poll(() => remembered(page)).toContain('acme');
    await visit(page, app.url, '/me/profile', 'Profile');
    await visit(page, app.url, `${at}?product=no-such-value`, 'Reconciliation');
    await notice(page, 'Product “no-such-value”').waitFor();
    await expect.poll(() => page.url()).toMatch(/reconciliation\?q=acme$/);
    await close();
  });

  it('is named once where an earlier visit remembered it', async () => {
    const { page, close } = await openAs('builder');
    await visit(page, app.url, '/me/profile', 'Profile');
    const stored = { filter: { status: 'no-such-value', q: 'kept' }, sort: 'updated', order: 'DESC', page: 1 };
    await page.evaluate(
      `localStorage.setItem('RaStore.projects.listParams', ${JSON.stringify(JSON.stringify(stored))})`,
    );
    await page.reload();
    await visit(page, app.url, '/me/projects', 'Projects');
    await notice(page, 'State “no-such-value”').waitFor();
    await expect.poll(() => page.url()).toContain('q=kept');
    await expect.poll(() => remembered(page)).not.toContain('no-such-value');
    await close();
  });

  it('is named where a saved view has it, and what else the view has is applied', async () => {
    const { page, close } = await openAs('builder');
    await visit(page, app.url, '/me/profile', 'Profile');
    const value = {
      filter: { status: 'no-such-value', gone: ['a'], q: 'kept' },
      sort: { field: 'title', order: 'ASC' },
    };
    const views = [{ label: 'Of old', value: { ...value, perPage: 25, displayedFilters: [] } }];
    await page.evaluate(
      `localStorage.setItem('RaStore.projects.savedQueries', ${JSON.stringify(JSON.stringify(views))})`,
    );
    await page.reload();
    await visit(page, app.url, '/me/projects', 'Projects');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Of old' }).click();
    await notice(page, 'gone “["a"]”, State “no-such-value”').waitFor();
    await expect.poll(() => page.url()).toMatch(/\?q=kept&sort=title$/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it.each(EACH_VIEW)('is named without a barrier, $theme, $width pixels wide', async (view) => {
    const { page, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.owner);
    const search = `family=${'no-such-value-'.repeat(9)}&since=yesterday`;
    await visit(page, app.url, `${events()}?${search}`, 'Events');
    await page.getByRole('alert').waitFor();
    await expectSound(page, view, 'unread-filters');
    await visit(page, app.url, `${inCompany('/o/:organizationId/adoption')}?${search}&product=gone`, 'Adoption');
    await page.getByRole('alert').waitFor();
    await expectSound(page, view, 'unread-choices');
    await close();
  });
});

inBrowser('the zone of From and To', () => {
  it('is that of the device, and is said', async () => {
    const { page, close } = await openAs('owner');
    const device = await page.context().newCDPSession(page);
    await device.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
    await visit(page, app.url, `${events()}?since=2026-03-01T00:00Z&until=2026-03-02T12:00Z`, 'Events');
    await page.getByRole('button', { name: 'Time: 1 Mar, 09:00 GMT+9 – 2 Mar, 21:00 GMT+9' }).click();
    const window = page.getByRole('dialog', { name: 'Time' });
    await window.getByText('From and To are in your time zone, Asia/Tokyo (GMT+9).').waitFor();
    expect(await window.getByLabel('From').inputValue()).toBe('2026-03-01T09:00');
    await window.getByLabel('From').fill('2026-03-01T09:30');
    await window.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('since=2026-03-01T00:30Z');
    await device.send('Emulation.setTimezoneOverride', { timezoneId: '' });
    await device.detach();
    await close();
  });

  it('is UTC where a list counts whole days, wherever the device is', async () => {
    const { page, close } = await openAs('owner');
    const device = await page.context().newCDPSession(page);
    await device.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
    const accounts = inCompany('/o/:organizationId/adoption/accounts');
    await visit(page, app.url, `${accounts}?since=2026-03-01T00:00Z&until=2026-03-02T23:59Z`, 'Active accounts');
    await page.getByRole('button', { name: 'Time: 1 Mar, UTC – 2 Mar, UTC' }).click();
    const window = page.getByRole('dialog', { name: 'Time' });
    await window.getByText('From and To are whole days in UTC.').waitFor();
    expect(await window.getByLabel('To').inputValue()).toBe('2026-03-02');
    await window.getByLabel('To').fill('2026-03-05');
    await window.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('2026-03-01 to 2026-03-05 (UTC)').waitFor();
    await device.send('Emulation.setTimezoneOverride', { timezoneId: '' });
    await device.detach();
    await close();
  });

  it.each(EACH_VIEW)('is said without a barrier, $theme, $width pixels wide', async (view) => {
    const { page, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${events()}?since=2026-03-01T00:00Z&until=2026-03-02T12:00Z`, 'Events');
    await page.getByRole('button', { name: /^Time: / }).click();
    await page.getByText('From and To are in your time zone').waitFor();
    await expectSound(page, view, 'time-zone');
    await close();
  });
});
