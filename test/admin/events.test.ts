import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { storeOldAnswers } from '../setup/old-answers.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
let events: string;
beforeAll(async () => {
  app = await startApp();
  events = `/o/${app.credentials.organizationId}/events`;
  await send({ developer_id: 'dev_a', account_domain: 'one.example', metadata: { region: { name: 'eu' } } });
  await send({ developer_id: 'dev_b', event_name: 'API_KEY_CREATED' });
  await send({ developer_id: 'anonymous', idempotencyKey: 'never-shown' });
  await app.app.parts.verdicts.flush();
});
afterAll(() => app.close());

const send = (given: Record<string, unknown>) =>
  ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body: makeEvent(app, given) });

inBrowser('the list of events', () => {
  it('opens a stored and a refused event beside the list, one after the other by keyboard', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, events, 'Events');
    await page.getByRole('row', { name: /FIRST_API_CALL refused/ }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('/developer_id').waitFor();
    expect(await panel.textContent()).not.toContain('never-shown');
    await panel.getByRole('button', { name: 'Next event' }).press('Enter');
    await page.getByRole('dialog', { name: 'API_KEY_CREATED' }).waitFor();
    await page.keyboard.press('j');
    const last = page.getByRole('dialog', { name: 'FIRST_API_CALL' });
    await last.getByText('/metadata/region/name').waitFor();
    await last.getByRole('button', { name: 'Copy as curl' }).waitFor();
    const figures = last.getByRole('table', { name: 'Counts toward' });
    await figures.getByRole('row', { name: /^Developers\s*counts\s*product not linked\s*7d, 30d, 90d$/ }).waitFor();
    await page.keyboard.press('Escape');
    await last.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).not.toContain('event=');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(EACH_VIEW)(
    'leads from a refusal to its repair, and tells when it is resolved, $theme, $width pixels wide',
    async (view) => {
      await query(app.databaseUrl, "delete from tracking_verdict where status = 'invalid'");
      await send({ developer_id: 'anonymous', idempotencyKey: 'never-shown' });
      await app.app.parts.verdicts.flush();
      const { page, complaints, close } = await openPage(view);
      await signIn(page, app.url, app.credentials.users.owner);
      await visit(page, app.url, `${events}?outcome=refused&code=placeholder`, 'Events');
      await page.getByText('FIRST_API_CALL').first().click();
      const panel = page.getByRole('dialog', { name: 'FIRST_API_CALL' });
      await panel.getByText(/^Last refused/).waitFor();
      await expectSound(page, view, 'event-refused');
      await panel.getByRole('link', { name: 'Repair' }).click();
      await page.getByRole('heading', { level: 2, name: 'Repair' }).waitFor();
      await page.getByText('its developer stands for no one person').waitFor();
      const corrected = page.getByRole('group', { name: 'Corrected event' });
      await corrected.getByText(': Send one stable identifier of the developer').waitFor({ state: 'attached' });
      for (const [language, line] of [
        ['Node', '+ developer_id: String(user.id),'],
        ['Python', '+ "developer_id": str(user.id),'],
      ] as const) {
        await page.getByRole('tab', { name: language }).click();
        await expect
          .poll(() => page.getByRole('region', { name: 'patch of /developer_id' }).textContent())
          .toContain(line);
      }
      await expectSound(page, view, 'repair');
      await page.getByRole('button', { name: 'Test payload' }).click();
      await page.getByText('It would be stored.').waitFor();
      await query(
        app.databaseUrl,
        "update tracking_verdict set at = at - interval '20 minutes' where status = 'invalid'",
      );
      await page.reload();
      await page.getByText(/^Resolved: none since \d\d:\d\d$/).waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('finds by search, a typed filter and the order of time, all of it in the address', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, events, 'Events');
    const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
    await page.getByRole('searchbox', { name: 'Search events' }).fill('one.exam');
    await expect.poll(() => rows.count()).toBe(1);
    // A column that says nothing of what is in sight isn't drawn unless it was chosen.
    const problem = page.getByRole('columnheader', { name: 'Problem' });
    expect(await problem.count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search events' }).fill('');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => problem.count()).toBe(1);
    await page.getByRole('button', { name: 'Filters' }).click();
    const developer = page.getByRole('dialog', { name: 'Filters' }).getByLabel('Developer');
    await developer.fill('dev_b');
    await developer.press('Enter');
    await page.getByText('Developer: dev_b').waitFor();
    await expect.poll(() => developer.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => page.url()).toContain('developer=dev_b');
    await page.getByRole('button', { name: 'Remove filter Developer: dev_b' }).click();
    await page.getByRole('columnheader', { name: 'Received' }).getByRole('button').click();
    await expect.poll(() => rows.first().textContent()).toContain('dev_a');
    await expect.poll(() => page.url()).toContain('sort=receivedAt');

    await page.getByRole('searchbox', { name: 'Search events' }).fill('one.exam');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await problem.count()).toBe(0);
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Problem', checked: false }).press('Enter');
    await page.keyboard.press('Escape');
    await problem.waitFor();

    const saved = page.getByRole('button', { name: 'Saved views' });
    await saved.press('Enter');
    await page.getByRole('menuitem', { name: 'Save this view…' }).press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
    await page.keyboard.type('Of one');
    await page.keyboard.press('Enter');
    await page.getByText('The view “Of one” is saved.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Saved views');
    await close();
  });

  it('searches further where a search stops before the end', async () => {
    await storeOldAnswers(app, 'needle-far-behind');
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${events}?outcome=duplicate&q=needle-far-behind`, 'Events');
    await page.getByText(/^Searched back to /).waitFor();
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: 'Search further' }).press('Enter');
    await page.getByRole('row', { name: /duplicate/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Search further' }).count()).toBe(0);
    await close();
  });

  it('exports what the filter finds', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${events}?outcome=refused`, 'Events');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const stream = await (await download).createReadStream();
    let text = '';
    for await (const part of stream) text += String(part);
    expect(text).toContain('placeholder at /developer_id');
    expect(text.trim().split('\r\n')).toHaveLength(2);
    await close();
  });

  it('has its switch and buttons in one line on a phone', async () => {
    const { page, close } = await openPage({ theme: 'light', width: 390 });
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, events, 'Events');
    const middles = [];
    for (const one of [
      page.getByText('Live', { exact: true }),
      page.getByRole('link', { name: 'Export events' }),
      page.getByRole('link', { name: 'Test payload' }),
    ]) {
      const box = await one.boundingBox();
      middles.push(box ? box.y + box.height / 2 : Number.NaN);
    }
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8);
    await close();
  });

  it.each(EACH_VIEW)('has no barrier and nothing to scroll sideways, $theme, $width pixels wide', async (view) => {
    const { page, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, events, 'Events');
    await page.getByText('placeholder at /developer_id').first().waitFor();
    await expectSound(page, view, 'events');
    await visit(page, app.url, `${events}?outcome=stored`, 'Events');
    await page.getByRole('link', { name: 'FIRST_API_CALL' }).click();
    await page.getByRole('dialog', { name: 'FIRST_API_CALL' }).getByText('Events of use', { exact: true }).waitFor();
    await expectSound(page, view, 'event');
    await close();
  });
});
