import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { keyFolder, makeKeyPair } from '../setup/approval-keys.js';
import type { Project } from '../setup/drafts.js';
import { askBrief, makePlan } from '../setup/plans.js';
import {
  type Builder,
  draftByAgent,
  editByAgent,
  makeBuilder,
  proveFirstTool,
  publishByAgent,
  publishedByAgent,
  readStored,
} from '../setup/projects.js';
import { expectSound, inBrowser, keepPicture, openPage, signIn, VIEWS, visit } from './workspace.js';

let app: TestApp;
const files = keyFolder();

beforeAll(async () => {
  app = await startApp({ env: { APPROVAL_KEY_FILE: files.put('approval.pem', makeKeyPair().privatePem) } });
  // The first question of a process reads the whole catalog into memory; pages are looked at after that.
  expect((await askBrief(app, 'payments')).errors).toEqual([]);
});
afterAll(async () => {
  await app.close();
  files.remove();
});

/** How long an answer is awaited on a busy machine. */
const ANSWER_MS = 15_000;
const TITLE = 'Invoice reminders';
const FULL = {
  description: 'It reads open invoices.\n\nThen it writes one letter a week.',
  url: 'https://reminders.example/',
  repositoryUrl: 'https://github.com/example/reminders',
  tools: [{ slug: 'stripe', role: 'invoices' }, { slug: 'supabase' }],
  note: 'Ask the lawyer before this goes out',
};
const addressOf = ({ id }: Pick<Project, 'id'>) => `/me/projects/${id}`;
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens a project as its owner. */
async function review(page: Page, { person }: Builder, draft: Project, title = TITLE): Promise<void> {
  await signIn(page, app.url, person);
  await visit(page, app.url, addressOf(draft), title);
}

/** Takes a decision: its button, and the act in the dialog. */
async function decide(page: Page, button: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `${button}…` }).click();
  await dialog(page).getByRole('button', { name: act, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

inBrowser.each(VIEWS)('projects, $theme, $width pixels wide', (view) => {
  it('have no barrier and nothing to scroll sideways from the empty list to the public page', async () => {
    const builder = await makeBuilder(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, builder.person);
    const look = async (name: string, address: string, heading: string) => {
      await visit(page, app.url, address, heading);
      await expectSound(page, view, name);
    };
    await look('projects-empty', '/me/projects', 'Projects');
    await look('project-new', '/me/projects/new', 'Create project');
    const draft = await draftByAgent(app, builder, FULL);
    await look('project-draft', addressOf(draft), TITLE);
    await page.getByRole('button', { name: 'Approve revision 1…' }).click();
    await expectSound(page, view, 'project-approve');
    await dialog(page).getByRole('button', { name: 'Approve revision 1' }).click();
    await page.getByText('is approved and not public').waitFor();
    await expectSound(page, view, 'project-approved');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await expectSound(page, view, 'project-publish');
    await dialog(page).getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('region', { name: 'What is public' }).waitFor();
    await proveFirstTool(app, draft);
    await page.getByRole('button', { name: 'Publish proof…' }).click();
    await page.getByRole('list', { name: 'What the proof shows' }).waitFor();
    await expectSound(page, view, 'project-proof');
    await dialog(page).getByRole('button', { name: 'Publish proof' }).click();
    await page.getByRole('list', { name: 'Public proof' }).waitFor();
    await expectSound(page, view, 'project-published');
    await editByAgent(app, builder, draft, {
      summary: 'Reminds customers of open and overdue invoices.',
      tools: [{ slug: 'stripe', role: 'invoices' }, { slug: 'sentry' }],
    });
    await page.reload();
    await page.getByRole('region', { name: 'What changes for the public' }).waitFor();
    await expectSound(page, view, 'project-changed');
    const word = 'W'.repeat(100);
    const url = `https://${'w'.repeat(60)}.example/${word}`;
    const long = {
      title: word,
      summary: word,
      description: word,
      url,
      note: word,
      tools: [{ slug: 'stripe', role: word }],
    };
    await look('project-long', addressOf(await draftByAgent(app, builder, long)), word);
    await page.getByRole('button', { name: 'Approve revision 1…' }).click();
    await expectSound(page, view, 'project-long-approve');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const plans = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query ListPlans')) await plans.promise;
      await route.fallback();
    });
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('What Stripe does').waitFor();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    await expectSound(page, view, 'project-long-edit');
    plans.resolve();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.unroute('**/graphql');
    await look('projects', '/me/projects', 'Projects');
    await visit(page, app.url, `${addressOf(draft)}/edit`, `Edit ${TITLE}`);
    await page.getByLabel('Website').fill('http://reminders.example');
    await page.getByRole('button', { name: 'Save as revision 3' }).click();
    await page.getByText('must be an https address').first().waitFor();
    await expectSound(page, view, 'project-edit');
    await visit(page, app.url, addressOf(draft), TITLE);
    await page.getByRole('button', { name: 'Archive…' }).click();
    await expectSound(page, view, 'project-archive');
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('the signed receipt of an approval', () => {
  it('is there to copy and to download once the revision is approved, and on the public page', async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder, FULL);
    const { page, complaints, close } = await openPage();
    await review(page, builder, draft);
    const panel = page.getByRole('region', { name: 'Signed receipt' });
    expect(await panel.count()).toBe(0);
    await decide(page, 'Approve revision 1', 'Approve revision 1');
    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download receipt' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`approval-${draft.id}-1.jws`);
    const receipt = readFileSync(await file.path(), 'utf8').trim();
    const { approval } = (await readStored(app, builder, draft)) as Project & { approval: { receipt: string } };
    expect(receipt).toBe(approval.receipt);
    await publishByAgent(app, builder, draft);
    await page.goto(`${app.url}/p/${draft.slug}`);
    await page.getByText('Signed receipt').click();
    await page.getByText(receipt).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser('a draft that an agent prepared', () => {
  it('is reviewed and approved by a person, published by the agent, and read by everyone', async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder, FULL);
    expect(await publishByAgent(app, builder, draft)).toMatchObject({
      status: 403,
      body: { code: 'APPROVAL_REQUIRED' },
    });
    const { page, complaints, close } = await openPage();
    await review(page, builder, draft);
    await page.getByText('prepared by agent “CI”').waitFor();
    await page.getByText(FULL.note).waitFor();
    await page.getByRole('button', { name: 'Approve revision 1…' }).click();
    const becomes = dialog(page).getByRole('group', { name: 'What becomes public' });
    for (const text of [TITLE, FULL.url, FULL.repositoryUrl, 'Stripe: invoices', `/p/${draft.slug}`])
      await becomes.getByText(text).waitFor();
    await dialog(page).getByText(draft.contentHash).waitFor();
    expect(await dialog(page).getByText(FULL.note).count()).toBe(0);
    await dialog(page).getByRole('button', { name: 'Approve revision 1' }).click();
    await page.getByRole('region', { name: 'Decision' }).getByText('It can be published until').waitFor();
    expect(await publishByAgent(app, builder, draft)).toMatchObject({ status: 201, body: { published: true } });

    const visitor = await openPage();
    await visit(visitor.page, app.url, `/p/${draft.slug}`, TITLE);
    expect(visitor.page.url()).toBe(`${app.url}/p/${draft.slug}`);
    await visitor.page.getByText('Then it writes one letter a week.').waitFor();
    const link = visitor.page.getByRole('link', { name: 'reminders.example' });
    await expect.poll(() => link.getAttribute('rel')).toBe('nofollow ugc noopener');
    await visitor.page.getByRole('listitem').filter({ hasText: 'Stripe' }).getByText('self-reported').waitFor();
    expect(await visitor.page.locator('main').innerText()).not.toContain(FULL.note);
    const data = await visitor.page.request.get(
      `${app.url}${await visitor.page.getByRole('link', { name: 'JSON' }).getAttribute('href')}`,
    );
    expect(await data.json()).toMatchObject({ slug: draft.slug, title: TITLE });
    expect([...complaints, ...visitor.complaints]).toEqual([]);
    await visitor.close();
    await close();
  });

  it('is not approved when the agent has changed it while the person looked, and then shows what it changed', async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder, FULL);
    const { page, close } = await openPage();
    await review(page, builder, draft);
    await page.getByRole('button', { name: 'Approve revision 1…' }).click();
    await editByAgent(app, builder, draft, { summary: 'Something else altogether.' });
    await dialog(page).getByRole('button', { name: 'Approve revision 1' }).click();
    await dialog(page).getByText('The project is at revision 2, written by an agent.').waitFor();
    await expectSound(page, VIEWS[0], 'project-approve-stale');
    expect(await readStored(app, builder, draft)).toMatchObject({ status: 'DRAFT', revision: 2, approval: null });
    await dialog(page).getByRole('button', { name: 'Reload' }).click();
    const since = page.getByRole('region', { name: 'New since revision 1' });
    await since.getByText('Revision 2 was prepared by agent “CI” while you looked at revision 1.').waitFor();
    await since.getByText('Something else altogether.').waitFor();
    await expectSound(page, VIEWS[0], 'project-since');
    await decide(page, 'Approve revision 2', 'Approve revision 2');
    await page.getByText('is approved and not public').waitFor();
    await close();
  });

  it('is announced when it changes, with who changed what, before a decision about the old revision', async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder, FULL);
    const { page, close } = await openPage();
    await review(page, builder, draft);
    await editByAgent(app, builder, draft, { url: null, tools: [] });
    // Coming back to the tab asks again, once the last answer is no longer fresh.
    const comeBack = async () => {
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
      return page.getByText('it changes website and tools').count();
    };
    await expect.poll(comeBack, { timeout: ANSWER_MS }).toBe(1);
    await expectSound(page, VIEWS[0], 'project-newer');
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show revision 2' }).click();
    await page.getByRole('button', { name: 'Approve revision 2…' }).waitFor();
    await close();
  });

  it('is shown as text, whatever markup it holds', async () => {
    const builder = await makeBuilder(app);
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const draft = await publishedByAgent(app, builder, {
      title: `A ${evil}`,
      summary: evil,
      description: `${evil}\n**bold**`,
    });
    const { page, complaints, close } = await openPage();
    await review(page, builder, draft, `A ${evil}`);
    const visitor = await openPage();
    await visit(visitor.page, app.url, `/p/${draft.slug}`, `A ${evil}`);
    for (const looked of [page, visitor.page]) {
      await looked.getByText('**bold**').waitFor();
      expect(await looked.locator('main img, main script').count()).toBe(0);
      expect(await looked.title()).toContain('A <img');
    }
    expect([...complaints, ...visitor.complaints]).toEqual([]);
    await visitor.close();
    await close();
  });
});

inBrowser('a project', () => {
  it('is written, edited, approved, withdrawn, approved again and published by its owner alone', async () => {
    const builder = await makeBuilder(app);
    const plan = await makePlan(app, 'payments', builder.person);
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, builder.person);
    await visit(page, app.url, '/me/projects/new', 'Create project');
    await page.getByLabel('Title').fill('Own shop');
    await page.getByLabel('Website').fill('http://shop.example');
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByText('must be an https address').first().waitFor();
    await expect.poll(() => page.getByLabel('Website').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('textbox', { name: 'Summary' }).fill('A shop of my own.');
    await page.getByLabel('Website').fill('https://shop.example');
    await page.getByRole('combobox', { name: 'Tools it uses' }).press('Enter'); // with nothing found yet, it sends nothing
    await page.getByRole('combobox', { name: 'Tools it uses' }).fill('stripe');
    await page.getByRole('option', { name: 'Stripe', exact: true }).click();
    await page.getByLabel('What Stripe does').fill('payments');
    await page.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: plan.title }).click();
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Own shop' }).waitFor();
    await page.getByRole('link', { name: plan.title }).waitFor();
    await page.getByText('prepared by you').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('For later');
    await page.getByRole('button', { name: 'Save as revision 2' }).click();
    await page.getByRole('button', { name: 'Approve revision 2…' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve revision 2' }).press('Enter');
    // The way on, and not the act that takes the approval back, which stands before it.
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Publish…');
    await decide(page, 'Withdraw approval', 'Withdraw approval');
    await decide(page, 'Approve revision 2', 'Approve revision 2');
    await decide(page, 'Publish', 'Publish');
    await page.getByRole('region', { name: 'What is public' }).getByText('A shop of my own.').waitFor();
    await visit(page, app.url, '/me/projects?status=PUBLISHED', 'Projects');
    await page.getByRole('row', { name: /Own shop.*published.*nothing to decide.*Stripe/ }).waitFor();
    await page.getByRole('button', { name: 'waiting for you' }).click();
    await page.getByText('Nothing matches.').waitFor();
    await expect.poll(() => page.url()).toContain('status=waiting');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows only what changes for the public once something of it is public, and the list says so', async () => {
    const builder = await makeBuilder(app);
    const draft = await publishedByAgent(app, builder, FULL);
    await editByAgent(app, builder, draft, { summary: 'Reminds customers of overdue invoices.', note: 'New note' });
    const { page, close } = await openPage();
    await review(page, builder, draft);
    const changes = page.getByRole('region', { name: 'What changes for the public' });
    await changes.getByText('overdue').waitFor();
    expect(await changes.getByText('Stripe').count()).toBe(0);
    await visit(page, app.url, '/me/projects', 'Projects');
    await page.getByRole('row', { name: /waits for your approval\s*: summary/ }).waitFor();
    await close();
  });

  it('keeps what was typed when another user has written a revision meanwhile', async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder, FULL);
    const { page, close } = await openPage();
    await signIn(page, app.url, builder.person);
    await visit(page, app.url, `${addressOf(draft)}/edit`, `Edit ${TITLE}`);
    await page.getByRole('textbox', { name: 'Note' }).fill('Typed by hand');
    await editByAgent(app, builder, draft, { summary: 'By the agent meanwhile.' });
    await page.getByRole('button', { name: 'Save as revision 2' }).click();
    await page.getByText('The project is at revision 2, written by an agent.').waitFor();
    await expectSound(page, VIEWS[0], 'project-edit-stale');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Save as revision 3' }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Typed by hand');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue())
      .toBe('By the agent meanwhile.');
    await page.getByRole('button', { name: 'Save as revision 3' }).click();
    await page.getByRole('heading', { level: 1, name: TITLE, exact: true }).waitFor();
    expect(await readStored(app, builder, draft)).toMatchObject({
      revision: 3,
      note: 'Typed by hand',
      summary: 'By the agent meanwhile.',
    });
    await close();
  });

  it('does not exist for anyone else, and neither does a made-up one', async () => {
    const draft = await draftByAgent(app, await makeBuilder(app), FULL);
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    for (const address of [addressOf(draft), `${addressOf(draft)}/edit`, '/me/projects/prj_made-up'])
      await visit(page, app.url, address, 'There is no such project');
    await close();
  });

  it('says what to do before it can be approved, to a person whose address is not verified', async () => {
    const builder = await makeBuilder(app, { verified: false });
    const draft = await draftByAgent(app, builder);
    const { page, close } = await openPage();
    await review(page, builder, draft);
    await page.getByText(`verify your address first: open the link that was sent to ${builder.person.email}`).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Approve revision 1…' }).isDisabled()).toBe(true);
    await expectSound(page, VIEWS[0], 'project-unverified');
    await close();
  });

  it('shows what a proof would make public before it is made, and then stands with it on the public page', async () => {
    const builder = await makeBuilder(app);
    const draft = await publishedByAgent(app, builder, FULL);
    await proveFirstTool(app, draft);
    const visitor = await openPage();
    const stripe = (within: Page) => within.getByRole('listitem').filter({ hasText: 'Stripe' });
    await visit(visitor.page, app.url, `/p/${draft.slug}`, TITLE);
    await stripe(visitor.page).getByText('self-reported').waitFor();
    const { page, close } = await openPage();
    await review(page, builder, draft);
    await page.getByRole('button', { name: 'Publish proof…' }).click();
    const shown = dialog(page).getByRole('list', { name: 'What the proof shows' });
    await shown.getByText('retained 18 Jan 2026').waitFor();
    expect(await readStored(app, builder, draft)).toMatchObject({ proof: null });
    await dialog(page).getByRole('button', { name: 'Publish proof' }).click();
    await page.getByRole('list', { name: 'Public proof' }).getByText('retained 18 Jan 2026').waitFor();
    await visitor.page.reload();
    await visitor.page.getByText('when the owner made the states public').waitFor();
    const text = (await stripe(visitor.page).innerText()).split(/\s*\n\s*/).join(' ');
    expect(text).toContain('retained first-party');
    expect(text).toContain('activated 10 Jan 2026 · retained 18 Jan 2026');
    await visitor.page.getByRole('listitem').filter({ hasText: 'Supabase' }).getByText('self-reported').waitFor();
    await visitor.close();
    await close();
  });

  it('is listed by search engines once its owner agrees, and taken off again', async () => {
    const builder = await makeBuilder(app);
    const draft = await publishedByAgent(app, builder, FULL);
    const { page, complaints, close } = await openPage();
    await review(page, builder, draft);
    await page.getByText(/^Not listed: /).waitFor();
    await decide(page, 'List the page', 'List the page');
    await page.getByText(/^Listed: /).waitFor();
    expect(await (await page.request.get(`${app.url}/sitemap.xml`)).text()).toContain(`/p/${draft.slug}</loc>`);
    await keepPicture(page, 'project-listed');
    await decide(page, 'Take off the lists', 'Take off the lists');
    await page.getByText(/^Not listed: /).waitFor();
    expect(await (await page.request.get(`${app.url}/sitemap.xml`)).text()).not.toContain(`/p/${draft.slug}</loc>`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is gone for the public once it is archived, and can’t be edited any more', async () => {
    const builder = await makeBuilder(app);
    const draft = await publishedByAgent(app, builder, FULL);
    const { page, close } = await openPage();
    await review(page, builder, draft);
    await decide(page, 'Archive', 'Archive revision 1');
    await page.getByText('This project is archived').waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    const visitor = await openPage();
    await visit(visitor.page, app.url, `/p/${draft.slug}`, 'Page not found');
    expect((await visitor.page.request.get(`${app.url}/api/projects/${draft.slug}`)).status()).toBe(404);
    await visitor.close();
    await close();
  });
});
