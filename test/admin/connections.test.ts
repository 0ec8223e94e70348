import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { linkTool, setDomainVerified } from '../setup/evidence.js';
import { makeCompany, makePerson, type Person } from '../setup/people.js';
import {
  type Connection,
  connect,
  connectionsOf,
  type Developer,
  makeDeveloper,
  receiptsOf,
  renew,
  report,
  revoke,
} from '../setup/usage.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayIn = (days: number) => DAY.format(new Date(Date.now() + days * DAY_MS));
const shortDayIn = (days: number) => dayIn(days).replace(/ \d{4}$/, '');

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const company = await makeCompany(app);
  await setDomainVerified(app, company.organizationId);
  const [stripe] = await query<{ id: string }>(app.databaseUrl, `select id from tool where slug = 'stripe'`);
  await linkTool(app, company, `tol_${stripe?.id}`);
});
afterAll(() => app.close());

const open = async (page: Page, person: Person, tool = '') => {
  await signIn(page, app.url, person);
  await visit(page, app.url, `/me/connections${tool && `?tool=${tool}`}`, 'Connections');
};
const row = (page: Page, tool: string) => page.getByRole('row', { name: new RegExp(`^${tool} `) });
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const noDialog = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const choose = async (page: Page, typed: string, name: string) => {
  await page.getByRole('combobox', { name: 'Connect a tool' }).fill(typed);
  await page.getByRole('option', { name, exact: true }).click();
};

const endIn = ({ id }: Connection, days: number) =>
  query(app.databaseUrl, `update tool_connection set expires_at = now() + $2 * interval '1 day' where id = $1`, [
    id?.slice(4),
    days,
  ]);

/** A developer with a connection in every state. */
async function makeEveryState(): Promise<Developer> {
  const developer = await makeDeveloper(app);
  await revoke(app, developer, await connect(app, developer, 'supabase'));
  await endIn(await connect(app, developer, 'vercel'), -3);
  await connect(app, developer, 'stripe');
  await endIn(await connect(app, developer, 'sentry'), 10);
  return developer;
}

inBrowser.each(EACH_VIEW)('connections, $theme, $width pixels wide', (view) => {
  it('have no barrier and nothing to scroll sideways from the empty list to the revocation', async () => {
    const { page, complaints, close } = await openPage(view);
    await open(page, await makePerson(app));
    await page.getByText('Your connections will be listed here').waitFor();
    await expectSound(page, view, 'connections-none');
    await choose(page, 'stripe', 'Stripe');
    await page.getByRole('region', { name: 'Stripe' }).waitFor();
    await expectSound(page, view, 'connection-asked');
    await act(page, 'Connect Stripe').click();
    await page.getByRole('dialog').waitFor();
    await expectSound(page, view, 'connection-connect');
    await close();
    const all = await openPage(view);
    await open(all.page, await makeEveryState(), 'no-such-tool');
    await all.page.getByText('The directory has no tool “no-such-tool”').waitFor();
    await expectSound(all.page, view, 'connections');
    for (const name of ['Renew', 'Revoke']) {
      await act(all.page, `${name} Stripe`).click();
      await all.page.getByRole('dialog').waitFor();
      await expectSound(all.page, view, `connection-${name.toLowerCase()}`);
      await all.page.getByRole('button', { name: 'Cancel' }).click();
      await noDialog(all.page);
    }
    expect([...complaints, ...all.complaints]).toEqual([]);
    await all.close();
  });
});

inBrowser('connecting a tool', () => {
  it('says what sharing means before there is anything to decide', async () => {
    const { page, close } = await openPage();
    await open(page, await makePerson(app));
    const sharing = page.getByRole('region', { name: 'What sharing means' });
    for (const text of [
      'Whether it succeeded, how long it took and what it cost',
      'A random pseudonym',
      'Who you are: no name, no address, no account.',
      'Your projects, even where your agent names one.',
      'Prompts, code or results',
      'It ends by itself after 180 days.',
    ])
      await sharing.getByText(text).waitFor();
    expect(await page.getByRole('button', { name: /^Connect/ }).count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Learn more' }).click();
    await sharing.waitFor();
    await close();
  });

  it('connects what was chosen, after it was said what follows and not before it was decided', async () => {
    const person = await makePerson(app);
    const { page, complaints, close } = await openPage();
    await open(page, person);
    await choose(page, 'superbase', 'Supabase');
    await expect.poll(() => page.url()).toContain('/me/connections?tool=supabase');
    const requested = page.getByRole('region', { name: 'Supabase' });
    await requested.getByText('not connected').waitFor();
    await requested.getByText('no vendor receives anything yet').waitFor();
    await act(page, 'Connect Supabase').click();
    const dialog = page.getByRole('dialog', { name: 'Share receipts of Supabase with its vendor' });
    await dialog.getByText('No vendor of Supabase is linked here, so no vendor receives anything yet.').waitFor();
    await dialog.getByText(`It ends by itself after 180 days, on ${dayIn(180)}, unless you renew it here.`).waitFor();
    await dialog.getByText('You can revoke it at once, at any time').waitFor();
    await page.keyboard.press('Escape');
    await noDialog(page);
    expect(await connectionsOf(app, person)).toEqual([]);
    await act(page, 'Connect Supabase').click();
    await page.getByRole('button', { name: 'Connect Supabase' }).last().click();
    await noDialog(page);
    await requested.getByText(`active until ${shortDayIn(180)}`).waitFor();
    await row(page, 'Supabase')
      .getByText(`active until ${shortDayIn(180)}`)
      .waitFor();
    expect(await connectionsOf(app, person)).toMatchObject([{ tool: { slug: 'supabase' }, state: 'active' }]);
    await requested.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.url()).not.toContain('tool=');
    expect(complaints).toEqual([]);
    await close();
  });

  it('begins with a link that names the tool, and from then on the vendor gets what is reported', async () => {
    const developer = await makeDeveloper(app);
    const outcome = async () => (await report(app, developer.token, { toolSlug: 'stripe' })).body.outcome;
    expect(await outcome()).toBe('vendor_unlinked');
    const { page, close } = await openPage();
    await open(page, developer, 'stripe');
    await page.getByRole('region', { name: 'Stripe' }).getByText('vendor linked').waitFor();
    await act(page, 'Connect Stripe').click();
    await page.getByText('What your agents report about Stripe from now on goes to its vendor too').waitFor();
    await page.getByText('Receipts from before stay yours alone.').waitFor();
    await page.getByRole('button', { name: 'Connect Stripe' }).last().click();
    await noDialog(page);
    await row(page, 'Stripe').getByText('vendor linked').waitFor();
    expect(await outcome()).toBe('queued');
    expect((await receiptsOf(app, developer.token)).map(({ state }) => state)).toEqual(['queued', 'stored']);
    await close();
  });

  it('says where a link names no tool, and leads to the search', async () => {
    const { page, close } = await openPage();
    await open(page, await makePerson(app), 'strype');
    const notice = page.getByRole('alert');
    await notice.getByText('The directory has no tool “strype”.').waitFor();
    await expect
      .poll(() => notice.getByRole('link', { name: 'Search for it' }).getAttribute('href'))
      .toBe('#/directory?q=strype');
    await close();
  });
});

inBrowser('the list of connections', () => {
  it('has the active ones first and says of each how it stands and what can be decided', async () => {
    const { page, close } = await openPage();
    await open(page, await makeEveryState());
    const rows = page.getByRole('table', { name: 'Your connections' }).locator('tbody tr');
    const expected = [
      ['Sentry', `active until ${shortDayIn(10)}`, 'ends in 10 days', ['Renew', 'Revoke']],
      ['Stripe', `active until ${shortDayIn(180)}`, 'ends in 180 days', ['Renew', 'Revoke']],
      ['Vercel', 'expired', '3 d ago', ['Renew']],
      ['Supabase', 'revoked', 'just now', ['Connect again']],
    ] as const;
    await expect.poll(() => rows.count()).toBe(expected.length);
    for (const [index, [tool, state, when, acts]] of expected.entries()) {
      const one = rows.nth(index);
      await one.getByRole('link', { name: tool }).waitFor();
      await one.getByText(state, { exact: true }).waitFor();
      await one.getByText(when).first().waitFor();
      await expect.poll(() => one.getByRole('button').allTextContents()).toEqual(acts.map((word) => `${word}…`));
    }
    await close();
  });

  it('revokes after it was said how many queued receipts are stopped, and stops them', async () => {
    const developer = await makeDeveloper(app);
    await connect(app, developer, 'stripe');
    const { page, close } = await openPage();
    await open(page, developer);
    await act(page, 'Revoke Stripe').click();
    await page.getByText('Nothing is queued at the moment').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    for (const receiptType of ['search', 'build'])
      await report(app, developer.token, { toolSlug: 'stripe', receiptType });
    await page.reload();
    await act(page, 'Revoke Stripe').click();
    await page.getByText('2 queued receipts are stopped: they stay yours').waitFor();
    await page.getByText('What was delivered before stays with the vendor').waitFor();
    await page.getByRole('button', { name: 'Revoke connection' }).click();
    await noDialog(page);
    await row(page, 'Stripe').getByText('revoked', { exact: true }).waitFor();
    const receipts = await receiptsOf(app, developer.token);
    expect(receipts.map(({ state, failure }) => [state, failure])).toEqual([
      ['stopped', 'connection_revoked'],
      ['stopped', 'connection_revoked'],
    ]);
    await close();
  });

  it('renews for 180 days from today, an expired one too', async () => {
    const developer = await makeEveryState();
    const { page, close } = await openPage();
    await open(page, developer);
    await act(page, 'Renew Sentry').click();
    await page.getByText(`Valid for 180 days from today: until ${dayIn(180)} instead of ${dayIn(10)}.`).waitFor();
    await page.getByText('about revision 1').waitFor();
    await page.getByRole('button', { name: 'Renew for 180 days' }).click();
    await noDialog(page);
    await row(page, 'Sentry')
      .getByText(`active until ${shortDayIn(180)}`)
      .waitFor();
    await act(page, 'Renew Vercel').click();
    await page.getByText('What was reported since it expired stays yours alone.').waitFor();
    await page.getByRole('button', { name: 'Renew for 180 days' }).click();
    await noDialog(page);
    await row(page, 'Vercel')
      .getByText(`active until ${shortDayIn(180)}`)
      .waitFor();
    await close();
  });

  it('does not renew what was changed meanwhile, and shows the newest first', async () => {
    const developer = await makeDeveloper(app);
    const before = await connect(app, developer, 'stripe');
    const { page, close } = await openPage();
    await open(page, developer);
    await act(page, 'Renew Stripe').click();
    const renewed = await renew(app, developer, before);
    await page.getByRole('button', { name: 'Renew for 180 days' }).click();
    await page.getByText('The connection is at revision 2.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await noDialog(page);
    await act(page, 'Renew Stripe').click();
    await page.getByText('about revision 2').waitFor();
    expect(await connectionsOf(app, developer)).toEqual([renewed]);
    await close();
  });

  it('is no one else’s', async () => {
    await makeEveryState();
    const { page, close } = await openPage();
    await open(page, await makePerson(app));
    await page.getByText('Your connections will be listed here').waitFor();
    await close();
  });
});
