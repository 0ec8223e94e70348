import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCsvImporter } from '../../server/tracking/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { csvOf, startCsv } from '../setup/csv.js';
import { query } from '../setup/database.js';
import { runDueJobs } from '../setup/jobs.js';
import { giveRole, makeCompany, makePerson } from '../setup/people.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Two good rows of a name of our own, one placeholder for a developer, and one text in place of a time. */
const FILE = `User ID,What,When,Ref,Plan
dev_1,Signed Up,2026-10-01T00:00:00Z,r-1,pro
dev_2,Signed Up,2026-10-01T00:00:00Z,r-2,free
anonymous,Signed Up,2026-10-01T00:00:00Z,r-3,free
dev_4,Signed Up,yesterday,r-4,pro
`;

/** Two rows with an event's name of their own, three of ours, and behind the sample of a file one whose time has another form. */
const SPREADSHEET = `User ID,Event,Time,Event ID
dev_1,Signed Up,25.11.2025 10:00,r-1
dev_2,Signed Up,26.11.2025 10:00,r-2
dev_3,FIRST_API_CALL,13.11.2025,r-3
dev_4,FIRST_API_CALL,14.11.2025 9:05,r-4
dev_5,FIRST_API_CALL,15.11.2025 23:59:59,r-5
dev_6,FIRST_API_CALL,11/16/2025,r-6
`;

const choose = async (page: Page, field: string, value: string) => {
  await page.getByLabel(field, { exact: true }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
};

const upload = async (page: Page, home: string, file: string) => {
  await visit(page, app.url, `${home}/csv-imports`, 'Imports');
  await page.getByRole('link', { name: 'Import file' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Import file' }).waitFor();
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'before.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  });
  await page.getByRole('button', { name: 'Upload file' }).click();
  await page.getByRole('heading', { level: 1, name: 'before.csv' }).waitFor();
};

/** Imports the confirmed files, as a worker beside the application does. */
async function importWaiting(): Promise<void> {
  const importer = await openCsvImporter({ databaseUrl: app.databaseUrl, log: app.app.platform.log });
  await runDueJobs(app, [importer.job]);
  await importer.close();
}

const storedEvents = async (organizationId: string): Promise<number> => {
  const rows = await query(app.databaseUrl, 'select 1 from tracking_event where organization_id = $1', [
    organizationId.slice(4),
  ]);
  return rows.length;
};

inBrowser.each(VIEWS)('a file of events, $theme, $width pixels wide', (view) => {
  it('is mapped, previewed and imported, and its refused rows can be downloaded', async () => {
    const company = await makeCompany(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await upload(page, `/o/${company.organizationId}`, FILE);
    await expectSound(page, view, 'csv-mapping');

    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('Type it, or choose the column that holds it.').waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('eventName');
    await expectSound(page, view, 'csv-mapping-refused');
    await page.keyboard.type('SIGNED_UP');
    await page.getByRole('button', { name: 'Preview import' }).press('Enter');
    // The first column that is left out says what no column holds, in the words of the choices.
    await page.getByRole('alert').getByText('Choose “Id of the event” for the column that').waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('What becomes');
    await choose(page, 'Family of all rows', 'activation');
    await choose(page, 'Ref becomes', 'Id of the event');
    await choose(page, 'When becomes', 'Time');
    await choose(page, 'Plan becomes', 'Metadata, under its own name');
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('This import would store 2 events. No event is stored yet.').waitFor();
    await page.getByText('/developer_id').first().waitFor();
    await expectSound(page, view, 'csv-preview');
    expect(await storedEvents(company.organizationId)).toBe(0);

    await choose(page, 'Plan becomes', 'left out');
    expect(await page.getByText('This import would store').count()).toBe(0);
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('dialog').getByText('2 rows are refused and left out').waitFor();
    await page.getByRole('button', { name: 'Import file', exact: true }).click();
    await page.getByText('You can leave this page').waitFor();
    await importWaiting();
    await page.getByText('done', { exact: true }).waitFor();
    await page.getByRole('status').getByText('The import is done: 2 events stored, 2 rows refused.').waitFor();
    expect(await storedEvents(company.organizationId)).toBe(2);

    await page.getByRole('heading', { level: 2, name: 'Refused rows' }).waitFor();
    await page.getByText('Row 4', { exact: true }).waitFor();
    await expectSound(page, view, 'csv-done');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('/developer_id');
    expect(lines[2]).toContain('/occurredAt');
    expect(complaints).toEqual([]);
    await close();
  });

  it('has its times and values read as a person chose once, and the next file with its header begins so', async () => {
    const company = await makeCompany(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await upload(page, `/o/${company.organizationId}`, SPREADSHEET);
    expect(await page.getByLabel('Times are written as').textContent()).toBe('25.11.2026 10:00');
    await page.getByLabel('In the time zone').fill('Europe/Berlin');
    await expectSound(page, view, 'csv-times');
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('This import would store 3 events. No event is stored yet.').waitFor();
    await page.getByRole('heading', { level: 3, name: 'Why 3 rows would be refused' }).waitFor();
    await page.getByText('this is no time of the chosen form, such as 25.11.2026 10:00').waitFor();
    await expectSound(page, view, 'csv-causes');
    await page.getByLabel('Event name Signed Up becomes').fill('API_KEY_CREATED');
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('This import would store 5 events. No event is stored yet.').waitFor();
    await expectSound(page, view, 'csv-values');

    await upload(page, `/o/${company.organizationId}`, SPREADSHEET);
    await page.getByText('Mapped as before.csv was, which has the same header.').waitFor();
    expect(await page.getByLabel('In the time zone').inputValue()).toBe('Europe/Berlin');
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByText('This import would store 5 events. No event is stored yet.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('an import', () => {
  it('shows a member how far it is and nothing that only an admin can do', async () => {
    const company = await makeCompany(app);
    const colleague = await makePerson(app);
    await giveRole(app, company.organizationId, colleague, 'member');
    const importId = await startCsv({ ...company, app, cookie: company.owner.cookie }, csvOf(3, 'seen'));
    const { page, close } = await openPage();
    await signIn(page, app.url, colleague);
    await visit(page, app.url, `/o/${company.organizationId}/csv-imports`, 'Imports');
    expect(await page.getByRole('link', { name: 'Import file' }).count()).toBe(0);
    await page.getByRole('link', { name: 'events.csv' }).click();
    await page.getByRole('heading', { level: 1, name: 'events.csv' }).waitFor();
    await importWaiting();
    await page.getByText('done', { exact: true }).waitFor();
    const other = await makeCompany(app);
    await visit(page, app.url, `/o/${other.organizationId}/csv-imports/${importId}`, 'There is no such page');
    await close();
  });
});
