import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { giveRole, linkSentTo, makeCompany, makePerson, type Person } from '../setup/people.js';
import { EACH_VIEW, enter, expectSound, inBrowser, openPage, signIn, type Visit, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const isVerified = async ({ id }: Person): Promise<boolean> => {
  const [row] = await query<{ emailVerified: boolean }>(
    app.databaseUrl,
    'select "emailVerified" from auth."user" where id = $1',
    [id.slice(4)],
  );
  return row?.emailVerified ?? false;
};
const heading = ({ page }: Visit, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const type = ({ page }: Visit, password: string) => page.locator('input[type=password]').fill(password);

inBrowser('the link that verifies an address', () => {
  it('asks for the password of the account where no one is signed in, and verifies then', async () => {
    const person = await makePerson(app, { verified: false });
    const tab = await openPage();
    await tab.page.goto(await linkSentTo(app, person.email));
    await heading(tab, 'Verify your address');
    await tab.page.getByText(person.email).waitFor();
    await type(tab, 'not the password');
    await tab.page.getByRole('button', { name: 'Verify address' }).click();
    await tab.page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(await isVerified(person)).toBe(false);
    await type(tab, person.password);
    await tab.page.getByRole('button', { name: 'Verify address' }).click();
    await expect.poll(() => isVerified(person)).toBe(true);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  it('verifies at once in the browser that made the account', async () => {
    const tab = await openPage();
    await tab.page.goto(`${app.url}/admin/#/login?account=new`);
    await tab.page.getByLabel('Your name').fill('New Person');
    await tab.page.getByLabel('E-mail').fill('at-once@people.example');
    await type(tab, 'a long password');
    await tab.page.getByRole('button', { name: 'Create account' }).click();
    await tab.page.getByText('Verify your address.').waitFor();
    await tab.page.goto(await linkSentTo(app, 'at-once@people.example'));
    await heading(tab, 'Home');
    expect(await tab.page.getByText('Verify your address.').count()).toBe(0);
    await tab.close();
  });

  it('says so when it doesn’t work any more', async () => {
    const person = await makePerson(app, { verified: false });
    const link = new URL(await linkSentTo(app, person.email));
    link.searchParams.set('token', `${link.searchParams.get('token')?.slice(0, -4)}AAAA`);
    const tab = await openPage();
    await tab.page.goto(link.toString());
    await heading(tab, "This link doesn't work any more");
    await tab.close();
  });
});

inBrowser('a forgotten password', () => {
  it('is replaced by the link of a letter, with which the owner takes an account that another user made', async () => {
    const person = await makePerson(app, { verified: false });
    const tab = await openPage();
    await tab.page.goto(`${app.url}/admin/`);
    await tab.page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(tab, 'Reset your password');
    await tab.page.getByLabel('E-mail').fill(person.email);
    await tab.page.getByRole('button', { name: 'Send link' }).click();
    await tab.page.getByText('a letter with a link is on its way').waitFor();
    const focused = () => tab.page.locator(':focus').textContent();
    await expect.poll(focused).toContain('a letter with a link is on its way');

    const link = await linkSentTo(app, person.email);
    await tab.page.goto(link);
    await heading(tab, 'Set a new password');
    await type(tab, 'short');
    await tab.page.getByRole('button', { name: 'Set password' }).click();
    await tab.page.getByRole('alert').getByText('Must be 8 characters at least').waitFor();
    await type(tab, 'the owner’s own');
    await tab.page.getByRole('button', { name: 'Set password' }).click();
    await tab.page.getByText('Your new password is set').waitFor();
    await expect.poll(focused).toContain('Your new password is set');
    expect(await isVerified(person)).toBe(true);
    await tab.page.getByRole('link', { name: 'Sign in' }).click();
    await enter(tab.page, app.url, { email: person.email, password: 'the owner’s own' });

    const again = await openPage();
    await again.page.goto(link);
    await type(again, 'another password');
    await again.page.getByRole('button', { name: 'Set password' }).click();
    await again.page.getByText('This link is not valid any more.').first().waitFor();
    await again.page.getByRole('link', { name: 'Send another link' }).click();
    await heading(again, 'Reset your password');
    expect([...tab.complaints, ...again.complaints]).toEqual([]);
    await tab.close();
    await again.close();
  });
});

inBrowser('invitations', () => {
  it('are sent, seen and revoked by an admin, and accepted by the page of the letter', async () => {
    const company = await makeCompany(app);
    const [admin, guest] = [await makePerson(app), await makePerson(app)];
    await giveRole(app, company.organizationId, admin, 'admin');
    const tab = await openPage();
    await signIn(tab.page, app.url, admin);
    await visit(tab.page, app.url, `/o/${company.organizationId}/settings/invitations`, 'Invitations');
    await tab.page.getByText('Open invitations will be listed here').waitFor();
    for (const address of ['not.yet@people.example', guest.email]) {
      await tab.page.getByRole('button', { name: 'Invite person' }).click();
      await tab.page.getByLabel('E-mail').fill(address);
      await tab.page.getByRole('button', { name: 'Send invitation' }).click();
      await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await tab.page.getByRole('button', { name: 'Revoke the invitation of not.yet@people.example' }).click();
    await tab.page.getByRole('button', { name: 'Revoke invitation', exact: true }).click();
    await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => tab.page.getByRole('cell', { name: 'not.yet@people.example' }).count()).toBe(0);
    await tab.page.getByRole('button', { name: 'All', exact: true }).click();
    await tab.page.getByRole('row', { name: /^not\.yet@people\.example revoked/ }).waitFor();

    const invited = await openPage();
    const link = await linkSentTo(app, guest.email);
    await invited.page.goto(link);
    await invited.page.getByLabel('E-mail').fill(guest.email);
    await type(invited, guest.password);
    await invited.page.getByRole('button', { name: 'Sign in' }).click();
    await heading(invited, 'Join an organization');
    await invited.page.getByRole('button', { name: 'Accept invitation' }).click();
    await invited.page.waitForURL((url) => url.hash.startsWith(`#/o/${company.organizationId}`));
    await visit(invited.page, app.url, `/o/${company.organizationId}/settings/members`, 'Team');
    await invited.page.getByRole('cell', { name: guest.email }).waitFor();
    expect(await invited.page.getByRole('button', { name: 'Invite person' }).count()).toBe(0);

    await invited.page.goto(link);
    await invited.page.getByRole('button', { name: 'Accept invitation' }).click();
    await invited.page.getByText('There is no such invitation for your address').first().waitFor();
    expect([...tab.complaints, ...invited.complaints]).toEqual([]);
    await tab.close();
    await invited.close();
  });
});

inBrowser.each(EACH_VIEW)('the pages of an account, $theme, $width pixels wide', (view) => {
  it('have no barrier, one h1 and nothing to scroll sideways', async () => {
    const { page, complaints, close } = await openPage(view);
    const person = await makePerson(app, { verified: false });
    const at = async (name: string, address: string, title: string) => {
      await page.goto(`${app.url}/admin/#/login?account=${address}`);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await expectSound(page, view, name);
    };
    await at('forgot', 'forgot', 'Reset your password');
    await page.getByLabel('E-mail').fill('nobody@people.example');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('a letter with a link is on its way').waitFor();
    await expectSound(page, view, 'forgot-sent');
    await at('reset', 'reset&token=none', 'Set a new password');
    await type({ page, complaints, close }, 'long enough');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('This link is not valid any more.').first().waitFor();
    await expectSound(page, view, 'reset-refused');
    await at('verify', `verify&token=x&email=${person.email}`, 'Verify your address');
    await at('verify-expired', 'verify', "This link doesn't work any more");

    const company = await makeCompany(app);
    for (const [email, role] of [
      ['a.colleague@people.example', 'member'],
      ['somebody.with.a.long.address@a-long-name-of-a-company.example', 'owner'],
    ])
      await askGraphql(
        app,
        'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }',
        { input: { organizationId: company.organizationId, email, role } },
        company.owner,
      );
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/settings/members`, 'Team');
    await page.getByRole('link', { name: 'Team', exact: true }).waitFor();
    await expectSound(page, view, 'team');
    await visit(page, app.url, `/o/${company.organizationId}/settings/invitations`, 'Invitations');
    await page.getByText('a.colleague@people.example').waitFor();
    await expectSound(page, view, 'invitations');
    await page.getByRole('button', { name: 'Invite person' }).click();
    await page.getByLabel('E-mail').fill('new@people.example');
    await expectSound(page, view, 'team-invite');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation of a.colleague@people.example' }).click();
    await page.getByRole('button', { name: 'Revoke invitation', exact: true }).waitFor();
    await expectSound(page, view, 'team-revoke');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await visit(page, app.url, '/invitations/inv_00000000-0000-7000-8000-000000000000', 'Join an organization');
    await expectSound(page, view, 'invitation');
    expect(complaints).toEqual([]);
    await close();
  });
});
