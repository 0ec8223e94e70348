import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn as signInForCookie } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { codeOf, enroll } from '../setup/factors.js';
import { giveRole, linkSentTo, makeCompany, makePerson } from '../setup/people.js';
import { enter, expectSound, inBrowser, NARROWEST, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser('a person', () => {
  it('changes name, address and password, ends other sessions, and closes the account', async () => {
    const person = await makePerson(app);
    const { page, complaints, close } = await openPage();
    await enter(page, app.url, person);
    await page
      .getByRole('button', { name: /A Person/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Profile' }).waitFor(); // the page before has a field of that name too
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed Person');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Your name is saved.').waitFor();
    await page
      .getByRole('button', { name: /Renamed Person/ })
      .first()
      .waitFor();

    await page.getByLabel('New address').fill(`new-${person.email}`);
    await page.getByRole('textbox', { name: 'Current password' }).first().fill('wrong password');
    await page.getByRole('button', { name: 'Send link' }).click();
    // The refused field has the focus: that it is refused is read out.
    const refused = page.getByRole('alert').getByText('The current password is wrong', { exact: true });
    await refused.waitFor();
    await page.getByText('1 field needs correction.').waitFor();
    await page.getByRole('textbox', { name: 'Current password' }).first().fill(person.password);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(/A link was sent to/).waitFor();
    await expect.poll(() => page.locator(':focus').textContent()).toContain('A link was sent to');
    await page.goto(await linkSentTo(app, `new-${person.email}`));
    await page.getByRole('button', { name: 'Use new address' }).click();
    await page.getByText(`You sign in with new-${person.email} from now on.`).waitFor();

    await signInForCookie(app, { email: `new-${person.email}`, password: person.password });
    await visit(page, app.url, '/me/profile?again', 'Profile');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: /^Sign out / }).count()).toBe(0);
    const sessions = page.getByRole('region', { name: 'Sessions', exact: true });
    await expect.poll(() => sessions.locator(':focus').count()).toBe(1);
    const covered = () =>
      page.evaluate<number>(`scrollTo(0, document.body.scrollHeight),
        [...document.querySelectorAll('main button')].at(-1).getBoundingClientRect().bottom -
        document.querySelector('.MuiSnackbar-root').getBoundingClientRect().top`);
    await page.getByText(/sessions? ended$/i).waitFor();
    expect(await covered()).toBeLessThan(0);

    await page.getByRole('button', { name: 'Close account…' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Current password').fill('wrong password');
    const act = page.getByRole('button', { name: 'Close account', exact: true });
    await act.press('Enter');
    await page.getByText('the current password is wrong').waitFor();
    await expect.poll(() => act.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('dialog').getByLabel('Current password').fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByText('Your account is closed.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('a person with an authenticator app', () => {
  it('sets it up, keeps the recovery codes, and signs in with each of the two', async () => {
    const person = await makePerson(app);
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me/profile', 'Profile');
    const section = page.getByRole('region', { name: 'Second factor', exact: true });
    await section.getByRole('textbox', { name: 'Current password' }).fill(person.password);
    await section.getByRole('button', { name: 'Set up' }).click();
    await section.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = /\b[A-Z2-7]{32}\b/.exec(await section.innerText())?.[0] ?? '';
    const codeIn = (steps: number): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: app.clock.now().getTime() + steps * 30_000,
      });
    await section.getByRole('textbox', { name: 'Code' }).fill(codeIn(-1));
    await section.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Recovery codes').first().waitFor();
    const [recovery = ''] = /\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3,}\b/.exec(await dialog.innerText()) ?? [];
    expect(recovery).not.toBe('');
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await section.getByText('10 recovery codes are left').waitFor();
    for (const code of [codeIn(0), recovery]) {
      await page.context().clearCookies();
      await page.goto(`${app.url}/admin/?again=${code}`);
      await page.getByLabel('E-mail').fill(person.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('textbox', { name: 'Code' }).fill(code);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page
        .getByRole('button', { name: /A Person/ })
        .first()
        .waitFor();
    }
    await visit(page, app.url, '/me/profile', 'Profile');
    await section.getByText('9 recovery codes are left').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('an owner', () => {
  it('names the organization, sets its domain, and changes and removes a member, as the audit log shows', async () => {
    const company = await makeCompany(app);
    const colleague = await makePerson(app);
    await giveRole(app, company.organizationId, colleague, 'member');
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/settings`, 'Organization');
    await page.getByLabel('Name').fill('Renamed Company');
    await page.getByLabel('Domain').fill('renamed.example');
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    const warning = page.getByRole('dialog', { name: 'Leave without saving?' });
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => warning.count()).toBe(0);
    await expect.poll(() => page.getByLabel('Domain').inputValue()).toBe('renamed.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The organization is saved.').waitFor();
    await page.getByText('not verified').waitFor();
    await page.getByText(/^Publish this text/).waitFor();
    await page.getByRole('button', { name: 'Verify domain' }).click();
    await page
      .getByText(/The challenge could not be read/)
      .first()
      .waitFor();
    const verify = await page.getByRole('button', { name: 'Verify domain' }).boundingBox();
    expect(verify && verify.y >= 0 && verify.y + verify.height <= 800).toBe(true);

    await visit(page, app.url, `/o/${company.organizationId}/settings/members`, 'Team');
    await page
      .getByRole('row', { name: colleague.email })
      .getByRole('button', { name: /^Change role/ })
      .click();
    await page.getByRole('dialog').getByLabel('Role').click();
    await page.getByRole('option', { name: /^admin/ }).click();
    await page.getByRole('button', { name: 'Change role', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('A Person is now an admin.').waitFor();
    await page.getByRole('row', { name: colleague.email }).getByRole('cell', { name: 'admin', exact: true }).waitFor();
    await page
      .getByRole('row', { name: colleague.email })
      .getByRole('button', { name: /^Remove/ })
      .press('Enter');
    await page.getByRole('button', { name: 'Remove person' }).press('Enter');
    await expect.poll(() => page.getByText(colleague.email).count()).toBe(0);
    // The row that had the focus is gone: it is on the row beside it.
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Change role…');

    await visit(page, app.url, `/o/${company.organizationId}/settings/audit-entries`, 'Audit log');
    for (const action of ['Member removed', 'Member role changed', 'Organization updated'])
      await page.getByRole('cell', { name: action }).first().waitFor();
    const row = page.getByRole('row', { name: /Member removed/ });
    await row.getByText('A Person').waitFor();
    await row.click();
    const entry = page.getByRole('region', { name: 'Member removed' });
    await entry.getByText(company.owner.id).waitFor();
    await entry.getByText('member.remove', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('walks by single keys between the acts of a list whose rows lead nowhere', async () => {
    const company = await makeCompany(app);
    const colleague = await makePerson(app);
    await giveRole(app, company.organizationId, colleague, 'member');
    const { page, close } = await openPage();
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/settings/members`, 'Team');
    await page.getByRole('row', { name: colleague.email }).waitFor();
    const focusedIn = () =>
      page.locator('[data-record]').evaluateAll((rows) => rows.findIndex((row) => row.matches(':focus-within')));
    const places: number[] = [];
    for (const key of ['j', 'j', 'Tab', 'k', 'o']) {
      await page.keyboard.press(key);
      places.push(await focusedIn());
    }
    expect(places).toEqual([0, 1, 1, 0, 0]);
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Change role…');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  it('reads on a phone the whole of what each role may do', async () => {
    const company = await makeCompany(app);
    const { page, close } = await openPage(NARROWEST);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/settings/members`, 'Team');
    await page.getByRole('button', { name: /^Change role/ }).press('Enter');
    await page.getByRole('dialog').getByLabel('Role').press('Enter');
    await page.getByRole('option', { name: /^admin/ }).waitFor();
    const cutOff = await page
      .getByRole('option')
      .evaluateAll((options) => options.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(cutOff).toBe(0);
    await close();
  });
});

inBrowser.each(VIEWS)('a person of whom a second factor is required, $theme, $width pixels wide', (view) => {
  it('sees its enrolment and nothing else, and everything once the codes are stored', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, owner);
    await visit(page, app.url, `/o/${organizationId}/settings/security`, 'Security');
    await expectSound(page, view, 'security');
    await page.getByLabel('Required of').click();
    await page.getByRole('option', { name: 'everyone' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
    await page.goto(`${app.url}/admin/#/directory`);
    await page.goto(`${app.url}/admin/#/o/${organizationId}/products`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
    await page.getByText('A Company requires one.').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('link').count()).toBe(0);
    await expectSound(page, view, 'enroll-first');
    await page.getByRole('textbox', { name: 'Current password' }).fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = /\b[A-Z2-7]{32}\b/.exec(await page.locator('main').innerText())?.[0] ?? '';
    await expectSound(page, view, 'enroll-secret');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(app, secret));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser.each(VIEWS)('a colleague who lost a second factor, $theme, $width pixels wide', (view) => {
  it('gets it reset by two admins, and keeps it by the link of a letter', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const [admin, lost] = [await makePerson(app), await makePerson(app)];
    await giveRole(app, organizationId, admin, 'admin');
    await giveRole(app, organizationId, lost, 'member');
    await query(app.databaseUrl, `update auth."user" set name = 'Lena Lost' where id = $1`, [lost.id.slice(4)]);
    await enroll(app, lost);
    const address = `/o/${organizationId}/settings/security`;
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, admin);
    await visit(page, app.url, address, 'Security');
    await page.getByRole('button', { name: 'Reset factor of Lena Lost' }).press('Enter');
    await page.getByRole('textbox', { name: 'Reason' }).fill('The phone fell into the lake.');
    await page.getByRole('button', { name: 'Ask for the reset' }).press('Enter');
    await page.getByText('waits for another admin').first().waitFor();
    await page.context().clearCookies();
    await signIn(page, app.url, owner);
    await visit(page, app.url, `${address}?again`, 'Security');
    await page.getByRole('button', { name: 'Confirm reset of Lena Lost' }).press('Enter');
    await page.getByRole('button', { name: 'Confirm reset', exact: true }).press('Enter');
    await page.getByText('confirmed by A Person').first().waitFor();
    await expectSound(page, view, 'security-resets');
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(await linkSentTo(app, lost.email));
    await page.getByRole('heading', { level: 1, name: 'Keep your second factor' }).waitFor();
    await expectSound(page, view, 'factor-reset');
    await page.getByRole('button', { name: 'Object' }).press('Enter');
    await page.getByText('The reset is stopped.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
