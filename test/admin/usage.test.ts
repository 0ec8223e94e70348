import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { linkTool, setDomainVerified } from '../setup/evidence.js';
import { setQueueAway } from '../setup/jobs.js';
import { makeCompany } from '../setup/people.js';
import { approveByPerson, draftByAgent, publishByAgent } from '../setup/projects.js';
import {
  connect,
  type Developer,
  makeDeveloper,
  makeSharing,
  receiptsOf,
  report,
  revoke,
  runJobs,
  USAGE_PATH,
} from '../setup/usage.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

/** A tool of the directory, which a project can list. */
const LISTED = 'stripe';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const company = await makeCompany(app);
  await setDomainVerified(app, company.organizationId);
  const [stripe] = await query<{ id: string }>(app.databaseUrl, 'select id from tool where slug = $1', [LISTED]);
  await linkTool(app, company, `tol_${stripe?.id}`);
});
afterAll(() => app.close());

const open = async (page: Page, person: { email: string; password: string }, filter = '') => {
  await signIn(page, app.url, person);
  await visit(page, app.url, `/me/usage${filter}`, 'Usage');
};
const rows = (page: Page) => page.getByRole('table', { name: 'Usage' }).locator('tbody tr');
const row = (page: Page, text: string) => page.getByRole('row', { name: new RegExp(text) });

/** Has a receipt come to where the relay brings it after hours of failures. */
const setState = (id: string, state: 'queued' | 'failed', attempts: number) =>
  query(
    app.databaseUrl,
    `update usage_receipt set state = $2, attempts = $3, failure = case when $2 = 'failed' then 'delivery_failed' end,
       next_attempt_at = case when $2 = 'queued' then now() + interval '30 minutes' end where id = $1`,
    [id.slice(4), state, attempts],
  );

async function reported(token: string, body: Record<string, unknown>): Promise<string> {
  const reply = await report(app, token, body);
  if (reply.status > 202) throw new Error(`not reported: ${reply.text}`);
  return reply.body.receipt.id;
}

/** A developer with a receipt in every state, each of a kind of its own; one names a project. */
async function makeEveryState(): Promise<{ developer: Developer; projectId: string }> {
  const [developer, toolSlug] = [await makeDeveloper(app), LISTED];
  const connection = await connect(app, developer, toolSlug);
  const { token, ...person } = developer;
  const builder = { person, token };
  const draft = await draftByAgent(app, builder, { title: 'A queue without a server', tools: [{ slug: toolSlug }] });
  await approveByPerson(app, builder, draft);
  const { id: projectId } = (await publishByAgent(app, builder, draft)).body.project;
  await reported(token, {
    toolSlug,
    receiptType: 'model_call',
    success: true,
    durationMs: 1_250,
    spendCents: 0.0042,
    projectId,
  });
  await runJobs(app);
  await reported(token, { toolSlug, receiptType: 'search' });
  await revoke(app, developer, connection);
  await reported(token, { toolSlug, receiptType: 'build', success: false, durationMs: 0, spendCents: 0 });
  await connect(app, developer, toolSlug);
  await setQueueAway(app, true);
  await reported(token, { toolSlug, receiptType: 'spend', spendCents: 123_456.5 }).finally(() =>
    setQueueAway(app, false),
  );
  await setState(await reported(token, { toolSlug, receiptType: 'tool_call', durationMs: 90_000 }), 'failed', 6);
  await setState(await reported(token, { toolSlug, receiptType: 'mcp_tool_call', success: true }), 'queued', 2);
  await reported(token, { toolSlug, receiptType: 'api_call', success: true });
  return { developer, projectId };
}

inBrowser.each(VIEWS)('usage, $theme, $width pixels wide', (view) => {
  it('has no barrier and nothing to scroll sideways with no receipt, with all kinds and with none in a state', async () => {
    const { page, complaints, close } = await openPage(view);
    await open(page, await makeDeveloper(app));
    await page.getByText('Receipts will be listed here').waitFor();
    await expectSound(page, view, 'usage-none');
    await close();
    const all = await openPage(view);
    const { developer } = await makeEveryState();
    await open(all.page, developer);
    await all.page.getByText('delivered', { exact: true }).last().waitFor();
    await expectSound(all.page, view, 'usage');
    await query(app.databaseUrl, `delete from usage_receipt where user_id = $1 and state = 'stored'`, [
      developer.id.slice(4),
    ]);
    await visit(all.page, app.url, '/me/usage?state=stored', 'Usage');
    await all.page.getByText('Nothing matches.').waitFor();
    await expectSound(all.page, view, 'usage-none-stored');
    expect([...complaints, ...all.complaints]).toEqual([]);
    await all.close();
  });
});

inBrowser('the board of usage', () => {
  it('shows calls, failures, durations and known cost by tool, and leads from a figure to its receipts', async () => {
    const developer = await makeDeveloper(app);
    const { token } = developer;
    await reported(token, { toolSlug: LISTED, success: true, durationMs: 100, spendCents: 150 });
    await reported(token, { toolSlug: LISTED, success: false, durationMs: 2_000 });
    const { page, close } = await openPage();
    await open(page, developer);
    const line = page.getByRole('table', { name: 'Tools' }).locator('tbody tr');
    await expect.poll(() => line.count()).toBe(1);
    const cells = line.first().getByRole('cell');
    await expect
      .poll(() => cells.allInnerTexts())
      .toEqual(['Stripe', '2', '0', '1 (50 %)', '100 ms', '2 s', 'at least $1.50']);
    await line.first().getByRole('link', { name: '1', exact: true }).click();
    await expect.poll(() => page.url()).toContain('result=failed');
    await expect.poll(() => rows(page).count()).toBe(1);
    await close();
  });
});

inBrowser('the list of receipts', () => {
  it('says of each what was reported, in its own units, and what became of it', async () => {
    const { developer, projectId } = await makeEveryState();
    const { page, complaints, close } = await openPage();
    await open(page, developer);
    await page.getByText('Queued is not confirmed delivery.').waitFor();
    const expected = [
      ['API call', ['succeeded', 'queued']],
      ['MCP tool call', ['succeeded', 'queued', '2 failed attempts, next in 30 minutes']],
      ['tool call', ['not reported', '1.5 min', 'delivery failed', '6 failed attempts']],
      ['spend', ['not reported', '$1,234.565', 'waits for the queue']],
      ['build', ['failed', '0 ms', '0 ¢', 'stored for you']],
      ['search', ['not reported', 'stopped']],
      ['model call', ['succeeded', '1.25 s', '0.0042 ¢', 'delivered']],
    ] as const;
    await rows(page).first().waitFor();
    const facts = rows(page).filter({ has: page.locator('td:nth-child(8)') });
    await expect.poll(() => facts.count()).toBe(expected.length);
    for (const [index, [kind, texts]] of expected.entries()) {
      await facts.nth(index).getByText(kind, { exact: true }).waitFor();
      for (const text of texts) await facts.nth(index).getByText(text).first().waitFor();
    }
    const panel = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Next' }) });
    await facts.nth(2).getByText('delivery failed').click();
    await panel.getByText('Every attempt failed on our side').waitFor();
    await facts.nth(5).getByRole('link').press('Enter');
    await panel.getByText('You revoked the connection before it was delivered.').waitFor();
    await panel.getByRole('button', { name: 'Next' }).click();
    const project = page.getByRole('link', { name: 'A queue without a server' });
    await expect.poll(() => project.getAttribute('href')).toBe(`#/me/projects/${projectId}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is narrowed to a state that stands in the address', async () => {
    const { developer } = await makeEveryState();
    const { page, close } = await openPage();
    await open(page, developer, '?state=failed');
    await row(page, 'delivery failed').waitFor();
    expect(await page.getByText('queued', { exact: true }).count()).toBe(1); // the chip of the filter
    await expect
      .poll(() => page.getByRole('button', { name: 'delivery failed' }).getAttribute('aria-pressed'))
      .toBe('true');
    for (const [word, value, shown] of [
      ['queued', 'queued', ['API call', 'MCP tool call', 'spend']],
      ['delivered', 'delivered', ['model call']],
      ['stopped', 'stopped', ['search']],
      ['stored for you', 'stored', ['build']],
    ] as const) {
      await page.getByRole('button', { name: word, exact: true }).click();
      await expect.poll(() => page.url()).toContain(`?state=${value}`);
      for (const kind of shown) await row(page, kind).first().waitFor();
      await expect
        .poll(() =>
          rows(page)
            .filter({ has: page.locator('td:nth-child(8)') })
            .count(),
        )
        .toBe(shown.length);
    }
    await page.getByRole('button', { name: 'Every state' }).click();
    await row(page, 'delivery failed').waitFor();
    await close();
  });

  it('shows a queued receipt as delivered once the vendor has it', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    await reported(developer.token, { toolSlug });
    const { page, close } = await openPage();
    await open(page, developer);
    await rows(page).getByText('queued', { exact: true }).waitFor();
    await runJobs(app);
    await page.reload();
    await rows(page).getByText('delivered', { exact: true }).waitFor();
    await close();
  });

  it('is read further, without a gap or a repetition', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    for (let calls = 1; calls <= 28; calls += 1) await reported(developer.token, { toolSlug, durationMs: calls });
    const { page, close } = await openPage();
    await open(page, developer);
    await expect.poll(() => rows(page).count()).toBe(25);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows(page).count()).toBe(28);
    const took = await rows(page).locator('td:nth-child(6)').allTextContents();
    expect(took).toEqual(Array.from({ length: 28 }, (_, index) => `${28 - index} ms`));
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    await close();
  });

  it('begins with a command that the service takes once it is filled in, and that stores nothing before', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    const { page, close } = await openPage();
    await open(page, developer);
    const command = (await page.getByRole('region', { name: 'command that reports a use' }).textContent()) ?? '';
    expect(command).toContain(`curl -sS ${app.url}${USAGE_PATH}`);
    expect(command).toContain('Authorization: Bearer $DAI_TOKEN');
    const body = command.slice(command.indexOf("'{") + 1, command.lastIndexOf("'"));
    const send = (text: string) => ask(app.url + USAGE_PATH, { token: developer.token, body: text });
    expect((await send(body)).status).toBe(404);
    expect(await receiptsOf(app, developer.token)).toEqual([]);
    const filled = body.replace('TOOL_SLUG', toolSlug).replace('KEY_OF_THE_CALL', randomUUID());
    expect((await send(filled)).status).toBe(202);
    await page.reload();
    const cost = row(page, '840 ms').getByTitle('US cents, as reported');
    await expect.poll(() => cost.allInnerTexts()).toEqual(['0.25 ¢']);
    await close();
  });

  it('is no one else’s', async () => {
    await makeEveryState();
    const { page, close } = await openPage();
    await open(page, await makeDeveloper(app));
    await page.getByText('Receipts will be listed here').waitFor();
    await page.getByRole('link', { name: 'Create token' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
    await close();
  });
});
