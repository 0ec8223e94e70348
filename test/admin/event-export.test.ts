import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { earlierBy, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
let home: string;
beforeAll(async () => {
  app = await startApp();
  home = `/o/${app.credentials.organizationId}/event-export`;
  for (const developer_id of ['dev_a', 'dev_b'])
    await ask(`${app.url}/api/usage/track`, {
      token: app.credentials.trackingKey,
      body: makeEvent(app, { developer_id, metadata: { note: 'a "text",\nevt_ of two lines' } }),
    });
  await query(app.databaseUrl, `update tracking_event set received_at = ${earlierBy('received_at', '120')}`);
});
afterAll(() => app.close());

inBrowser('the export of events', () => {
  it.each(EACH_VIEW)('writes files and says when it is whole, $theme, $width pixels wide', async (view) => {
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, home, 'Export events');
    await expectSound(page, view, 'event-export');
    for (const format of ['ndjson', 'csv']) {
      await page.getByRole('button', { name: format.toUpperCase() }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export events' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^events-.*-001\\.${format}$`));
      const stream = await file.createReadStream();
      let text = '';
      for await (const part of stream) text += String(part);
      expect(text.match(/dev_[ab]/g)).toHaveLength(2);
      await page.getByText('Whole: 2 events in 1 file.').waitFor();
    }
    await expectSound(page, view, 'event-export-done');
    await page.reload();
    await page.getByText('Whole: 2 events in 1 file.').waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByText('Whole: 2 events').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('goes on after the file that it has when the service was away', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, home, 'Export events');
    await page.route('**/api/exports/events**', (route) => route.abort());
    await page.getByRole('button', { name: 'Export events' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.unroute('**/api/exports/events**');
    await page.getByRole('button', { name: 'Export events' }).click();
    await page.getByText('Whole: 2 events in 1 file.').waitFor();
    await close();
  });
});
