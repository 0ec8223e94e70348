import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
let home: string;
beforeAll(async () => {
  app = await startApp();
  home = `/o/${app.credentials.organizationId}`;
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const send = (given: Record<string, unknown>) =>
  ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body: makeEvent(app, given) });

async function fillHome(): Promise<void> {
  const names = ['FIRST_API_CALL', 'API_KEY_CREATED', 'RETURNED_AFTER_7_DAYS'];
  for (let day = 0; day < 12; day += 1)
    for (let n = 0; n <= day % 4; n += 1)
      await send({
        event_name: names[n % names.length],
        developer_id: `dev_${(day * 3 + n) % 9}`,
        account_domain: `a${n}.example`,
        occurredAt: new Date(Date.now() - day * DAY_MS).toISOString(),
      });
  for (const days of [26, 24, 22, 21])
    await send({
      developer_id: 'former',
      account_domain: 'quiet.example',
      occurredAt: new Date(Date.now() - days * DAY_MS).toISOString(),
    });
  await send({ developer_id: 'early', occurredAt: new Date(Date.now() - 20 * DAY_MS).toISOString() });
  for (let n = 0; n < 5; n += 1) await send({ developer_id: 'anonymous' });
  await send({ event_name: 'OWN_NAME' });
  await app.app.parts.verdicts.flush();
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'",
  );
  while ((await foldEvents(app.app.platform.em())).more);
}

inBrowser("a company's Home without an event", () => {
  it('leads to the first steps before there is an event', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, home, 'Home');
    // There is nothing yet to choose a period or a product of.
    expect(await page.getByRole('main').getByRole('group').count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Get started' }).click();
    await page.getByRole('heading', { level: 1, name: 'Get started' }).waitFor();
    await close();
  });
});

inBrowser("a company's Home", () => {
  beforeAll(fillHome);

  it('leads from what changed to the accounts that went quiet, with the filter in the address and the way back', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, home, 'Home');
    const changed = page.getByRole('region', { name: 'What changed since yesterday' });
    await changed.getByText('1 went quiet').getByRole('link').click();
    await page.getByText('Accounts with events on at least four days of this window').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(page.url()).toContain('figure=wentQuiet');
    await page.getByRole('link', { name: 'quiet.example' }).click();
    const story = page.getByRole('region', { name: 'Story' });
    await story
      .getByText(/^Quiet for 21 days, since .+\. It used to come every 1\.7 days, on 4 of 28 days\.$/)
      .waitFor();
    await expect.poll(() => story.getByRole('listitem').count()).toBe(2);
    await page.goBack();
    await page.getByText('Accounts with events on at least four days of this window').waitFor();
    await page.getByRole('link', { name: /Home$/ }).last().click();
    await changed.waitFor();
    await close();
  });

  it('shows what arrives and what changed, refused events by code, and where each thing is mended', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, home, 'Home');
    const changed = page.getByRole('region', { name: 'What changed since yesterday' });
    await changed.getByText(/^Refusals with placeholder began .+ with the key .+: 5 so far/).waitFor();
    await changed
      .getByText(/^quiet\.example went quiet: its last event came on .+, after events on 4 of 21 days\.$/)
      .waitFor();
    await page.getByText('Active developers').waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Bars of events/ }).count()).toBe(1);
    await expect.poll(() => page.getByRole('list', { name: 'Legend' }).getByRole('listitem').count()).toBe(6);
    const days = page.getByRole('figure', { name: 'How many events arrive a day?' });
    await days.getByRole('button', { name: /^Show table/ }).click();
    await expect.poll(() => days.getByRole('table').getByRole('row').count()).toBe(15);
    const refused = page.getByRole('region', { name: 'Why are events refused?' });
    await refused.getByRole('row', { name: /^placeholder its developer stands for no one person 5/ }).waitFor();
    await expect
      .poll(() => refused.getByRole('link', { name: 'placeholder' }).getAttribute('href'))
      .toContain('code=placeholder');
    const attention = page.getByRole('region', { name: 'What needs attention' });
    await attention.getByText('refused with placeholder: its developer stands for no one person.').waitFor();
    await attention.getByRole('link', { name: 'See refused events' }).first().waitFor();
    const funnel = page.getByRole('table', { name: 'Funnel by family' });
    await funnel.getByRole('row', { name: /^activation/ }).waitFor();
    await page.getByText('No event of this window names a campaign.').waitFor();
    const accounts = page.getByRole('region', { name: 'Which accounts are most active?' });
    await expect.poll(() => accounts.getByRole('row').allInnerTexts()).toHaveLength(5);
    expect(await accounts.getByRole('link').first().getAttribute('href')).toMatch(
      /adoption\/accounts\/a0\.example\?since=/,
    );
    // A fact that is the same for each area, as that no event ever came, gets no column.
    const areas = page.getByRole('table', { name: 'Event coverage' });
    await expect.poll(() => areas.getByRole('columnheader').allTextContents()).toEqual(['Area', 'Next']);
    await page.getByRole('button', { name: /^Show the . that arrive/ }).click();
    await areas.getByRole('columnheader', { name: 'Last seen' }).waitFor();
    await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: '30 days' }).click();
    await page.getByRole('region', { name: 'The last 30 days' }).waitFor();
    await expect.poll(() => page.url()).toContain('days=30');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(VIEWS)('has no barrier and nothing to scroll sideways, $theme, $width pixels wide', async (view) => {
    const { page, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, home, 'Home');
    await page.getByText('Active developers').waitFor();
    await expectSound(page, view, 'company-home');
    await close();
  });
});
