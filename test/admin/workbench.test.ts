import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn as signInForCookie } from '../setup/ask.js';
import { addTools, askBrief, makeFacts, savePlan } from '../setup/plans.js';
import { countRows } from '../setup/rows.js';
import {
  EACH_VIEW,
  findBarriers,
  findCutOff,
  inBrowser,
  keepPicture,
  openPage,
  sidewaysBy,
  signIn,
  visit,
} from './workspace.js';

const INTENT = 'payments and login';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  // The first question of a process reads the whole catalog into memory; pages are looked at after that.
  expect((await askBrief(app, INTENT)).errors).toEqual([]);
});
afterAll(() => app.close());

const bar = (page: Page) => page.getByRole('region', { name: 'This plan is not saved' });
const withIntent = (intent: string) => `/workbench?${new URLSearchParams({ intent })}`;
const enter = async (page: Page, address: string, heading = 'Workbench') => {
  await signIn(page, app.url, app.credentials.users.builder);
  await visit(page, app.url, address, heading);
};
/** Acts as an agent does: reads a plan and hands the person the address where it is saved. */
const readByAgent = async (intent: string) => {
  const { data } = await askBrief(app, intent);
  if (!data) throw new Error('no brief');
  return data.buildBrief;
};

inBrowser.each(EACH_VIEW)('the workbench, $theme, $width pixels wide', (view) => {
  it('has no barrier from the first words to the deleted plan', async () => {
    const { page, complaints, close } = await openPage(view);
    const inspect = async (name: string) => {
      await keepPicture(page, `${name}-${view.theme}-${view.width}`);
      const found = {
        barriers: await findBarriers(page),
        sideways: await sidewaysBy(page),
        cutOff: await findCutOff(page),
      };
      expect({ name, ...found }).toEqual({ name, barriers: [], sideways: 0, cutOff: [] });
      expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    };
    await enter(page, '/workbench');
    await inspect('workbench-empty');
    await visit(page, app.url, '/workbench/plans', 'Saved plans');
    await visit(page, app.url, withIntent(`${INTENT} ${view.theme} ${view.width}`), 'Workbench');
    await inspect('workbench');
    if (view.width < 1200) await page.getByRole('button', { name: 'Constraints', exact: true }).click();
    await page.getByRole('combobox', { name: 'Take these tools' }).fill('stripe');
    await page.getByRole('option', { name: 'Stripe', exact: true }).waitFor();
    await inspect('workbench-chooser');
    await page.keyboard.press('Escape');
    const { receiptId } = await readByAgent(`${INTENT} ${view.theme} ${view.width}`);
    await visit(page, app.url, `/workbench/save?receipt=${receiptId}`, 'Save a plan?');
    await inspect('save');
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('dialog', { name: 'Save plan' }).waitFor();
    await inspect('save-dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('button', { name: 'Show the packet' }).click();
    await page.getByRole('group', { name: 'Build packet' }).waitFor();
    await inspect('plan');
    await page.getByRole('button', { name: 'Rename…' }).click();
    await inspect('plan-rename');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await visit(page, app.url, '/workbench/plans', 'Saved plans');
    await page.getByRole('link', { name: `${INTENT} ${view.theme} ${view.width}` }).waitFor();
    await inspect('plans');
    await page.getByRole('link', { name: `${INTENT} ${view.theme} ${view.width}` }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await inspect('plan-delete');
    await page.getByRole('button', { name: 'Delete plan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Saved plans' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('from an intent to a plan', () => {
  it('stores nothing by reading, changing and copying a plan', async () => {
    const { page, close } = await openPage();
    await enter(page, '/workbench');
    const before = await countRows(app);
    await page.getByLabel('What do you want to build?').fill('ab');
    await page.getByRole('button', { name: 'Read a plan' }).click();
    await page.getByText('Between 3 and 4000 characters; this has 2.').waitFor();
    await page.getByLabel('What do you want to build?').fill(INTENT);
    await page.getByRole('button', { name: 'Read a plan' }).click();
    await bar(page).getByText('Reading it stored nothing.').waitFor();
    const chosen = await page
      .getByRole('button', { name: /^Leave .* out$/ })
      .first()
      .textContent();
    await page
      .getByRole('button', { name: /^Leave .* out$/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole('button', { name: chosen ?? '', exact: true }).count()).toBe(0);
    await expect.poll(() => page.url()).toContain('exclude=');
    await bar(page).getByRole('button', { name: 'Copy Markdown' }).click();
    await page.getByText('plan as Markdown copied').waitFor();
    expect(await countRows(app)).toEqual(before);
    await close();
  });

  it('reads the plan again with every constraint, and keeps them in the address', async () => {
    const { page, close } = await openPage();
    await enter(page, withIntent(INTENT));
    const take = page.getByRole('button', { name: /^Take / }).first();
    const name = ((await take.textContent()) ?? '').replace('Take ', '');
    await take.click();
    await page.getByRole('button', { name: `Leave ${name} out` }).waitFor();
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: `Leave ${name} out` }).waitFor();
    await page.getByRole('group', { name: 'Pricing' }).getByRole('button', { name: 'enterprise' }).click();
    await expect.poll(() => page.getByRole('button', { name: `Leave ${name} out` }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear constraints' }).click();
    await page
      .getByRole('button', { name: /^Take / })
      .first()
      .waitFor();
    expect(page.url().endsWith(withIntent(INTENT))).toBe(true);
    await close();
  });

  it('finds a tool by keyboard and leaves it out', async () => {
    const { page, close } = await openPage();
    await enter(page, withIntent(INTENT));
    await page.getByRole('combobox', { name: 'Leave these out' }).focus();
    await page.keyboard.type('stripe');
    await page.getByRole('option', { name: 'Stripe', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Stripe' }).waitFor();
    await expect.poll(() => page.url()).toContain('exclude=stripe');
    await close();
  });

  it('says what saving stores before it stores it, and then shows the plan as it was saved', async () => {
    const { page, close } = await openPage();
    await enter(page, withIntent(`${INTENT} saved`));
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await page.getByText(/^Stored for you alone: your words, \d+ parts? of the stack, \d+ steps/).waitFor();
    await page.getByLabel('Title').fill('My shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('heading', { level: 1, name: 'My shop' }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
    const [, planId = ''] = /plans\/(pln_[\w-]+)/.exec(page.url()) ?? [];
    await page.getByText(`Call get_build_packet with {"planId": "${planId}"}`).waitFor();
    await page.getByRole('button', { name: 'Show the packet' }).click();
    await page.getByRole('group', { name: 'Build packet' }).getByText('/tracking/keyVariable').waitFor();
    expect(await page.getByRole('button', { name: /^(Take|Leave) / }).count()).toBe(0);
    await visit(page, app.url, '/workbench/plans', 'Saved plans');
    await page.getByRole('row', { name: /My shop payments and login saved/ }).waitFor();
    await page.reload(); // nothing is known of the plan but its row
    await page.getByRole('link', { name: 'My shop' }).click();
    await page.getByRole('heading', { level: 2, name: 'Stack' }).waitFor();
    await close();
  });
});

inBrowser('the address that an agent hands over', () => {
  it('lets a person sign in first, shows the plan, and saves it once however often it is opened', async () => {
    const { receiptId } = await readByAgent(`${INTENT} by an agent`);
    const { page, close } = await openPage();
    await page.goto(`${app.url}/admin/#/workbench/save?receipt=${receiptId}`);
    await page.getByLabel('E-mail').fill(app.credentials.users.builder.email);
    await page.locator('input[type=password]').fill(app.credentials.users.builder.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Save a plan?' }).waitFor();
    await page.getByRole('blockquote').getByText(`${INTENT} by an agent`).waitFor();
    const addresses: string[] = [];
    for (const _ of [1, 2]) {
      await visit(page, app.url, `/workbench/save?receipt=${receiptId}`, 'Save a plan?');
      await bar(page).getByRole('button', { name: 'Save plan' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save plan' }).click();
      await page.getByRole('heading', { level: 1, name: `${INTENT} by an agent` }).waitFor();
      addresses.push(page.url());
    }
    expect(addresses[0]).toContain('/workbench/plans/pln_');
    expect(addresses[1]).toBe(addresses[0]);
    await close();
  });

  it('says that the directory has changed since, before and after the plan is saved', async () => {
    const { receiptId } = await readByAgent(`${INTENT} before the change`);
    await addTools(
      app,
      makeFacts('newer-tool', {
        capabilities: ['payments', 'authentication'],
        summary: 'Payments and login.',
        maturity: 'stable',
        install: { kind: 'npm', command: 'npm install newer-tool' },
        pricing: { model: 'free', freeTier: null, url: null },
      }),
    );
    const { buildBrief: now } = (await askBrief(app, `${INTENT} before the change`)).data ?? {};
    expect(now?.receiptId).not.toBe(receiptId);
    const { page, close } = await openPage();
    await enter(page, `/workbench/save?receipt=${receiptId}`, 'Save a plan?');
    await page.getByText('The directory has changed since the agent read this plan.').waitFor();
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('This changed between reading and saving.').waitFor();
    await close();
  });

  it('says that a receipt has expired, and that one was cut off on the way', async () => {
    const { receiptId } = await readByAgent(`${INTENT} long ago`);
    const content = JSON.parse(Buffer.from(receiptId.split('.')[1] ?? '', 'base64url').toString()) as unknown[];
    const old = content.map((part, index) => (index === 5 ? Number(part) - 31 : part));
    const packed = Buffer.from(JSON.stringify(old)).toString('base64url');
    const { page, close } = await openPage();
    await enter(page, `/workbench/save?receipt=rcp.${packed}.x`, 'Save a plan?');
    await page.getByText('The agent’s receipt has expired.').waitFor();
    await visit(page, app.url, `/workbench/save?receipt=${receiptId.slice(0, 40)}`, 'Save a plan?');
    await page.getByText('This address names no plan').waitFor();
    expect(await bar(page).count()).toBe(0);
    await close();
  });

  it('saves nothing for a receipt that was made up, and says why', async () => {
    const { receiptId } = await readByAgent(`${INTENT} made up`);
    const { page, close } = await openPage();
    await enter(page, `/workbench/save?receipt=${receiptId.replace(/\.[^.]*$/, '.AAAA')}`, 'Save a plan?');
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('alert').getByText('this receipt was not made here').waitFor();
    await close();
  });
});

inBrowser('a plan of an agent that is changed', () => {
  it('keeps every constraint that the agent set, each in sight', async () => {
    const { data } = await askBrief(app, INTENT, {
      category: ['payments'],
      proof: ['public_source'],
      exclude: ['paypal'],
    });
    const { page, close } = await openPage();
    await enter(page, `/workbench/save?receipt=${data?.buildBrief.receiptId}`, 'Save a plan?');
    await page.getByRole('list', { name: 'Constraints of the plan' }).getByText('without paypal').waitFor();
    await page.getByRole('link', { name: 'Change it in the workbench' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    for (const name of ['payments', 'public use'])
      await expect
        .poll(() => page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed'))
        .toBe('true');
    await page.getByRole('button', { name: 'Remove PayPal' }).waitFor();
    await close();
  });
});

inBrowser('a saved plan', () => {
  const save = async (title: string) => {
    const cookie = await signInForCookie(app, app.credentials.users.builder);
    const { data } = await savePlan(app, { intent: INTENT, title }, { cookie });
    return { cookie, planId: data?.savePlan.id ?? '' };
  };

  it('is renamed at the revision that was read, and says when a user was faster', async () => {
    const { cookie, planId } = await save('First title');
    const { page, close } = await openPage();
    await enter(page, `/workbench/plans/${planId}`, 'First title');
    await askGraphql(
      app,
      'mutation ($input: RenamePlanInput!) { renamePlan(input: $input) { id } }',
      { input: { planId, title: 'Elsewhere', revision: 1 } },
      { cookie },
    );
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByLabel('Title').fill('Mine');
    await page.getByRole('button', { name: 'Rename plan' }).click();
    await page.getByText('This has changed while you looked at it.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('about revision 2').waitFor();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Rename plan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    await page.getByText('revision 3').waitFor();
    await close();
  });

  it('is deleted for good by a decision that names its revision', async () => {
    const { planId } = await save('To be deleted');
    const { page, close } = await openPage();
    await enter(page, `/workbench/plans/${planId}`, 'To be deleted');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByText('The plan is deleted for good.').waitFor();
    await page.getByRole('button', { name: 'Delete plan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Saved plans' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'To be deleted' }).count()).toBe(0);
    await page.goto(`${app.url}/admin/#/workbench/plans/${planId}`);
    await page.getByRole('alert').first().waitFor();
    await close();
  });

  it('does not exist for anyone else', async () => {
    const { planId } = await save('Private plan');
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await page.goto(`${app.url}/admin/#/workbench/plans/${planId}`);
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByText('Private plan').count()).toBe(0);
    await close();
  });

  it('marks what it made nothing of, and follows when a need is taken out or added', async () => {
    const { page, complaints, close } = await openPage();
    await enter(page, withIntent('payments, zorblification and login'));
    await page.locator('mark', { hasText: 'zorblification' }).waitFor();
    await expect.poll(() => page.getByText(/^Nothing was made of/).count()).toBe(1);
    const needs = page.getByRole('group', { name: 'Needs' });
    await needs.getByRole('button', { name: /^Remove .*payment/i }).click();
    await expect.poll(() => page.getByLabel('What do you want to build?').inputValue()).not.toContain('payments');
    await expect.poll(() => needs.getByRole('button', { name: /payment/i }).count()).toBe(0);
    await needs.getByRole('combobox', { name: 'Add a need' }).fill('full-text');
    await page.getByRole('option').first().click();
    await expect.poll(() => needs.getByRole('button', { name: /full-text/i }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });
});
