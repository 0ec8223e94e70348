import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { startIdentityProvider, type TestProvider } from '../setup/identity-provider.js';
import { makeDomainOwner } from '../setup/single-sign-on.js';
import { inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
  app = await startApp({ env: { OUTBOUND_ALLOW: provider.host } });
});
afterAll(() => Promise.all([app.close(), provider.close()]));

inBrowser('single sign-on', () => {
  it('is set up by an owner, tried, and closes passwords', async () => {
    const { organizationId, owner, domain } = await makeDomainOwner(app);
    const email = `owner-${randomUUID()}@${domain}`;
    await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, owner.id.slice(4)]);
    const { page, complaints, close } = await openPage();
    await page.context().route(`${provider.issuer}/authorize?*`, (route) =>
      route.fulfill({
        status: 302,
        headers: {
          location: provider.consent(route.request().url(), {
            claims: {
              sub: email,
              email,
              email_verified: true,
              auth_time: Math.floor(app.clock.now().getTime() / 1000),
            },
          }),
        },
      }),
    );
    await signIn(page, app.url, { ...owner, email });
    const settings = `/o/${organizationId}/settings/single-sign-on`;
    await visit(page, app.url, settings, 'Single sign-on');
    await page.getByText(`/api/auth/single-sign-on/callback/${organizationId}`).waitFor();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill(provider.client.clientId);
    await page.getByRole('textbox', { name: 'Client secret' }).fill(provider.client.clientSecret);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText('sign in by single sign-on once yourself').waitFor();

    await page.context().clearCookies();
    provider.down = 503;
    await page.goto(`${app.url}/admin/?again#/login`);
    await page.getByRole('link', { name: 'Single sign-on' }).click();
    await page.getByLabel('E-mail').fill(email);
    app.clock.move(11 * 60_000);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The identity provider does not answer.').waitFor();
    provider.down = null;
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('button', { name: /A Person/ })
      .first()
      .waitFor();
    await visit(page, app.url, settings, 'Single sign-on');
    await page.getByRole('button', { name: 'Close passwords' }).click();
    await page.getByRole('dialog').getByLabel('Keeps their password').click();
    await page.getByRole('option', { name: new RegExp(email) }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close passwords' }).click();
    await page.getByText('sign in by single sign-on alone.').waitFor();
    await visit(page, app.url, '/me/profile', 'Profile');
    await page.getByRole('region', { name: 'Single sign-on' }).getByText(`of A Company, as ${email}`).waitFor();
    await page.goto(`${app.url}/admin/?refused#/login?account=sso&problem=taken`);
    await page.getByText('An account has this address already.').waitFor();
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([]);
    await close();
  });
});
