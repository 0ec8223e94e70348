import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { setPolicy } from '../setup/factors.js';
import { giveRole, makeCompany, makePerson } from '../setup/people.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ host: 'localhost' });
});
afterAll(() => app.close());

/** A phone's authenticator as Chromium plays it: it recognises its owner without a question. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

const signedIn = (page: Page) =>
  page
    .getByRole('button', { name: /A Person/ })
    .first()
    .waitFor();

inBrowser('a passkey', () => {
  it('is added, signs in by the button, proves, is renamed and removed', async () => {
    const person = await makePerson(app);
    const { page, complaints } = await openPage(undefined, { unused: true });
    await addAuthenticator(page);
    // The offer in the field would sign in before the button is pressed: this authenticator asks no one.
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me/profile', 'Profile');
    const section = page.getByRole('region', { name: 'Second factor' });
    await section.getByLabel('Label').fill('Phone');
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByText('Required').waitFor();
    await section.getByRole('textbox', { name: 'Current password' }).first().fill(person.password);
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
    const shown = (await page.getByRole('dialog').textContent()) ?? '';
    expect(shown.match(/(?:[0-9a-f]{4}-){3}[0-9a-f]{4}/g)).toHaveLength(10);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await section.getByRole('button', { name: 'Rename Phone' }).waitFor();
    await section.getByText('not yet').waitFor();

    await page.context().clearCookies();
    await page.goto(`${app.url}/admin/?again#/login`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await signedIn(page);

    app.clock.move(16 * 60_000);
    await visit(page, app.url, '/me/profile?proof', 'Profile');
    await section.getByRole('button', { name: 'Create new recovery codes' }).click();
    await page
      .getByRole('dialog', { name: 'Confirm that it is you' })
      .getByRole('button', { name: 'Use a passkey' })
      .click();
    await page.getByRole('button', { name: 'I have stored it' }).click();

    await section.getByRole('button', { name: 'Rename Phone' }).click();
    await section.getByLabel('New label of Phone').fill('Old phone');
    await section.getByRole('button', { name: 'Rename', exact: true }).click();
    await section.getByRole('button', { name: 'Remove Old phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => section.getByRole('button', { name: /^Remove / }).count()).toBe(0);
    await expect.poll(() => section.getByText('recovery codes are').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close(); // with its authenticator
  });

  it('is offered in the field of the address, and completes a sign-in after the password', async () => {
    const person = await makePerson(app);
    const { page, complaints } = await openPage(undefined, { unused: true });
    const { cdp, authenticatorId } = await addAuthenticator(page);
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me/profile', 'Profile');
    const section = page.getByRole('region', { name: 'Second factor' });
    await section.getByLabel('Label').fill('Laptop');
    await section.getByRole('textbox', { name: 'Current password' }).first().fill(person.password);
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();

    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    await page.context().clearCookies();
    await page.goto(`${app.url}/admin/?password#/login`);
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    await expectSound(page, VIEWS[0], 'second-step');
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await signedIn(page);

    await page.context().clearCookies();
    await page.goto(`${app.url}/admin/?field#/login`);
    await signedIn(page); // the virtual authenticator chooses at once what the list of the field offers
    expect(complaints).toEqual([]);
    await page.context().close(); // with its authenticator
  });

  it('is enough where a second factor is required, and the last one stays', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const member = await makePerson(app);
    await giveRole(app, organizationId, member, 'member');
    await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone' });
    const { page, complaints } = await openPage(undefined, { unused: true });
    await addAuthenticator(page);
    await signIn(page, app.url, member);
    await page.goto(`${app.url}/admin/`);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await page.getByLabel('Label').fill('Phone');
    await page.getByRole('textbox', { name: 'Current password' }).first().fill(member.password);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await visit(page, app.url, '/me/profile', 'Profile');
    const section = page.getByRole('region', { name: 'Second factor' });
    await section.getByRole('button', { name: 'Rename Phone' }).waitFor();
    expect(await section.getByRole('button', { name: 'Remove Phone' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close(); // with its authenticator
  });
});
