import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadOffers } from '../../server/offers/index.js';
import { planLetterJob } from '../../server/planning/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { workOf } from '../setup/jobs.js';
import { makePerson, type Person } from '../setup/people.js';
import { addTools, changeTools, makeFacts, savePlan, TRIAL } from '../setup/plans.js';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startApp();
  person = await makePerson(app);
});
afterAll(() => app.close());

interface Saved {
  id: string;
  letters: boolean;
  changes: { kind: string; tool: string; before: string | null; after: string | null; detail: string }[];
}

let made = 0;
/** A plan with a tool of its own, which a test may change. */
async function planWithTool(owner: Person = person): Promise<{ planId: string; slug: string }> {
  made += 1;
  const slug = `watched-tool-${made}`;
  await addTools(
    app,
    makeFacts(slug, { pricing: { model: 'freemium', freeTier: '100 calls a day', url: null }, categories: [TRIAL] }),
  );
  const saved = await savePlan(app, { intent: 'payments', constraints: { prefer: [slug], category: [TRIAL] } }, owner);
  const plan = saved.data?.savePlan;
  expect(plan?.brief.stack.map(({ tool }) => tool.slug)).toEqual([slug]);
  return { planId: plan?.id ?? '', slug };
}
const read = async (planId: string, caller: Person = person) =>
  (
    await askGraphql<{ savedPlan: Saved }>(
      app,
      'query ($planId: ID!) { savedPlan(planId: $planId) { id letters changes { kind tool before after detail } } }',
      { planId },
      caller,
    )
  ).data?.savedPlan;
const setLetters = (planId: string, wanted: boolean, caller: Person = person) =>
  askGraphql<{ setPlanLetters: Saved }>(
    app,
    'mutation ($input: SetPlanLettersInput!) { setPlanLetters(input: $input) { id letters } }',
    { input: { planId, wanted } },
    caller,
  );
const price = (slug: string, model: string) =>
  changeTools(app, [slug], 'update tool set pricing_model = $2 where slug = $1', [slug, model]);
const run = () => planLetterJob(loadOffers).run(workOf(app), {});
const lettersAbout = (slug: string) =>
  query<{ recipient: string; body: string; link: string; unsubscribe: string }>(
    app.databaseUrl,
    'select recipient, body, link, unsubscribe from mail where body like $1 order by created_at',
    [`%${slug}:%`],
  );
const endsOf = async (planId: string) =>
  (
    await query(app.databaseUrl, `select 1 from audit_entry where resource_id = $1 and action = 'plan.no_letters'`, [
      planId,
    ])
  ).length;
const stopAt = (address: string, method: string) => fetch(address, { method, redirect: 'manual' });

describe('a saved plan', () => {
  it('says what changed since it was saved, and nothing before', async () => {
    const { planId, slug } = await planWithTool();
    expect((await read(planId))?.changes).toEqual([]);
    await changeTools(
      app,
      [slug],
      `update tool set pricing_model = 'subscription', free_tier = null, maturity = 'deprecated' where slug = $1`,
      [slug],
    );
    expect((await read(planId))?.changes).toEqual([
      { kind: 'price', tool: slug, before: 'freemium', after: 'subscription', detail: expect.stringContaining(slug) },
      { kind: 'free_tier', tool: slug, before: '100 calls a day', after: null, detail: expect.stringContaining(slug) },
      { kind: 'end_of_life', tool: slug, before: 'stable', after: 'deprecated', detail: expect.stringContaining(slug) },
    ]);
    await changeTools(app, [slug], 'update tool set listed = false where slug = $1', [slug]);
    expect((await read(planId))?.changes.map(({ kind }) => kind)).toEqual(['no_longer_listed']);
  });
});

describe('a letter about a plan', () => {
  it('is sent to no one who did not agree to it', async () => {
    const { slug } = await planWithTool();
    await price(slug, 'subscription');
    await run();
    expect(await lettersAbout(slug)).toEqual([]);
  });

  it('says each change once, to who agreed, and none of before they agreed', async () => {
    const { planId, slug } = await planWithTool();
    await changeTools(app, [slug], `update tool set free_tier = 'none of our words' where slug = $1`, [slug]);
    expect((await setLetters(planId, true)).data?.setPlanLetters.letters).toBe(true);
    await run();
    expect(await lettersAbout(slug)).toEqual([]);
    await price(slug, 'subscription');
    await run();
    await run();
    const letters = await lettersAbout(slug);
    expect(letters.map(({ recipient }) => recipient)).toEqual([person.email]);
    expect(letters[0]?.body).toContain(`${slug}: it is priced another way.`);
    expect(letters[0]?.body).not.toContain('free tier');
    expect(letters[0]?.link).toBe(`${app.url}/admin/#/workbench/plans/${planId}`);
    await price(slug, 'usage');
    await run();
    expect(await lettersAbout(slug)).toHaveLength(2);
  });

  it('ends by its link without a sign-in, once a button is pressed and not when the page is opened', async () => {
    const { planId, slug } = await planWithTool();
    await setLetters(planId, true);
    await price(slug, 'subscription');
    await run();
    const [letter] = await lettersAbout(slug);
    const address = letter?.unsubscribe ?? '';
    expect(letter?.body).toContain(address);
    const opened = await stopAt(address, 'GET');
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect((await read(planId))?.letters).toBe(true);
    expect((await stopAt(address, 'POST')).status).toBe(200);
    expect((await read(planId))?.letters).toBe(false);
    await price(slug, 'usage');
    await run();
    expect(await lettersAbout(slug)).toHaveLength(1);
  });

  it('takes the press of a mail program as often as it comes, and ends the letters once', async () => {
    const owner = await makePerson(app);
    const { planId, slug } = await planWithTool(owner);
    await setLetters(planId, true, owner);
    await price(slug, 'subscription');
    await run();
    const address = (await lettersAbout(slug))[0]?.unsubscribe ?? '';
    const press = () =>
      fetch(address, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    const atOnce = await Promise.all([press(), press(), press()]);
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200]);
    const again = await press();
    expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('The letters have ended.')]);
    expect((await stopAt(address, 'GET')).status).toBe(200);
    expect(await endsOf(planId)).toBe(1);
  });

  it('ends by the link of an earlier letter, also what the person agreed to again', async () => {
    const owner = await makePerson(app);
    const { planId, slug } = await planWithTool(owner);
    await setLetters(planId, true, owner);
    await price(slug, 'subscription');
    await run();
    const address = (await lettersAbout(slug))[0]?.unsubscribe ?? '';
    await setLetters(planId, false, owner);
    expect((await stopAt(address, 'POST')).status).toBe(200);
    expect(await endsOf(planId)).toBe(1);
    await setLetters(planId, true, owner);
    expect((await stopAt(address, 'POST')).status).toBe(200);
    expect((await read(planId, owner))?.letters).toBe(false);
    expect(await endsOf(planId)).toBe(2);
  });

  it('has a link that ends with its plan', async () => {
    const owner = await makePerson(app);
    const { planId, slug } = await planWithTool(owner);
    await setLetters(planId, true, owner);
    await price(slug, 'subscription');
    await run();
    const address = (await lettersAbout(slug))[0]?.unsubscribe ?? '';
    const removed = await askGraphql(
      app,
      'mutation ($input: DeletePlanInput!) { deletePlan(input: $input) }',
      { input: { planId, revision: 1 } },
      owner,
    );
    expect(removed.errors).toEqual([]);
    expect((await stopAt(address, 'POST')).status).toBe(404);
  });

  it('stores no secret, and names consent and its end in the person’s chain', async () => {
    const owner = await makePerson(app);
    const { planId, slug } = await planWithTool(owner);
    await setLetters(planId, true, owner);
    await price(slug, 'subscription');
    await run();
    const [letter] = await lettersAbout(slug);
    const secret = letter?.unsubscribe.split('/').at(-1) ?? '';
    const stored = await query<{ hash: string }>(
      app.databaseUrl,
      `select encode(secret_hash, 'escape') as hash from plan_letter_link where plan_id = $1`,
      [planId.replace('pln_', '')],
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.hash).not.toContain(secret);
    await setLetters(planId, false, owner);
    const entries = await query(
      app.databaseUrl,
      'select actor, action from audit_entry where resource_id = $1 order by sequence',
      [planId],
    );
    expect(entries).toEqual(
      ['plan.save', 'plan.letters', 'plan.no_letters'].map((action) => ({ actor: owner.id, action })),
    );
  });
});

describe('setPlanLetters', () => {
  it('refuses an address that is not verified, and another person’s plan', async () => {
    const unverified = await makePerson(app, { verified: false });
    const { planId } = await planWithTool(unverified);
    expect((await setLetters(planId, true, unverified)).errors[0]?.extensions.code).toBe('STATE_CONFLICT');
    const mine = await planWithTool();
    expect((await setLetters(mine.planId, true, unverified)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await read(mine.planId))?.letters).toBe(false);
  });
});

describe('GET and POST /letters/stop/{secret} · 404', () => {
  it('knows no secret but those of letters', async () => {
    expect((await stopAt(`${app.url}/letters/stop/${'a'.repeat(32)}`, 'POST')).status).toBe(404);
  });
});
