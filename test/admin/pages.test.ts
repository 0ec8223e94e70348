import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import {
  EACH_VIEW,
  enter,
  findBarriers,
  findCutOff,
  inBrowser,
  keepPicture,
  openPage,
  sidewaysBy,
  signIn,
  visit,
} from './workspace.js';

interface Shown {
  readonly name: string;
  readonly path: string;
  readonly heading: string;
}

const PAGES: readonly Shown[] = [
  { name: 'home', path: '', heading: 'Home' },
  { name: 'start', path: '/start', heading: 'Get started' },
  { name: 'events', path: '/events', heading: 'Events' },
  { name: 'keys', path: '/settings/tracking-keys', heading: 'Keys' },
  { name: 'products', path: '/products', heading: 'Products' },
  { name: 'product-create', path: '/products/create', heading: 'Create product' },
  { name: 'product', path: '/products/demo-api', heading: 'Demo API' },
  { name: 'product-edit', path: '/products/demo-api/edit', heading: 'Edit Demo API' },
  { name: 'dry-run', path: '/dry-run', heading: 'Test payload' },
  { name: 'event-export', path: '/event-export', heading: 'Export events' },
  { name: 'csv-imports', path: '/csv-imports', heading: 'Imports' },
  { name: 'csv-import', path: '/csv-imports/create', heading: 'Import file' },
  { name: 'invitations', path: '/settings/invitations', heading: 'Invitations' },
  { name: 'report', path: '/reports', heading: 'Report' },
  { name: 'report-actions', path: '/reports/actions', heading: 'Actions' },
  { name: 'agent-keys', path: '/settings/agent-keys', heading: 'Agent keys' },
  { name: 'audit-receipts', path: '/settings/audit-receipts', heading: 'Audit receipts' },
  { name: 'company-plan', path: '/settings/plan', heading: 'Plan' },
  { name: 'company-single-sign-on', path: '/settings/single-sign-on', heading: 'Single sign-on' },
  { name: 'webhooks', path: '/settings/webhooks', heading: 'Webhooks' },
  { name: 'team', path: '/settings/members', heading: 'Team' },
  { name: 'security', path: '/settings/security', heading: 'Security' },
  { name: 'settings', path: '/settings', heading: 'Organization' },
  { name: 'audit', path: '/settings/audit-entries', heading: 'Audit log' },
  { name: 'nowhere', path: '/nowhere', heading: 'There is no such page' },
];

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const product = { id: app.credentials.productId, name: 'Demo API', type: 'api' };
  const event = { event_name: 'FIRST_API_CALL', developer_id: 'dev_1', product, idempotencyKey: 'seen-1' };
  const track = (body: object) => ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body });
  expect(await track({ ...event, metadata: { region: 'eu' } })).toMatchObject({ status: 200 });
  expect(await track({ ...event, developer_id: 'n/a', idempotencyKey: 'seen-2' })).toMatchObject({ status: 400 });
});
afterAll(() => app.close());

inBrowser.each(EACH_VIEW)('the workspace, $theme, $width pixels wide', (view) => {
  const inspect = async (page: Page, name: string) => {
    await keepPicture(page, `${name}-${view.theme}-${view.width}`);
    const found = {
      name,
      barriers: await findBarriers(page),
      sideways: await sidewaysBy(page),
      cutOff: await findCutOff(page),
    };
    expect(found).toEqual({ name, barriers: [], sideways: 0, cutOff: [] });
  };

  it('has no barrier, one h1 and nothing to scroll sideways on any page of a company', async () => {
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.owner);
    for (const { name, path, heading } of PAGES) {
      await visit(page, app.url, `/o/${app.credentials.organizationId}${path}`, heading);
      await inspect(page, name);
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.title()).toContain(heading);
      expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('has none in an event, in the dialogs, at home and before sign-in', async () => {
    const { page, complaints, close } = await openPage(view);
    for (const [name, address] of [
      ['sign-in', '/login'],
      ['sign-up', '/login?account=new'],
    ] as const) {
      await page.goto(`${app.url}/admin/#${address}`);
      await page.getByRole('button', { name: /^(Sign in|Create account)$/ }).click();
      await page.getByText('Required').first().waitFor();
      await inspect(page, name);
    }
    await enter(page, app.url, app.credentials.users.owner);
    if (view.width < 900) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await inspect(page, 'menu');
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: /switch context/ }).click();
    await page.getByRole('menuitem', { name: 'Demo Company' }).waitFor();
    await inspect(page, 'contexts');
    await page.keyboard.press('Escape');
    await visit(page, app.url, `/o/${app.credentials.organizationId}/events`, 'Events');
    await page.getByRole('link', { name: 'FIRST_API_CALL' }).first().click();
    await page.getByRole('dialog', { name: 'FIRST_API_CALL' }).waitFor();
    await inspect(page, 'event');
    await visit(page, app.url, `/o/${app.credentials.organizationId}/settings/tracking-keys?product=demo-api`, 'Keys');
    await page.getByRole('button', { name: 'Revoke Demo key' }).first().click();
    await page.getByRole('dialog', { name: /^Revoke the key/ }).waitFor();
    await inspect(page, 'revoke');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name of the key').fill('shown once');
    await inspect(page, 'create');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('This is the only time it is shown').waitFor();
    await inspect(page, 'secret');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Revoke shown once' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit(page, app.url, `/o/${app.credentials.organizationId}/settings/audit-entries`, 'Audit log');
    await page.getByRole('link', { name: 'Tracking key revoked' }).first().click();
    await page.getByRole('heading', { level: 2, name: 'Tracking key revoked' }).waitFor();
    await inspect(page, 'audit-entry');
    await visit(page, app.url, '/me', 'Home');
    await inspect(page, 'me');
    await visit(page, app.url, '/me/profile', 'Profile');
    await inspect(page, 'me-profile');
    await visit(page, app.url, '/me/tokens', 'Tokens');
    await inspect(page, 'me-tokens');
    await visit(page, app.url, '/me/connections', 'Connections');
    await inspect(page, 'me-connections');
    await visit(page, app.url, '/me/usage', 'Usage');
    await inspect(page, 'me-usage');
    await visit(page, app.url, '/me/spending', 'Spending');
    await inspect(page, 'me-spending');
    await visit(page, app.url, '/me/projects', 'Projects');
    await inspect(page, 'me-projects');
    await visit(page, app.url, '/me/projects/new', 'Create project');
    await inspect(page, 'me-project-new');
    await visit(page, app.url, '/me/skills', 'Skills');
    await inspect(page, 'me-skills');
    await visit(page, app.url, '/me/skills/import', 'Import skill');
    await inspect(page, 'me-skill-import');
    expect(complaints).toEqual([]);
    await close();
  });
});
