import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { makeCompany } from '../setup/people.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser.each(VIEWS)('a payload that is tried, $theme, $width pixels wide', (view) => {
  it('is answered with pointers and with the event that a call maps to, until it is accepted', async () => {
    const company = await makeCompany(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/events`, 'Events');
    await page.getByRole('link', { name: 'Test payload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Test payload' }).waitFor();
    const payload = page.getByLabel('Payload', { exact: true });
    const send = page.getByRole('button', { name: 'Test payload' });
    await payload.fill('{ "event_name": ');
    await send.click();
    await page.getByText('This is not JSON').waitFor();
    await expect
      .poll(() => page.getByLabel('Payload').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await payload.fill('{ "event_name": "A", "event_name": "B" }');
    await send.click();
    await page.getByText('The member event_name stands twice').waitFor();

    await page.getByRole('button', { name: 'Segment' }).click();
    await send.click();
    await page.getByText('Send this instead').waitFor();
    await page.getByText('/product', { exact: true }).first().waitFor();
    await expectSound(page, view, 'dry-run-refused');
    await page.getByRole('button', { name: 'Use this payload' }).click();
    await expect.poll(() => payload.inputValue()).toContain('"event_name": "FIRST_API_CALL"');

    for (const example of ['RudderStack', 'mParticle']) {
      await page.getByRole('button', { name: example }).click();
      await send.click();
      await page.getByText('Send this instead').waitFor();
    }
    await page.getByRole('button', { name: 'Event', exact: true }).click();
    await send.click();
    await page.getByText('It would be stored.').waitFor();
    await expectSound(page, view, 'dry-run-accepted');
    expect(complaints).toEqual([]);
    await close();
  });

  it('ticks the step of Get started when it is accepted, and stores nothing', async () => {
    const company = await makeCompany(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/start`, 'Get started');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('button', { name: /^Done 3\./ }).waitFor();
    await page.getByText('It would be stored.').waitFor(); // what was understood stays to be read
    await page.getByText(/^Accepted .*; nothing was stored/).waitFor();
    await expectSound(page, view, 'start-accepted');
    await page.reload();
    await page.getByRole('button', { name: /^Done 3\./ }).waitFor();
    const stored = await query(app.databaseUrl, 'select 1 from tracking_event where organization_id = $1', [
      company.organizationId.slice(4),
    ]);
    expect(stored).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
