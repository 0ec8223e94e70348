import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { draftByAgent, makeBuilder } from '../setup/projects.js';
import { EACH_VIEW, enter, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser.each(EACH_VIEW)('the palette, $theme, $width pixels wide', (view) => {
  it('has no barrier and nothing to scroll sideways, with pages, with records and with nothing found', async () => {
    const { page, complaints, close } = await openPage(view);
    await enter(page, app.url, app.credentials.users.owner);
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.getByRole('option').first().waitFor();
    await expectSound(page, view, 'palette');
    const field = page.getByRole('combobox', { name: 'Find anything' });
    await field.fill('invitations');
    await page.getByRole('option', { name: 'Invitations Demo Company' }).waitFor();
    await field.fill('stripe');
    await page.getByRole('group', { name: 'Tools' }).getByRole('option', { name: 'Stripe', exact: true }).waitFor();
    await expectSound(page, view, 'palette-tools');
    await field.fill('zorbly frumious');
    await page.getByText('Nothing matches.').waitFor();
    await expectSound(page, view, 'palette-nothing');
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('finding by the keyboard alone', () => {
  it('leads to a page, and to a project by a part of its name', async () => {
    const builder = await makeBuilder(app);
    await draftByAgent(app, builder, { title: 'Lighthouse keeper' });
    const { page, close } = await openPage();
    await enter(page, app.url, builder.person);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('/');
    const outline = `getComputedStyle(document.querySelector('[role=dialog] > :first-child')).outlineStyle`;
    await expect.poll(() => page.evaluate<string>(outline)).toBe('solid');
    await page.keyboard.type('tok');
    await page.getByRole('option', { name: /^Tokens/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('lighthouse');
    await page.getByRole('option', { name: 'Lighthouse keeper' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lighthouse keeper' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  it('offers what the user may open, and no page of another’s', async () => {
    const builder = await makeBuilder(app);
    const { page, close } = await openPage();
    await enter(page, app.url, builder.person);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('Control+k');
    const found = page.getByRole('option');
    await found.filter({ hasText: 'Projects' }).waitFor();
    for (const words of ['demo company', 'queue', 'audit log', 'invitations']) {
      await page.getByRole('combobox').fill(words);
      await page
        .getByText('Nothing matches.')
        .or(page.getByRole('group', { name: 'Tools' }))
        .first()
        .waitFor();
      expect(await page.getByRole('group', { name: /Pages|Organizations/ }).count()).toBe(0);
    }
    await close();
  });

  it('lists the keys of a page, walks its rows, and steps from record to record', async () => {
    const builder = await makeBuilder(app);
    for (const title of ['First', 'Second', 'Third']) await draftByAgent(app, builder, { title });
    const { page, close } = await openPage();
    await signIn(page, app.url, builder.person);
    await visit(page, app.url, '/me/projects?sort=title', 'Projects');
    await page.getByRole('link', { name: 'First' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys of this page' });
    for (const act of ['Next row', 'Open the row', 'Find anything']) await keys.getByText(act).first().waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    for (const key of ['j', 'j', 'o']) await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
    await close();
  });

  it('begins acts with what was typed for them, and opens an event by its id', async () => {
    const { page, close } = await openPage();
    await enter(page, app.url, app.credentials.users.owner);
    const act = async (typed: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find anything' }).fill(typed);
      await page.getByRole('group', { name: 'Acts' }).getByRole('option', { name: option }).waitFor();
      await page.keyboard.press('Enter');
    };
    await act('invite ada@example.com', /^Invite ada@example.com/);
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('ada@example.com');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await act('create token Laptop', /^Create token “Laptop”/);
    await expect.poll(() => page.getByLabel('Name', { exact: false }).first().inputValue()).toBe('Laptop');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await act('set a b', /^Set a budget/);
    await page.getByRole('dialog').getByLabel('Amount a month').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await act('evt_01890a5d-ac96-774b-bcce-b302099a8057', /^Open event/);
    await expect.poll(() => page.url()).toContain('/events?event=evt_01890a5d-ac96-774b-bcce-b302099a8057');
    await close();
  });
});
