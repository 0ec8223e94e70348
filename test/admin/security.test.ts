import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { codeOf, enroll, setPolicy } from '../setup/factors.js';
import { startIdentityProvider, type TestProvider } from '../setup/identity-provider.js';
import { giveRole, makePerson } from '../setup/people.js';
import { changeSignOn, makeDomainOwner, makeSignOnCompany, signOn } from '../setup/single-sign-on.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
  app = await startApp({ host: 'localhost', env: { OUTBOUND_ALLOW: provider.host } });
});
afterAll(() => Promise.all([app.close(), provider.close()]));

async function addAuthenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  return cdp;
}

/** The fields of the page's forms that take something of an account, as a password manager reads them, in their order. */
const fieldsOf = (page: Page): Promise<string[]> =>
  page
    .locator('form input:not([type=search])')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete') ?? ''));
const setName = (id: string, name: string) =>
  query(app.databaseUrl, 'update auth."user" set name = $1 where id = $2', [name, id.slice(4)]);
async function addressOf(id: string, domain: string): Promise<string> {
  const email = `person-${randomUUID()}@${domain}`;
  await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, id.slice(4)]);
  return email;
}
const cookiesOf = (cookie: string) =>
  cookie.split('; ').map((pair) => ({
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    url: app.url,
  }));
const fillProject = async (page: Page) => {
  await visit(page, app.url, '/me/projects/new', 'Create project');
  await page.getByLabel('Title').fill('Own shop');
};

inBrowser.each(VIEWS)('before sign-in, $theme, $width pixels wide', (view) => {
  it('names the purpose of each field, and every page is sound', async () => {
    const { page, complaints, close } = await openPage(view);
    const pages = [
      ['sign-in', '', 'Sign in', ['username webauthn', 'current-password']],
      ['sign-up', '?account=new', 'Create account', ['name', 'username', 'new-password']],
      ['forgot', '?account=forgot', null, ['username']],
      ['reset-password', '?account=reset&token=abc', null, ['new-password']],
      ['verify', '?account=verify&email=a%40people.example&token=abc', null, ['username', 'current-password']],
      ['single-sign-on', '?account=sso', 'Single sign-on', ['username']],
      ['code', '?account=code&factors=app&next=%2Fadmin%2F', 'Enter a code', ['one-time-code']],
      ['code-passkey', '?account=code&factors=app,passkey', 'Enter a code', ['one-time-code']],
      ['recovery', '?account=code&factors=passkey', 'Second step', ['one-time-code']],
    ] as const;
    for (const [name, search, heading, fields] of pages) {
      await page.goto(`${app.url}/admin/?${name}#/login${search}`);
      await page.getByRole('heading', { level: 1, ...(heading ? { name: heading } : {}) }).waitFor();
      await expect.poll(async () => [name, ...(await fieldsOf(page))]).toEqual([name, ...fields]);
      await expectSound(page, view, `before-${name}`);
    }
    for (const problem of ['taken', 'unproven']) {
      await page.goto(`${app.url}/admin/?${problem}#/login?account=sso&problem=${problem}`);
      await page.getByRole('alert').waitFor();
      await expectSound(page, view, `before-sso-${problem}`);
    }
    await page.goto(`${app.url}/admin/?proven#/login?account=proven`);
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor();
    await expectSound(page, view, 'before-proven');
    expect(complaints).toEqual([]);
    await close();
  });
});

// Each view by itself: a list below an open dialog takes its form as the page is opened.
inBrowser.each(EACH_VIEW)('the security of a person, $theme, $width pixels wide', (view) => {
  it('is sound from the first passkey to the last, by keyboard, and keeps what was typed', async () => {
    const person = await makePerson(app);
    const { page, complaints } = await openPage(view, { unused: true });
    const cdp = await addAuthenticator(page);
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me/profile', 'Profile');
    const section = page.getByRole('region', { name: 'Second factor', exact: true });
    await expectSound(page, view, 'person-none');
    const hidden = await page
      .locator('input[name=username][hidden]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(hidden).toEqual(Array(4).fill(person.email));

    await section.getByRole('textbox', { name: 'Current password' }).last().fill(person.password);
    await page.keyboard.press('Enter');
    await section.getByRole('img', { name: /QR code/ }).waitFor();
    await expectSound(page, view, 'person-qr');
    const secret = /\b[A-Z2-7]{32}\b/.exec(await section.innerText())?.[0] ?? '';
    const code = section.getByRole('textbox', { name: 'Code' });
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('this code is wrong or was used before').waitFor();
    await expectSound(page, view, 'person-wrong-code');
    await code.fill(codeOf(app, secret));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.waitFor();
    await expectSound(page, view, 'person-recovery');
    await page.keyboard.press('Escape');
    await codes.waitFor(); // it can't be closed by accident
    const download = page.waitForEvent('download');
    await codes.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('dai-recovery-codes.txt');
    await codes.getByRole('button', { name: 'I have stored it' }).press('Enter');
    await section.getByText('10 recovery codes are left').waitFor();

    await section.getByLabel('Label').fill('Phone');
    await page.keyboard.press('Enter');
    await section.getByRole('button', { name: 'Rename Phone' }).waitFor();
    await section.getByRole('button', { name: 'Rename Phone' }).press('Enter');
    await section.getByLabel('New label of Phone').waitFor();
    await expectSound(page, view, 'person-passkeys');
    await section.getByRole('button', { name: 'Cancel' }).press('Enter');

    app.clock.move(16 * 60_000);
    await section.getByLabel('Label').fill('Laptop');
    await page.keyboard.press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.waitFor();
    await expectSound(page, view, 'person-proof-verify');
    expect(
      await proof.locator('input').evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete'))),
    ).toEqual(['username', 'one-time-code']);
    await page.keyboard.press('Escape');
    await proof.waitFor({ state: 'detached' });
    expect(await section.getByLabel('Label').inputValue()).toBe('Laptop');
    await section.getByRole('button', { name: 'Add a passkey' }).press('Enter');
    await proof.getByRole('textbox', { name: 'Code' }).fill(codeOf(app, secret));
    await page.keyboard.press('Enter');
    await page
      .getByText(/already|The passkey is added/)
      .first()
      .waitFor();
    await section.getByRole('button', { name: 'Remove Phone' }).press('Enter');
    await page.getByRole('dialog', { name: 'Remove Phone' }).waitFor();
    await expectSound(page, view, 'person-passkey-remove');
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await cdp.detach();
    await page.context().close(); // with its authenticator
  });

  it('asks for the password of a person without a factor above a form, which then goes on', async () => {
    const person = await makePerson(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me/tokens', 'Tokens');
    app.clock.move(16 * 60_000);
    await page
      .getByRole('link', { name: 'Create token' })
      .or(page.getByRole('button', { name: 'Create token' }))
      .first()
      .click();
    await page.getByRole('textbox', { name: /Name/ }).first().fill('A token of mine');
    await page.keyboard.press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('textbox', { name: 'Password' }).waitFor();
    await expectSound(page, view, 'person-proof-password');
    await proof.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.keyboard.press('Enter');
    await proof.getByText('the current password is wrong').waitFor();
    await proof.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByText('This is the only time it is shown').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('asks a person whose provider checks the factors to sign in there again, and names no password', async () => {
    const company = await makeSignOnCompany(app, provider);
    const member = await makePerson(app);
    await setName(member.id, 'Mara Member');
    const email = await addressOf(member.id, company.domain);
    await giveRole(app, company.organizationId, member, 'member');
    await setPolicy(app, company.owner, { organizationId: company.organizationId, enforcedFor: 'everyone' });
    const { cookie } = await signOn(app, provider, email, { claims: { sub: email, amr: ['mfa'] } });
    const { page, complaints, close } = await openPage(view);
    await page.context().addCookies(cookiesOf(cookie));
    await fillProject(page);
    await visit(page, app.url, '/me/profile', 'Profile');
    await page.getByText(/^A Company requires one/).waitFor();
    await expectSound(page, view, 'person-by-provider');
    await page.getByRole('button', { name: 'Disconnect' }).first().click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('button', { name: 'Confirm by single sign-on' }).waitFor();
    await expectSound(page, view, 'person-proof-provider');
    expect(await proof.getByRole('textbox').count()).toBe(0);
    await proof.getByRole('button', { name: 'Cancel' }).press('Enter');
    await proof.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser.each(EACH_VIEW)('the security of an organization, $theme, $width pixels wide', (view) => {
  it('says who has a factor, who comes by the provider and who has none, and how single sign-on stands', async () => {
    const bare = await makeDomainOwner(app);
    const company = await makeSignOnCompany(app, provider);
    const { organizationId, owner, domain } = company;
    const [app2fa, byProvider, none] = [await makePerson(app), await makePerson(app), await makePerson(app)];
    for (const [person, name] of [
      [app2fa, 'Ada App'],
      [byProvider, 'Paul Provider'],
      [none, 'Nora None'],
    ] as const) {
      await setName(person.id, name);
      await giveRole(app, organizationId, person, 'member');
    }
    await enroll(app, app2fa);
    const email = await addressOf(byProvider.id, domain);
    await signOn(app, provider, email, { claims: { sub: email, amr: ['mfa'] } });
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, owner);
    await visit(page, app.url, `/o/${organizationId}/settings/security`, 'Security');
    await page.getByText('by single sign-on', { exact: true }).first().waitFor();
    await expectSound(page, view, 'organization-security');
    await page.getByRole('button', { name: 'End sessions of Nora None' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSound(page, view, 'organization-end-sessions');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reset factor of Ada App' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSound(page, view, 'organization-reset');
    await page.keyboard.press('Escape');
    await visit(page, app.url, `/o/${organizationId}/settings/single-sign-on`, 'Single sign-on');
    await expectSound(page, view, 'organization-sso');
    const ownAddress = await addressOf(owner.id, domain);
    await signOn(app, provider, ownAddress, { claims: { sub: ownAddress } });
    await visit(page, app.url, `/o/${organizationId}/settings/single-sign-on`, 'Single sign-on');
    await page.reload();
    await page.getByRole('button', { name: 'Close passwords' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSound(page, view, 'organization-sso-close');
    await page.keyboard.press('Escape');
    expect(
      (await changeSignOn(app, 'requireSingleSignOn', { organizationId, passwordOwnerId: owner.id }, owner.cookie))
        .errors,
    ).toEqual([]);
    await visit(page, app.url, `/o/${organizationId}/settings/single-sign-on`, 'Single sign-on');
    await page.reload();
    await page.getByText('sign in by single sign-on alone').waitFor();
    await expectSound(page, view, 'organization-sso-alone');
    await page.context().clearCookies();
    await signIn(page, app.url, bare.owner);
    await visit(page, app.url, `/o/${bare.organizationId}/settings/single-sign-on`, 'Single sign-on');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText('Required').first().waitFor();
    await expectSound(page, view, 'organization-sso-new');
    expect(complaints).toEqual([]);
    await close();
  });
});
