import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { prepared, review, submissionOf, submit } from '../setup/intake.js';
import { callOnce } from '../setup/mcp.ask.js';
import { countRows } from '../setup/rows.js';
import { expectSound, inBrowser, openPage, VIEWS } from './workspace.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const field = (page: Page, pointer: string) => page.locator(`[name="${pointer}"]`);
const state = (page: Page) => page.locator('[data-form-state]');
const note = (page: Page) => page.locator('[data-form-note]');

/** The form as an agent prepares it for its person to open. */
async function preparedForm(given: Record<string, unknown> = {}): Promise<string> {
  const { answer } = await callOnce<{ formUrl: string }>(app.url, 'prepare_submission', {
    ...submissionOf('tracked_links'),
    ...given,
  });
  return answer.formUrl;
}

inBrowser('a form that an assistant filled in', () => {
  it('says so, is checked, and is sent by the person alone', async () => {
    const { page, complaints, close } = await openPage();
    const before = await countRows(app);
    await page.goto(await preparedForm());
    await note(page).getByText('An assistant filled in this form').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await expect.poll(() => field(page, '/contact/name').inputValue()).toBe('Ada Tester');
    await state(page).getByText('Complete').waitFor();
    expect(await countRows(app)).toEqual(before);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.waitForURL(/\/submissions\/sub_/);
    await page.getByText('Received.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows its values as text, makes room for every row, and says what fits no field', async () => {
    const { page, complaints, close } = await openPage();
    const links = ['docs', 'signup', 'pricing', 'perk', 'docs'].map((kind, at) => ({
      kind,
      url: `https://v.example/${at}`,
      title: at === 4 ? '<img src=x onerror=alert(1)>' : `Link ${at}`,
    }));
    await page.goto(await preparedForm({ fields: { toolSlug: 'stripe', links, surprise: 'x' } }));
    await note(page).getByText('1 of its values fit no field').waitFor();
    await expect.poll(() => field(page, '/fields/links/4/title').inputValue()).toBe('<img src=x onerror=alert(1)>');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('does not take the place of what the person had written', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/submit/tracked_links`);
    await field(page, '/contact/name').fill('My own name');
    await page.goto('about:blank');
    await page.goto(await preparedForm());
    await page.getByRole('button', { name: 'Use your own draft instead' }).click();
    await expect.poll(() => field(page, '/contact/name').inputValue()).toBe('My own name');
    await close();
  });

  it.each(['#filled=', '#filled=%%%', '#filled=bm90IGpzb24', `#filled=${'A'.repeat(9_000)}`])(
    'is an empty form by a broken link: %.20s',
    async (fragment) => {
      const { page, complaints, close } = await openPage();
      await page.goto(`${app.url}/submit/tracked_links${fragment}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => field(page, '/contact/name').inputValue()).toBe('');
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

inBrowser('a form while one types', () => {
  it('is checked by the server’s rules, field by field, and stores nothing', async () => {
    const { page, close } = await openPage();
    const before = await countRows(app);
    await page.goto(`${app.url}/submit/tracked_links`);
    await field(page, '/contact/email').fill('nonsense');
    await field(page, '/contact/name').focus();
    await page.getByText('Email must be an e-mail address.').waitFor();
    await expect.poll(() => field(page, '/contact/email').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#f-organization-domain-error').count()).toBe(0);
    await field(page, '/contact/email').fill('ada@acme.example');
    await page.getByText('Email must be an e-mail address.').waitFor({ state: 'detached' });
    await state(page).getByText('missing or wrong').waitFor();
    expect(await countRows(app)).toEqual(before);
    await close();
  });

  it('points at the right row where rows between are blank', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/submit/tracked_links`);
    await field(page, '/fields/links/2/url').fill('http://plain.example');
    await field(page, '/fields/links/2/title').focus();
    await page.locator('#f-fields-links-2-url-error').waitFor();
    await close();
  });

  it('takes more than three rows, by script and without', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await openPage(undefined, { javaScriptEnabled });
      await page.goto(`${app.url}/submit/tracked_links`);
      await field(page, '/fields/links/0/title').fill('First');
      await page.getByRole('button', { name: 'Add a row' }).click();
      await field(page, '/fields/links/3/title').waitFor();
      await expect.poll(() => field(page, '/fields/links/0/title').inputValue()).toBe('First');
      await page.getByRole('button', { name: 'Add a row' }).waitFor();
      await close();
    }
  });

  it('can be left and found again until it is sent, and be discarded', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/submit/hackathon_passport`);
    await field(page, '/contact/name').fill('Ada');
    await page.goto(app.url);
    await page.goto(`${app.url}/submit/hackathon_passport`);
    await note(page).getByText('Your draft of').waitFor();
    await expect.poll(() => field(page, '/contact/name').inputValue()).toBe('Ada');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect.poll(() => field(page, '/contact/name').inputValue()).toBe('');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => note(page).isVisible()).toBe(false);
    await close();
  });

  it('forgets its draft with the receipt', async () => {
    const { page, close } = await openPage();
    await page.goto(await preparedForm());
    await field(page, '/note').fill('Changed by hand.');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.waitForURL(/\/submissions\/sub_/);
    expect(await page.evaluate(`localStorage.getItem('dai.form.tracked_links')`)).toBeNull();
    await close();
  });
});

inBrowser('the pages of a receipt by keyboard', () => {
  it('refuse what is no receipt on its field, with what was typed, and say that a letter is sent again', async () => {
    const { page, complaints, close } = await openPage();
    const focused = () => page.evaluate<string>('document.activeElement.id || document.activeElement.textContent');
    const { data } = await submit(app, submissionOf('partner_workspace'));
    await page.goto(`${app.url}/submissions`);
    await page.getByLabel('Receipt', { exact: true }).press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This is not a receipt').waitFor();
    await expect.poll(focused).toBe('receipt');
    await expect.poll(() => page.getByLabel('Receipt', { exact: true }).inputValue()).toBe('nonsense');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(data?.submitIntake?.receipt ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send the letter again' }).press('Enter');
    await page.getByRole('status').getByText('It is sent again.').waitFor();
    await expect.poll(focused).toBe('Send the letter again');
    expect(complaints).toEqual([]);
    await close();
  });

  it('don’t say that nothing was stored of a submission that lacks evidence', async () => {
    const { page, close } = await openPage();
    const { data } = await submit(app, submissionOf('usage_tracking'));
    await page.goto(`${app.url}/submissions/${data?.submitIntake?.receipt}`);
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    expect(await page.getByText('Nothing was stored').count()).toBe(0);
    await close();
  });
});

inBrowser.each(VIEWS)('the forms, $theme, $width pixels wide', (view) => {
  it('have no barrier and nothing to scroll sideways', async () => {
    const { page, complaints, close } = await openPage(view);
    for (const kind of ['partner_workspace', 'tracked_links', 'hackathon_passport', 'usage_tracking']) {
      await page.goto(`${app.url}/submit/${kind}`);
      await expectSound(page, view, `form-${kind}`);
    }
    await page.goto(await preparedForm({ contact: { name: 'Ada', email: 'nonsense' } }));
    await page.getByText('Email must be an e-mail address.').waitFor();
    await expectSound(page, view, 'form-filled');
    const { data } = await submit(app, submissionOf('partner_workspace'));
    await page.goto(`${app.url}/submissions/${data?.submitIntake?.receipt}`);
    await page.getByRole('heading', { name: 'What was submitted' }).waitFor();
    await expectSound(page, view, 'receipt');
    expect(complaints).toEqual([]);
    await close();
  });

  it('and the page of a hackathon with its projects', async () => {
    const { id } = await prepared(app, submissionOf('hackathon_passport'));
    const cookie = await signIn(app, app.credentials.users.reviewer);
    const { data } = await review(app, 'approveIntake', { id, revision: 1 }, cookie);
    const slug = data?.approveIntake?.outcome?.eventSlug;
    const { errors } = await askGraphql(
      app,
      'mutation ($slug: String!, $projectId: ID!) { enterHackathon(slug: $slug, projectId: $projectId) { total } }',
      { slug, projectId: app.credentials.projectId },
      { cookie: await signIn(app, app.credentials.users.builder) },
    );
    expect(errors).toEqual([]);
    const { page, close } = await openPage(view);
    await page.goto(`${app.url}/h/${slug}`);
    await page.getByRole('link', { name: 'Demo project' }).waitFor();
    await expectSound(page, view, 'hackathon');
    await close();
  });
});
