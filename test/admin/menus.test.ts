import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { enter, inBrowser, openPage, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const focusedRole = (page: Page) =>
  page.evaluate<string | null>(`document.activeElement?.getAttribute('role') ?? null`);
const focusedText = (page: Page) => page.evaluate<string>(`document.activeElement?.textContent ?? ''`);

/** Opens a menu by mouse, walks it by arrows and closes it by Escape, after which its button has the focus again. */
async function walk(page: Page, button: Locator): Promise<void> {
  await button.click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedRole(page)).toMatch(/^menuitem/);
  const first = await focusedText(page);
  if ((await page.getByRole('menu').locator('[role^=menuitem]:not([aria-disabled=true])').count()) > 1) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await focusedText(page)) !== first).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  await expect.poll(() => button.evaluate<boolean, Element>((one) => one === document.activeElement)).toBe(true);
}

inBrowser('a menu that was opened by mouse', () => {
  it('is walked by arrows and closed by Escape, wherever it is', async () => {
    const { page, complaints, close } = await openPage();
    await enter(page, app.url, app.credentials.users.owner);
    const { organizationId } = app.credentials;
    await visit(page, app.url, `/o/${organizationId}/settings/tracking-keys`, 'Keys');
    await walk(page, page.getByRole('button', { name: /switch context/ }));
    await walk(page, page.getByRole('button', { name: new RegExp(app.credentials.users.owner.email) }));
    await walk(page, page.getByRole('button', { name: 'Columns' }));
    await walk(page, page.getByRole('button', { name: 'Saved views' }));
    expect(complaints).toEqual([]);
    await close();
  });
});
