import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn as signInForCookie } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeCompany, makePerson, type Person } from '../setup/people.js';
import { draftByAgent, makeBuilder, readStored } from '../setup/projects.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Ends every session of a person, as its time or a new password does. */
const endSessions = (person: Person, at = app) =>
  query(at.databaseUrl, 'delete from auth.session where "userId" = $1', [person.id.slice(4)]);
const sessionsOf = async (person: Person): Promise<number> =>
  (await query(app.databaseUrl, 'select 1 from auth.session where "userId" = $1', [person.id.slice(4)])).length;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
/** Asks before a form with unsaved changes is left. */
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const password = (page: Page) => dialog(page).getByRole('textbox', { name: 'Password' });
const signInAgain = async (page: Page, text: string) => {
  await password(page).fill(text);
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
};
/** Coming back to the tab asks again, once the last answer is no longer fresh. */
const comeBack = (page: Page) =>
  page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
/** Leaves the same in the browser as another tab that signs in. */
async function signInElsewhere(page: Page, person: Person): Promise<void> {
  const [name = '', ...value] = ((await signInForCookie(app, person)).split(';')[0] ?? '').split('=');
  await page.context().addCookies([{ name, value: value.join('='), url: app.url, httpOnly: true, sameSite: 'Lax' }]);
}
const fillProject = async (page: Page) => {
  await visit(page, app.url, '/me/projects/new', 'Create project');
  await page.getByLabel('Title').fill('Own shop');
  await page.getByRole('textbox', { name: 'Summary' }).fill('A shop of my own.');
};
const titlesOf = async (person: Person): Promise<string[]> => {
  const rows = await query<{ title: string }>(
    app.databaseUrl,
    `select content->>'title' as title from project where user_id = $1 order by id`,
    [person.id.slice(4)],
  );
  return rows.map(({ title }) => title);
};

inBrowser.each(VIEWS)('a session that ended in mid-form, $theme, $width pixels wide', (view) => {
  it('is asked for in a dialog that says what is wrong, and the form is saved with what was typed', async () => {
    const person = await makePerson(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, person);
    await fillProject(page);
    await endSessions(person);
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await dialog(page).waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('password');
    expect(await dialog(page).getByLabel('E-mail').inputValue()).toBe(person.email);
    expect(await dialog(page).getByLabel('E-mail').isEditable()).toBe(false);
    await expectSound(page, view, 'session-end');
    await signInAgain(page, 'not the password');
    await dialog(page).getByRole('alert').getByText('The password is wrong.', { exact: true }).waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('password');
    await expectSound(page, view, 'session-end-refused');
    expect(await titlesOf(person)).toEqual([]);
    await password(page).fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Own shop' }).waitFor();
    await page.getByText('A shop of my own.').first().waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(await titlesOf(person)).toEqual(['Own shop']);
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('a session that ended', () => {
  it('holds a decision up, which is taken once afterwards', async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder);
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, builder.person);
    await visit(page, app.url, `/me/projects/${draft.id}`, draft.title);
    const sent: string[] = [];
    page.on('request', (request) => {
      const text = request.postData() ?? '';
      if (/mutation ApproveProject/.test(text)) sent.push(text);
    });
    await page.getByRole('button', { name: 'Approve revision 1…' }).press('Enter');
    const decision = page.getByRole('dialog', { name: /^Approve/ });
    await decision.waitFor();
    await endSessions(builder.person);
    await decision.getByRole('button', { name: 'Approve revision 1' }).press('Enter');
    await dialog(page).waitFor();
    expect((await readStored(app, builder, draft)).status).toBe('DRAFT');
    await signInAgain(page, builder.person.password);
    await page.getByText('is approved and not public').waitFor();
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Publish…');
    expect((await readStored(app, builder, draft)).status).toBe('APPROVED');
    expect(new Set(sent).size).toBe(1);
    expect(sent).toHaveLength(2);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is asked for before an upload, whose file is sent once more', async () => {
    const company = await makeCompany(app);
    const { page, close } = await openPage();
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/csv-imports/create`, 'Import file');
    const buffer = Buffer.from('User ID,Event,Time,Event ID\ndev_1,FIRST_API_CALL,2026-10-01T00:00:00Z,r-1\n');
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'before.csv', mimeType: 'text/csv', buffer });
    await endSessions(company.owner);
    await page.getByRole('button', { name: 'Upload file' }).click();
    await signInAgain(page, company.owner.password);
    await page.getByRole('heading', { level: 1, name: 'before.csv' }).waitFor();
    await close();
  });

  it('leads to the sign-in page by Escape, after the form has asked, and from there back', async () => {
    const person = await makePerson(app);
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, person);
    await fillProject(page);
    await endSessions(person);
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await password(page).waitFor();
    for (const answer of ['Cancel', 'Leave this page'] as const) {
      await password(page).press('Escape');
      await question(page).getByRole('button', { name: answer }).click();
      await question(page).waitFor({ state: 'detached' });
      if (answer === 'Cancel') expect(await page.getByLabel('Title').inputValue()).toBe('Own shop');
    }
    await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor();
    expect(await titlesOf(person)).toEqual([]);
    await page.getByLabel('E-mail').fill(person.email);
    await page.locator('input[type=password]').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create project' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('is noticed on coming back to the tab, and signing in in another one is enough', async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder);
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, builder.person);
    await visit(page, app.url, `/me/projects/${draft.id}/edit`, `Edit ${draft.title}`);
    await page.getByLabel('Title').fill('Typed by then');
    await endSessions(builder.person);
    const noticed = async () => {
      await comeBack(page);
      return dialog(page).count();
    };
    await expect.poll(noticed).toBe(1);
    await signInElsewhere(page, builder.person);
    await comeBack(page);
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').inputValue()).toBe('Typed by then');
    await page.getByRole('button', { name: 'Save as revision 2' }).click();
    await page.getByRole('heading', { level: 1, name: 'Typed by then' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps the form from another user who signs in in the same browser', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    const { page, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me/profile', 'Profile');
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed by the first');
    await endSessions(person);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog(page).waitFor();
    await signInElsewhere(page, other);
    const before = await sessionsOf(other);
    // A form that asks before it is left stands under the dialog as long as it stays.
    for (const answer of ['Cancel', 'Leave this page'] as const) {
      await comeBack(page);
      await question(page).getByRole('button', { name: answer }).click();
      await question(page).waitFor({ state: 'detached' });
      if (answer === 'Cancel') await password(page).waitFor();
    }
    await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor();
    await page.getByText('Another account is signed in in this browser.').waitFor();
    const names = await query(app.databaseUrl, `select 1 from auth."user" where name = 'Typed by the first'`);
    expect([names.length, await sessionsOf(other)]).toEqual([0, before]);
    await close();
  });

  it('is not asked for where the person signs out', async () => {
    const person = await makePerson(app);
    const { page, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me/profile', 'Profile');
    await endSessions(person);
    await page
      .getByRole('button', { name: /A Person/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    await close();
  });

  it('says how long to wait after too many tries', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_SCALE: '1' } });
    const person = await makePerson(strict);
    const { page, close } = await openPage();
    await signIn(page, strict.url, person);
    await visit(page, strict.url, '/me/profile', 'Profile');
    await endSessions(person, strict);
    const body = { email: person.email, password: 'not the password' };
    const tries = Array.from({ length: 10 }, () =>
      ask(`${strict.url}/api/auth/sign-in/email`, { body, headers: { origin: strict.url } }),
    );
    await Promise.all(tries);
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await signInAgain(page, person.password);
    await dialog(page)
      .getByText(/Wait \d+ seconds, then try again/)
      .waitFor();
    await close();
    await strict.close();
  });
});
