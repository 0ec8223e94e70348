import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { type Company, makeCompany } from '../setup/people.js';
import { inBrowser, openPage, signIn, visit } from './workspace.js';

/** More than one answer holds. */
const OTHERS = 120;

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'zz-last');
  await query(
    app.databaseUrl,
    `insert into product (organization_id, id, product_id, name, type, status)
     select $1, gen_random_uuid(), 'p-' || n, 'Product ' || n, 'api', 'registered' from generate_series(1, ${OTHERS}) n`,
    [company.organizationId.slice(4)],
  );
});
afterAll(() => app.close());

inBrowser('a company with more products than one answer holds', () => {
  const open = async (path: string, heading: string) => {
    const visited = await openPage();
    await signIn(visited.page, app.url, company.owner);
    await visit(visited.page, app.url, `/o/${company.organizationId}${path}`, heading);
    return visited;
  };

  it('reads the name of each product that a list shows', async () => {
    const { page, complaints, close } = await open('/settings/tracking-keys', 'Keys');
    await page.getByRole('row', { name: /first .* An API / }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('finds a product by its name where a page is about one at a time', async () => {
    const { page, complaints, close } = await open('/adoption', 'Adoption');
    const picker = page.getByRole('combobox', { name: 'Product' });
    await picker.fill('An AP');
    await page.getByRole('option', { name: 'An API' }).click();
    await expect.poll(() => page.url()).toContain('product=zz-last');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.url()).not.toContain('product=');
    expect(complaints).toEqual([]);
    await close();
  });

  it('creates a key for a product that is found by its name', async () => {
    const { page, complaints, close } = await open('/settings/tracking-keys', 'Keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Product' }).fill('An AP');
    await page.getByRole('option', { name: 'An API' }).click();
    await form.getByLabel('Name of the key').fill('second');
    await form.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'The key “second” for An API' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('tries a payload for the product that the address names, and names it in a filter', async () => {
    const { page, close } = await open('/dry-run?product=zz-last', 'Test payload');
    await page.getByRole('button', { name: 'Event', exact: true }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Payload' }).inputValue()).toContain('zz-last');
    await visit(page, app.url, `/o/${company.organizationId}/settings/tracking-keys?product=zz-last`, 'Keys');
    await page.getByRole('button', { name: 'Remove filter Product: An API' }).press('Enter');
    await page.getByRole('button', { name: 'Filters' }).press('Enter');
    await page.getByRole('dialog', { name: 'Filters' }).getByRole('combobox', { name: 'Product' }).fill('zz-');
    await page.getByRole('option', { name: 'An API' }).click();
    await expect.poll(() => page.url()).toContain('product=zz-last');
    await close();
  });

  it('imports a file for a product that is found by its name', async () => {
    const { page, complaints, close } = await open('/csv-imports/create', 'Import file');
    await page.getByRole('combobox', { name: 'Product' }).fill('An AP');
    await page.getByRole('option', { name: 'An API' }).click();
    const file = { name: 'before.csv', mimeType: 'text/csv', buffer: Buffer.from('User ID,What\ndev_1,Signed Up\n') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload file' }).click();
    await page.getByRole('heading', { level: 1, name: 'before.csv' }).waitFor();
    await page.getByText('An API', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('switches an event name off with a reason, and on again', async () => {
    const { page, complaints, close } = await open('/products/zz-last', 'An API');
    await page.getByText('None. An event name that you switch off').waitFor();
    await page.getByRole('button', { name: 'Switch a name off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch an event name off' });
    await dialog.getByLabel('Event name').fill('NOISY_PING');
    await dialog.getByLabel('Why').fill('it says nothing');
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('it says nothing').waitFor();
    await page.getByRole('button', { name: 'Switch NOISY_PING on' }).click();
    const back = page.getByRole('dialog', { name: 'Switch on NOISY_PING' });
    await back.getByLabel('Why').fill('it is of use');
    await back.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('None. An event name that you switch off').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
