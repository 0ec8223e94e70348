import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
let home: string;

beforeAll(async () => {
  app = await startApp();
  home = `/o/${app.credentials.organizationId}`;
});
afterAll(() => app.close());

const event = (product: string, given: object = {}) => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'dev_7',
  product: { id: product, name: 'Browser Product', type: 'sdk' },
  idempotencyKey: `browser-${product}`,
  ...given,
});
const track = (token: string, body: object) => ask(`${app.url}/api/usage/track`, { token, body });

async function nameProduct(page: Page, productId: string): Promise<void> {
  await visit(page, app.url, `${home}/products/create`, 'Create product');
  await page.getByLabel('Product id').fill(productId);
  await page.getByLabel('Name', { exact: false }).last().fill(`Product ${productId}`);
  await page.getByRole('button', { name: 'Create product' }).click();
}

/** Creates a key on the keys page and answers it as the dialog shows it; the dialog stays open. */
async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name of the key').fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  const shown = await page.getByRole('region', { name: 'tracking key', exact: true }).textContent();
  return shown?.trim() ?? '';
}

inBrowser('from a product to its first event', () => {
  it('names a product, creates a key, shows the event as it comes in, and revokes the key', async () => {
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await nameProduct(page, 'browser-product');
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();

    const token = await createKey(page, 'staging');
    expect(token).toMatch(/^dtk_[A-Za-z0-9]{36}$/);
    await expect.poll(() => page.getByRole('dialog').textContent()).toContain(`Bearer ${token}`);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('cell', { name: 'live, not used yet' }).waitFor();

    await visit(page, app.url, `${home}/events?product=browser-product`, 'Events');
    await page.getByText('Nothing matches').waitFor();
    expect(await track(token, event('browser-product'))).toMatchObject({ status: 200, body: { tracked: true } });
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByRole('row', { name: /FIRST_API_CALL stored .*browser-product dev_7/ }).waitFor();

    expect(
      await track(token, event('browser-product', { developer_id: 'anonymous', idempotencyKey: 'other' })),
    ).toMatchObject({ status: 400 });
    await page.getByRole('status').getByText('1 new: 1 refused').waitFor();
    await events.getByRole('row', { name: /FIRST_API_CALL refused placeholder at \/developer_id/ }).waitFor();

    await visit(page, app.url, `${home}/settings/tracking-keys?product=browser-product`, 'Keys');
    await page.getByRole('button', { name: 'Revoke staging' }).click();
    await page.getByText('It stops working at once').waitFor();
    expect(await track(token, event('browser-product'))).toMatchObject({ status: 200, body: { duplicate: true } });
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('cell', { name: 'revoked', exact: true }).waitFor();
    expect(await track(token, event('browser-product'))).toMatchObject({ status: 401 });
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps the key on the screen until it is stored, and nowhere afterwards', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await nameProduct(page, 'secret-product');
    const token = await createKey(page, 'production');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').textContent()).toContain(token);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await visit(page, app.url, `${home}/settings/tracking-keys?product=secret-product`, 'Keys');
    await page.getByRole('cell', { name: 'production', exact: true }).waitFor();
    const storage = await page.evaluate<string>(
      'document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage, history.state, location.href])',
    );
    expect(storage).not.toContain(token);
    await close();
  });

  it('ticks the first steps by what happened, and keeps a key that was created among them until it is stored', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await nameProduct(page, 'stepped-product');
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await visit(page, app.url, `${home}/start?product=stepped-product`, 'Get started');
    await page.getByRole('button', { name: /^Done 1\./ }).waitFor();
    await page.getByRole('button', { name: /^Next 2\./ }).waitFor();
    const token = await createKey(page, 'first');
    await page.getByText('is created and not used yet.').waitFor();
    await expect.poll(() => page.getByRole('dialog').textContent()).toContain(token);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: /^Waiting 2\./ }).waitFor();
    await page.getByRole('button', { name: /^Next 3\./ }).waitFor();
    await page.getByRole('button', { name: 'Send test event' }).press('Enter');
    await page.getByRole('button', { name: /^Next 4\./ }).waitFor();
    expect(await track(token, event('stepped-product'))).toMatchObject({ status: 200 });
    await page.getByRole('status').getByText('FIRST_API_CALL').waitFor();
    for (const number of [2, 3, 4])
      await page.getByRole('button', { name: new RegExp(`^Done ${number}\\.`) }).waitFor();
    await close();
  });

  it('says why a third live key cannot be created', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await nameProduct(page, 'full-product');
    for (const name of ['one', 'two']) {
      await createKey(page, name);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('cell', { name, exact: true }).waitFor();
    }
    await page.getByText('A product has at most two live keys').waitFor();
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
    await close();
  });

  it('shows a taken product id where it was typed, with nothing named twice', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await nameProduct(page, app.credentials.productId);
    await page.getByText('another product of this organization has this id or alias').first().waitFor();
    await expect.poll(() => page.getByLabel('Product id').getAttribute('aria-invalid')).toBe('true');
    await visit(page, app.url, `${home}/products`, 'Products');
    await expect.poll(() => page.getByRole('row', { name: new RegExp(app.credentials.productId) }).count()).toBe(1);
    await close();
  });

  it('says what ignoring a product means before it happens, and then it does', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${home}/products/${app.credentials.productId}`, 'Demo API');
    const send = (idempotencyKey: string) =>
      track(app.credentials.trackingKey, event(app.credentials.productId, { idempotencyKey }));
    await page.getByRole('button', { name: 'Ignore this product' }).click();
    await page.getByText('nothing of them is stored').waitFor();
    expect(await send('before')).toMatchObject({ body: { tracked: true } });
    await page.getByRole('button', { name: 'Ignore product' }).click();
    await page.getByText('ignored', { exact: true }).waitFor();
    expect(await send('while')).toMatchObject({ body: { tracked: false, ignored: true } });
    await page.getByRole('button', { name: 'Register this product again' }).click();
    await page.getByRole('button', { name: 'Register product' }).click();
    await page.getByText('registered', { exact: true }).waitFor();
    expect(await send('while')).toMatchObject({ body: { tracked: true } });
    await close();
  });
});
