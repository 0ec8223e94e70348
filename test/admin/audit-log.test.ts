import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn as cookieOf } from '../setup/ask.js';
import { endCommand } from '../setup/command.js';
import { inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const { organizationId } = app.credentials;
  for (const id of ['one', 'two'])
    await endCommand(
      app,
      'product',
      'create',
      '--organization',
      organizationId,
      '--id',
      id,
      '--name',
      id,
      '--type',
      'api',
    );
});
afterAll(() => app.close());

inBrowser('the audit log', () => {
  it('is downloaded whole for an auditor, as the service writes it, also where it comes in pieces', async () => {
    const { organizationId, users } = app.credentials;
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, users.owner);
    await visit(page, app.url, `/o/${organizationId}/settings/audit-entries`, 'Audit log');
    let pieces = 0;
    await page.route('**/api/exports/audit**', (route) => {
      pieces += 1;
      return route.continue({ url: `${route.request().url()}&limit=1` });
    });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download for an auditor' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`audit-${organizationId}.ndjson`);
    let text = '';
    for await (const part of await file.createReadStream()) text += String(part);
    const whole = await fetch(`${app.url}/api/exports/audit?organizationId=${organizationId}`, {
      headers: { cookie: await cookieOf(app, users.owner) },
    });
    expect(text).toBe(await whole.text());
    expect(pieces).toBe(text.trimEnd().split('\n').length - 1);
    expect(pieces).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
    await close();
  });
});
