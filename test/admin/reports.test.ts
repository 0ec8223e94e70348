import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { makeLinkedCompany } from '../setup/evidence.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser.each(VIEWS)('what a partner reported, $theme, $width pixels wide', (view) => {
  it('stands beside what was counted, reached from Adoption; link opens are next to it', async () => {
    const company = await makeLinkedCompany(app);
    const send = (given: object) =>
      ask(`${app.url}/api/usage/track`, {
        token: company.trackingKey,
        body: {
          event_name: 'FIRST_API_CALL',
          developer_id: 'dev_1',
          account_domain: 'big.example',
          product: { id: company.productId, name: 'An API', type: 'api' },
          idempotencyKey: `key-${JSON.stringify(given).length}`,
          ...given,
        },
      });
    const report = { zone: 'eu', costCents: 15050, bandwidthBytes: 2_000_000 };
    expect(await send({ event_name: 'ZONE_USAGE_REPORTED', metadata: report })).toMatchObject({ status: 200 });
    expect(await send({ developer_id: 'dev_22' })).toMatchObject({ status: 200 });
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/adoption`, 'Adoption');
    await page.getByRole('link', { name: 'Reconciliation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reconciliation' }).waitFor();
    await page.getByText('big.example').first().waitFor();
    await page.getByText('150.50').first().waitFor();
    await expectSound(page, view, 'reconciliation');
    await visit(page, app.url, `/o/${company.organizationId}/link-opens`, 'Link opens');
    await page.getByText('Links will be listed here').waitFor();
    const periods = page.getByRole('group', { name: 'Period' }).getByRole('button');
    await expect.poll(() => periods.allTextContents()).toEqual(['7 days', '30 days', '90 days']);
    await expect.poll(() => periods.nth(1).getAttribute('aria-pressed')).toBe('true');
    await expectSound(page, view, 'link-opens');
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('the reconciliation of a company with two products', () => {
  it('keeps the focus on the product that was chosen, beside its own accounts', async () => {
    const { organizationId, productId, trackingKey, users } = app.credentials;
    const sent = await ask(`${app.url}/api/usage/track`, {
      token: trackingKey,
      body: {
        event_name: 'ZONE_USAGE_REPORTED',
        developer_id: 'partner',
        account_domain: 'first.example',
        product: { id: productId, name: 'Demo API', type: 'api' },
        idempotencyKey: 'reported-once',
        metadata: { zone: 'eu', costCents: 100 },
      },
    });
    expect(sent).toMatchObject({ status: 200 });
    const { page, close } = await openPage();
    await signIn(page, app.url, users.owner);
    await visit(page, app.url, `/o/${organizationId}/reconciliation?product=${productId}`, 'Reconciliation');
    await page.getByText('first.example').waitFor();
    const other = page.getByRole('button', { name: 'Demo Legacy' });
    await other.press('Enter');
    await page.getByText('Accounts will be listed here').waitFor();
    expect(await page.getByText('first.example').count()).toBe(0);
    await expect.poll(() => other.evaluate((button) => button === document.activeElement)).toBe(true);
    await close();
  });
});
