import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn as signInForCookie } from '../setup/ask.js';
import { linkSentTo } from '../setup/people.js';
import { inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser('coming in', () => {
  it('says that address or password is wrong without saying which, with a request id to copy', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/admin/`);
    await page.getByLabel('E-mail').fill(app.credentials.users.owner.email);
    await page.locator('input[type=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByRole('button', { name: /^Copy request id/ }).waitFor();
    await close();
  });

  it('says how long to wait after too many tries', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_SCALE: '1' } });
    const person = { email: strict.credentials.users.owner.email, password: 'not the password' };
    const tries = Array.from({ length: 10 }, () =>
      ask(`${strict.url}/api/auth/sign-in/email`, { body: person, headers: { origin: strict.url } }),
    );
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(10).fill(401));
    const { page, close } = await openPage();
    await page.goto(`${strict.url}/admin/`);
    await page.getByLabel('E-mail').fill(person.email);
    await page.locator('input[type=password]').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText(/Wait \d+ seconds, then try again/)
      .waitFor();
    await close();
    await strict.close();
  });

  it('takes a new person from an account to the first step of an organization', async () => {
    const { page, complaints, close } = await openPage();
    await page.goto(`${app.url}/admin/#/login?account=new`);
    await page.getByLabel('Your name').fill('New Person');
    await page.getByLabel('E-mail').fill('new.person@company.example');
    await page.locator('input[type=password]').fill('a long password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Verify your address.').waitFor();
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByText('It is sent again.').waitFor();
    await page.getByRole('heading', { name: 'Create your organization' }).waitFor();
    await page.getByLabel('Name').fill('New Company');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('heading', { level: 1, name: 'Get started' }).waitFor();
    await page.getByLabel('Product id').fill('new-product');
    await page.getByLabel('Name', { exact: false }).last().fill('New Product');
    await page.getByRole('button', { name: 'Create product' }).click();
    await page.getByText('New Product, with the id new-product.').waitFor();
    await page.getByText('No key is created yet.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('takes the reader of an invitation through signing up and verifying to the organization that they join', async () => {
    const { organizationId, users } = app.credentials;
    const email = 'invited@people.example';
    const invited = await askGraphql(
      app,
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }',
      { input: { organizationId, email, role: 'member' } },
      { cookie: await signInForCookie(app, users.owner) },
    );
    expect(invited.errors).toEqual([]);
    const { page, complaints, close } = await openPage();
    await page.goto(await linkSentTo(app, email));
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page
      .getByText(/invites you to join Demo Company as member\. Use the address invited@people\.example/)
      .waitFor();
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create account' }).waitFor();
    await page.getByText(/invites you to join Demo Company as member/).waitFor();
    await page.getByLabel('Your name').fill('Invited Person');
    await page.getByLabel('E-mail').fill(email);
    await page.locator('input[type=password]').fill('an unusual long passphrase');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Join an organization' }).waitFor();
    await page.getByText('First open the link that was sent to this address').waitFor();
    await page.goto(await linkSentTo(app, email));
    await page.getByRole('heading', { level: 1, name: 'Join an organization' }).waitFor();
    await page.getByText(/invites you to join Demo Company as member/).waitFor();
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.waitForURL(`${app.url}/admin/#/o/${organizationId}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('goes back to the page that was asked for after signing in, and leaves nothing open after signing out', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/admin/#/o/${app.credentials.organizationId}/team`);
    await page.getByLabel('E-mail').fill(app.credentials.users.owner.email);
    await page.locator('input[type=password]').fill(app.credentials.users.owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
    await page.getByRole('button', { name: /owner@demo\.example/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto(`${app.url}/admin/#/o/${app.credentials.organizationId}/settings/tracking-keys`);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await close();
  });

  it('shows a member what is there and no act that would be refused', async () => {
    const { owner, builder } = app.credentials.users;
    const { organizationId } = app.credentials;
    const invited = await askGraphql<{ inviteMember: { id: string } }>(
      app,
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }',
      { input: { organizationId, email: builder.email, role: 'member' } },
      { cookie: await signInForCookie(app, owner) },
    );
    await askGraphql(
      app,
      'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { id } }',
      { input: { invitationId: invited.data?.inviteMember.id } },
      { cookie: await signInForCookie(app, builder) },
    );
    const { page, close } = await openPage();
    await signIn(page, app.url, builder);
    await visit(page, app.url, `/o/${organizationId}/keys`, 'Keys');
    await page.getByRole('cell', { name: 'Demo key' }).first().waitFor();
    expect(await page.getByRole('button', { name: /\b(Create|Revoke)\b/ }).count()).toBe(0);
    await visit(page, app.url, `/o/${organizationId}/products`, 'Products');
    expect(await page.getByRole('link', { name: 'Create product' }).count()).toBe(0);
    await close();
  });

  it('shows nothing of an organization that the person is not in', async () => {
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, `/o/${app.credentials.organizationId}/keys`, 'There is no such page');
    expect(await page.getByText('Demo key').count()).toBe(0);
    await close();
  });
});
