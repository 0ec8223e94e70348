import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { giveRole, makeCompany, makePerson } from '../setup/people.js';
import { answer, type Behaviour, type ReceiptService, startReceiptService } from '../setup/receipt-service.js';
import { isSignedBy, makeWebhook, messagesOf, sendDue } from '../setup/webhooks.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
let receiver: ReceiptService;
let behave: Behaviour;
beforeAll(async () => {
  receiver = await startReceiptService((response, request, nth) => behave(response, request, nth));
  app = await startApp({ env: { OUTBOUND_ALLOW: new URL(receiver.url).host } });
});
beforeEach(() => {
  behave = answer(200, '{}');
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

inBrowser.each(EACH_VIEW)('webhooks, $theme, $width pixels wide', (view) => {
  it('are created with a secret that is shown once, tested, rotated and deleted', async () => {
    const company = await makeCompany(app);
    const { page, complaints, close } = await openPage(view);
    try {
      await signIn(page, app.url, company.owner);
      await visit(page, app.url, `/o/${company.organizationId}/settings/webhooks`, 'Webhooks');
      await expectSound(page, view, 'webhooks-empty');
      await page.getByRole('button', { name: 'Create webhook' }).first().click();
      const form = page.getByRole('dialog', { name: 'Create a webhook' });
      await form.getByLabel('Address').fill('http://127.0.0.1:1/in');
      await form.getByLabel('A high share of refused events').check();
      await form.getByLabel('Above, in percent').fill('25');
      await form.getByRole('button', { name: 'Create webhook' }).click();
      await form.getByRole('alert').getByText('1 field needs correction.').waitFor();
      await expect.poll(() => form.locator(':focus').getAttribute('name')).toBe('url');
      await expect.poll(() => form.getByText('must be a public https address').count()).toBe(1); // it stands at its field
      await expectSound(page, view, 'webhook-create');
      await form.getByLabel('Address').fill(`${receiver.url}/in`);
      await form.getByRole('button', { name: 'Create webhook' }).click();

      const shown = page.getByRole('dialog', { name: 'The signing secret of the new webhook' });
      const secret = (await shown.getByText(/^whsec_/).textContent()) ?? '';
      await expectSound(page, view, 'webhook-secret');
      await page.keyboard.press('Escape');
      await shown.getByRole('button', { name: 'I have stored it' }).click();
      await expect.poll(() => page.getByText(secret).count()).toBe(0);

      await page.getByRole('link', { name: `${receiver.url}/in` }).click();
      await page.getByRole('heading', { level: 1, name: new URL(receiver.url).host }).waitFor();
      await page.getByText('first event of an account · refused share above 25 %').waitFor();
      const test = page.getByRole('button', { name: 'Send test', exact: true });
      await test.press('Enter');
      await page.getByRole('alert').getByText('The test was delivered: answered 200.').waitFor();
      await expect.poll(() => test.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(receiver.taken.at(-1) && isSignedBy(secret, receiver.taken.at(-1) ?? never())).toBe(true);

      behave = answer(500, '');
      await test.press('Enter');
      await page.getByRole('alert').getByText('The test was not taken: answered 500.').waitFor();
      await page.getByRole('button', { name: 'Redeliver webhook.test' }).first().waitFor();
      await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
      await expectSound(page, view, 'webhook');
      behave = answer(200, '{}');
      await page.getByRole('button', { name: 'Redeliver webhook.test' }).first().press('Enter');
      await page.getByText('The message will be sent again.').waitFor();
      await page.getByText('waiting', { exact: true }).waitFor();
      await page
        .getByText('answered 500, next now')
        .or(page.getByText(/^answered 500, next in less than/))
        .waitFor();
      await page.getByRole('button', { name: 'Export as CSV' }).waitFor();
      await sendDue(app);
      await page.getByText('waiting', { exact: true }).waitFor({ state: 'detached' }); // its outcome comes by itself
      const [newest] = await messagesOf(app, company, webhookOf(page.url()));
      expect(newest).toMatchObject({ state: 'delivered' });

      await page.getByRole('link', { name: 'webhook.test' }).first().click();
      const delivery = page.getByRole('dialog', { name: 'webhook.test' });
      await delivery.getByText(newest?.id ?? never(), { exact: true }).waitFor();
      await delivery.getByText('answered 200', { exact: true }).waitFor();
      await delivery.getByText(/^\d+ ms$/).waitFor();
      expect(await delivery.getByRole('region', { name: 'Body as it is sent' }).innerText()).toContain('webhook.test');
      await expectSound(page, view, 'webhook-delivery');
      await page.keyboard.press('Escape');
      await delivery.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Rotate secret…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
      await page
        .getByRole('dialog', { name: 'The new signing secret' })
        .getByText(/^whsec_/)
        .waitFor();
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByText('signs too, ends in 24 hours').waitFor();

      const requested: (string | undefined)[] = [];
      page.on('request', (request) => requested.push(/(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1]));
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
      await page.getByText('Your webhooks will be listed here').waitFor();
      await page.getByText('The webhook is deleted.').waitFor();
      // Nothing asks for the deleted webhook's messages: the answer would be read out as a failure.
      expect(requested.slice(requested.indexOf('DeleteWebhook'))).not.toContain('ListWebhookMessages');
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  });
});

inBrowser('a webhook', () => {
  it('is switched off and on with the keyboard alone', async () => {
    const company = await makeCompany(app);
    const { id } = await makeWebhook(app, company, `${receiver.url}/in`);
    const { page, close } = await openPage();
    try {
      await signIn(page, app.url, company.owner);
      await visit(page, app.url, `/o/${company.organizationId}/settings/webhooks/${id}`, new URL(receiver.url).host);
      for (const [act, notice] of [
        ['Switch off', 'This webhook is off: nothing is sent to it.'],
        ['Switch on', null],
      ] as const) {
        await page.getByRole('button', { name: `${act}…` }).focus();
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Cancel' }).focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        if (notice) await page.getByText(notice).waitFor();
      }
      await page.getByText('active', { exact: true }).waitFor();
    } finally {
      await close();
    }
  });

  it('is shown to a member without its path and without anything to change', async () => {
    const company = await makeCompany(app);
    await makeWebhook(app, company, `${receiver.url}/in?token=hush`);
    const member = await makePerson(app);
    await giveRole(app, company.organizationId, member, 'member');
    const { page, close } = await openPage();
    try {
      await signIn(page, app.url, member);
      await visit(page, app.url, `/o/${company.organizationId}/settings/webhooks`, 'Webhooks');
      await page.getByRole('link', { name: receiver.url, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: new URL(receiver.url).host }).waitFor();
      await page.getByText('Messages will be listed here').waitFor();
      expect(await page.getByText('hush').count()).toBe(0);
      for (const name of ['Send test', 'Edit', 'Rotate secret…', 'Delete…'])
        expect(await page.getByRole('button', { name }).count()).toBe(0);
    } finally {
      await close();
    }
  });
});

const webhookOf = (address: string): string => /whk_[0-9a-f-]+/.exec(address)?.[0] ?? '';

function never(): never {
  throw new Error('nothing was received');
}
