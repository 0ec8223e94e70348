import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { unique } from '../setup/cast.js';
import { earlierBy, query } from '../setup/database.js';
import { approve, makeDraft } from '../setup/drafts.js';
import { makeLinkedCompany } from '../setup/evidence.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { makePerson, type Person } from '../setup/people.js';
import { makePlan } from '../setup/plans.js';
import { askImport, decide, skillText } from '../setup/skills.js';
import { makeToken, revokeToken } from '../setup/tokens.js';
import { connect, report, slugOf } from '../setup/usage.js';
import { expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

const ALL = ['project:read', 'tools:read', 'project:publish'];

let app: TestApp;
let outside: Outside;

beforeAll(async () => {
  outside = await startOutside();
  app = await startApp({ env: { OUTBOUND_ALLOW: outside.host } });
});
afterAll(async () => {
  await app.close();
  await outside.close();
});

interface Scene {
  readonly person: Person;
  readonly token: string;
}

async function makeAgent(): Promise<Scene> {
  const person = await makePerson(app);
  const { token } = await makeToken(app, person, { name: 'Laptop', scopes: ALL });
  return { person, token };
}

/** A skill that an agent imported; answers what decisions about it name. */
async function makeSkill(token: string, name: string): Promise<{ skillId: string; digest: string }> {
  const skillUrl = outside.serve(`/${unique()}/SKILL.md`, skillText(name));
  const reply = await askImport(app, token, { skillUrl, confirm: true, status: 'DRAFT' }, unique());
  if (reply.status !== 201) throw new Error(`not imported: ${reply.text}`);
  return { skillId: reply.body.skill.id ?? '', digest: reply.body.skill.digest };
}

/** Shares receipts of a tool with its vendor for so many days; answers the tool's id. */
async function connectFor(person: Person, days: number): Promise<string> {
  const { toolId } = await makeLinkedCompany(app);
  const { id } = await connect(app, person, slugOf(toolId));
  await query(app.databaseUrl, `update tool_connection set expires_at = now() + $2 * interval '1 day' where id = $1`, [
    id?.slice(4),
    days,
  ]);
  return toolId;
}

/** Has every receipt of a tool come to where the relay brings it after hours of failures. */
const failDeliveries = (toolId: string, daysAgo: number) =>
  query(
    app.databaseUrl,
    `update usage_receipt set state = 'failed', failure = 'delivery_failed', attempts = 6, next_attempt_at = null,
       updated_at = now() - $2 * interval '1 day' where tool_id = $1`,
    [toolId.slice(4), daysAgo],
  );

/** A person for whom one thing of every kind waits. */
async function makeEverything(): Promise<Scene> {
  const scene = await makeAgent();
  const { person, token } = scene;
  await makeDraft(app, token, { title: 'A queue without a server' });
  await makeToken(app, person, { name: 'CI of the queue', expiresInDays: 5 });
  await makePlan(app, 'payments and login', person);
  const toolId = await connectFor(person, 10);
  await report(app, token, { toolId });
  await failDeliveries(toolId, 0);
  await makeSkill(token, 'release-notes');
  const suspended = await makeSkill(token, 'code-review');
  await decide(app, person, 'verifyAgentSkill', suspended);
  await decide(app, person, 'publishAgentSkill', suspended);
  const { skillId } = suspended;
  const reply = await decide(app, person, 'suspendAgentSkill', { skillId, reason: 'It asks for too much' });
  expect(reply.errors).toEqual([]);
  // No one without a verified address publishes a skill, so the proof is taken back when one is published.
  await query(app.databaseUrl, 'update auth."user" set "emailVerified" = false where id = $1', [person.id.slice(4)]);
  return scene;
}

inBrowser.each(VIEWS)('one’s own home, $theme, $width pixels wide', (view) => {
  it('has no barrier with something and with nothing to decide', async () => {
    const { page, complaints, close } = await openPage(view);
    const { person } = await makeEverything();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me', 'Home');
    await page.getByRole('link', { name: 'A queue without a server' }).waitFor();
    await expectSound(page, view, 'own-home');
    await close();
    const calm = await openPage(view);
    await signIn(calm.page, app.url, await makePerson(app));
    await visit(calm.page, app.url, '/me', 'Home');
    await calm.page.getByText('Nothing waits for you.').waitFor();
    await expectSound(calm.page, view, 'own-home-calm');
    expect([...complaints, ...calm.complaints]).toEqual([]);
    await calm.close();
  });
});

inBrowser('the cockpit on one’s own home', () => {
  const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

  it('shows agents by their last call, steps of plans, the week’s use, the month’s money and credits', async () => {
    const { person, token } = await makeAgent();
    const plan = await makePlan(app, 'payments and login', person);
    const step = (order: number) =>
      askGraphql(
        app,
        'mutation ($input: SetPlanStepInput!) { setPlanStep(input: $input) { stepCount } }',
        { input: { planId: plan.id, order, done: true } },
        { token },
      );
    expect((await step(1)).errors).toEqual([]);
    const month = new Date().toISOString().slice(0, 7);
    const money = await askGraphql(
      app,
      `mutation ($month: String!) {
        setSpendBudget(input: { provider: coding_agent, currency: EUR, amountCents: 10000 }) { state }
        recordSpend(input: { provider: coding_agent, currency: EUR, month: $month, amountCents: 8500, source: user_reported }) { replaced }
      }`,
      { month },
      person,
    );
    expect(money.errors).toEqual([]);
    await report(app, token, { toolSlug: 'stripe', success: true });
    const { page, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me', 'Home');
    await panel(page, 'Agents at work').getByText('last call').waitFor();
    await panel(page, 'Plans').getByText(`1 of ${plan.brief.steps.length} steps`).waitFor();
    await panel(page, 'Use in 7 days').getByText('1 call, 0 failed').waitFor();
    await panel(page, /^Spending in/)
      .getByText('€85.00 of €100.00')
      .waitFor();
    await panel(page, /^Spending in/)
      .getByText('€15.00 left')
      .waitFor();
    await page.getByRole('row', { name: /^Budget: coding agent, EUR budget nearly used 85 % of the budget/ }).waitFor();
    await panel(page, 'Credits that fit')
      .getByRole('link', { name: /State a few facts/ })
      .waitFor();
    await close();
  });

  it('names the tool that fails more than in the week before, with a plan that leaves it out one click away', async () => {
    const { person, token } = await makeAgent();
    const age = (days: number) =>
      query(
        app.databaseUrl,
        `update usage_receipt set created_at = ${earlierBy('created_at', '$2::int * 86400')} where user_id = $1`,
        [person.id.slice(4), days],
      );
    await report(app, token, { toolSlug: 'stripe', success: true });
    await age(8);
    for (let failed = 0; failed < 3; failed += 1) await report(app, token, { toolSlug: 'stripe', success: false });
    const { page, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me', 'Home');
    await panel(page, 'Use in 7 days')
      .getByText('began to fail: 3 calls failed, and none in the 7 days before')
      .waitFor();
    await panel(page, 'Use in 7 days').getByRole('link', { name: 'See alternatives' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    await expect.poll(() => page.url()).toContain('exclude=stripe');
    await close();
  });
});

inBrowser('one’s own home', () => {
  it('names everything that waits for a decision, why, and where it is decided', async () => {
    const { person } = await makeEverything();
    const { page, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me', 'Home');
    const rows = page.getByRole('table', { name: 'Waiting for you' }).locator('tbody tr');
    const expected = [
      ['skill suspended', 'Out of the public: It asks for too much', '#/me/skills/skl_'],
      ['draft to approve', '“Laptop” wrote revision 1; it stays private until you approve it.', '#/me/projects/prj_'],
      ['token expires soon', 'ends in 5 days', '#/me/tokens'],
      ['connection ends soon', 'Its vendor gets no receipts after that', '#/me/connections?tool='],
      ['delivery failed', '1 receipt did not reach its vendor after every attempt', '#/me/usage-receipts?state=failed'],
      ['skill to verify', 'A private draft: verify it against its source', '#/me/skills/skl_'],
    ] as const;
    await expect.poll(() => rows.count()).toBe(expected.length);
    await expect.poll(() => page.getByText(/verify your address/i).count()).toBe(1);
    for (const [index, [kind, why, to]] of expected.entries()) {
      const row = rows.nth(index);
      await row.getByText(kind).waitFor();
      await row.getByText(why).waitFor();
      await expect.poll(() => row.getByRole('link').getAttribute('href')).toContain(to);
    }
    await close();
  });

  it('leaves out what no one has to decide: a draft of one’s own, a revoked token, another user’s work', async () => {
    await makeEverything();
    const { person, token } = await makeAgent();
    const ending = await makeToken(app, person, { name: 'CI', expiresInDays: 5 });
    await approve(app, person, await makeDraft(app, token, { title: 'Approved already' }));
    const own = await askGraphql(
      app,
      'mutation ($input: ProjectDraftInput!) { createProjectDraft(input: $input) { reviewUrl } }',
      { input: { title: 'My own draft', summary: 'Not ready.' } },
      person,
    );
    expect(own.errors).toEqual([]);
    const { page, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me', 'Home');
    await page.getByRole('row', { name: /^Approved already approved, to publish/ }).waitFor();
    await page.getByRole('row', { name: /^CI token expires soon/ }).waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Waiting for you' }).locator('tbody tr').count()).toBe(2);
    await revokeToken(app, person, ending.tokenId);
    await page.reload();
    await page.getByRole('row', { name: /^Approved already/ }).waitFor();
    expect(await page.getByRole('row', { name: /^CI / }).count()).toBe(0);
    await close();
  });

  it('tells of a connection that ends soon and of what was lately not delivered, and of nothing older', async () => {
    const { person, token } = await makeAgent();
    const [ending, lasting] = [await connectFor(person, 10), await connectFor(person, 20)];
    for (const toolId of [ending, lasting, lasting]) await report(app, token, { toolId, success: true });
    await failDeliveries(ending, 15);
    await failDeliveries(lasting, 1);
    const { page, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me', 'Home');
    const soon = page.getByRole('row', { name: /connection ends soon/ });
    await soon.getByText('ends in 10 days').waitFor();
    await expect
      .poll(() => soon.getByRole('link').getAttribute('href'))
      .toBe(`#/me/connections?tool=${slugOf(ending)}`);
    const undelivered = page.getByRole('row', { name: /delivery failed/ });
    await undelivered.getByText('2 receipts did not reach its vendor').waitFor();
    await expect
      .poll(() => undelivered.getByRole('link').getAttribute('href'))
      .toBe('#/me/usage-receipts?state=failed');
    await expect.poll(() => page.getByRole('table', { name: 'Waiting for you' }).locator('tbody tr').count()).toBe(2);
    await close();
  });

  it('is calm when nothing waits, and leads to the next sensible step', async () => {
    const { page, close } = await openPage();
    const person = await makePerson(app);
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me', 'Home');
    await page.getByText('Nothing waits for you.').waitFor();
    await page.getByRole('link', { name: 'Connect an agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
    await makeToken(app, person);
    await visit(page, app.url, '/me', 'Home');
    await page.reload();
    await page.getByRole('link', { name: 'Read a plan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    await close();
  });
});
