import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makePerson, type Person } from '../setup/people.js';
import { addTools, askBrief, makeFacts, makePlan, PLAN, type Plan, savePlan, TRIAL } from '../setup/plans.js';
import { createToken } from '../setup/tokens.js';

const DAY_MS = 86_400_000;
let app: TestApp;
let person: Person;
let other: Person;
beforeAll(async () => {
  app = await startApp();
  person = await makePerson(app);
  other = await makePerson(app);
});
afterAll(() => app.close());

let requested = 0;
/** The receipt of a brief that no other test asks for. */
const receipt = async (intent = 'payments and login'): Promise<string> => {
  requested += 1;
  const reply = await askBrief(app, `${intent} number ${requested}`);
  return reply.data?.buildBrief.receiptId ?? '';
};
const rows = async (): Promise<number> =>
  (await query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from saved_plan'))[0]?.n ?? -1;
const problem = (reply: {
  errors: { extensions: { code: string; errors?: { pointer: string; code: string }[] } }[];
}) => [
  reply.errors[0]?.extensions.code,
  reply.errors[0]?.extensions.errors?.[0]?.pointer,
  reply.errors[0]?.extensions.errors?.[0]?.code,
];

describe('savePlan', () => {
  it('stores the brief as it was read, for the person who is signed in, with an audit entry', async () => {
    const { data } = await askBrief(app, 'payments and login');
    const saved = (await savePlan(app, { receiptId: data?.buildBrief.receiptId, title: ' My shop ' }, person)).data
      ?.savePlan;
    const { saved: _s, planId: _p, receiptId, saveUrl: _u, ...content } = data?.buildBrief ?? ({} as never);
    expect(saved).toMatchObject({
      title: 'My shop',
      goal: 'payments and login',
      revision: 1,
      changedSinceReceipt: false,
      receiptId,
    });
    expect(saved?.brief).toEqual(content);
    expect(saved?.id).toMatch(/^pln_/);
    const entries = await query(
      app.databaseUrl,
      'select e.actor, e.action, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.resource_id = $1',
      [saved?.id],
    );
    expect(entries).toEqual([
      { actor: person.id, action: 'plan.save', changes: { title: [null, 'My shop'], digest: [null, saved?.digest] } },
    ]);
  });

  it('answers the same plan for the same receipt, also to two at once', async () => {
    const receiptId = await receipt();
    const before = await rows();
    const both = await Promise.all([savePlan(app, { receiptId }, person), savePlan(app, { receiptId }, person)]);
    const third = await savePlan(app, { receiptId, title: 'Another title' }, person);
    const ids = [...both, third].map(({ data }) => data?.savePlan.id);
    expect(new Set(ids).size).toBe(1);
    expect(third.data?.savePlan.title).toBe(both[0]?.data?.savePlan.title);
    expect(await rows()).toBe(before + 1);
    const audits = await query(app.databaseUrl, 'select 1 from audit_entry where resource_id = $1', [ids[0]]);
    expect(audits).toHaveLength(1);
  });

  it('makes a plan of their own for another person with the same receipt', async () => {
    const receiptId = await receipt();
    const [mine, theirs] = [await savePlan(app, { receiptId }, person), await savePlan(app, { receiptId }, other)];
    expect(mine.data?.savePlan.id).not.toBe(theirs.data?.savePlan.id);
  });

  it('says when the catalog answers otherwise by now', async () => {
    await addTools(app, makeFacts('old-timer', { categories: ['changing'] }));
    const reply = await askBrief(app, 'payments', { category: ['changing'] });
    const receiptId = reply.data?.buildBrief.receiptId ?? '';
    await addTools(app, makeFacts('newcomer', { categories: ['changing'], interfaces: ['mcp'] }));
    const saved = (await savePlan(app, { receiptId }, person)).data?.savePlan;
    expect(saved?.changedSinceReceipt).toBe(true);
    expect(JSON.stringify(saved?.brief)).toContain('newcomer');
  });

  it('saves an intent with constraints directly, without a receipt', async () => {
    await addTools(app, makeFacts('direct-pay'));
    const input = { intent: 'payments', constraints: { category: [TRIAL] } };
    const saved = (await savePlan(app, input, person)).data?.savePlan;
    expect(saved).toMatchObject({ title: 'payments', receiptId: null, changedSinceReceipt: false });
    expect(saved?.brief.stack.map(({ tool }) => tool.slug)).toEqual(['direct-pay']);
    expect((await savePlan(app, input, person)).data?.savePlan.id).not.toBe(saved?.id);
  });

  it('saves once for an idempotency key, and refuses the key for another body', async () => {
    const input = { intent: 'payments and sms' };
    const [first, again] = [await savePlan(app, input, person, 'k-1'), await savePlan(app, input, person, 'k-1')];
    expect(again.data?.savePlan).toEqual(first.data?.savePlan);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(problem(await savePlan(app, { intent: 'payments and maps' }, person, 'k-1'))[0]).toBe(
      'IDEMPOTENCY_CONFLICT',
    );
    await remove(first.data?.savePlan ?? ({} as Plan));
    expect(problem(await savePlan(app, input, person, 'k-1'))[0]).toBe('NOT_FOUND');
  });

  it('stores an intent that is longer than an index entry may be', async () => {
    const intent = `${'💳'.repeat(290)} payments`;
    const { data } = await askBrief(app, intent);
    const saved = await savePlan(app, { receiptId: data?.buildBrief.receiptId }, person);
    expect(saved.errors).toEqual([]);
    expect([...(saved.data?.savePlan.title ?? '')]).toHaveLength(120);
  });

  it('refuses a receipt that expired, was changed, is of another kind, or is none', async () => {
    const good = await receipt();
    const [, packed = '', signature = ''] = good.split('.');
    const content = JSON.parse(Buffer.from(packed, 'base64url').toString('utf8')) as unknown[];
    const forged = Buffer.from(JSON.stringify(['build_brief', 'sms', ...content.slice(2)])).toString('base64url');
    const ofSearch = await askGraphql<{ buildSearch: { receipt: { id: string } } }>(
      app,
      '{ buildSearch(intent: "payments") { receipt { id } } }',
    );
    const invalid = [
      `rcp.${forged}.${signature}`,
      `rcp.${packed}.${Buffer.alloc(32).toString('base64url')}`,
      `rcp.${packed}.${signature.slice(0, -1)}é`,
      `${good}.more`,
      'rcp.x.y',
      'nonsense',
      ofSearch.data?.buildSearch.receipt.id,
    ];
    const before = await rows();
    for (const receiptId of invalid)
      expect(problem(await savePlan(app, { receiptId }, person))).toEqual([
        'VALIDATION_FAILED',
        '/receiptId',
        'invalid',
      ]);
    app.clock.move(31 * DAY_MS);
    const late = await makePerson(app); // the others' sessions ended in the meantime
    expect(problem(await savePlan(app, { receiptId: good }, late))).toEqual([
      'VALIDATION_FAILED',
      '/receiptId',
      'expired',
    ]);
    app.clock.move(-31 * DAY_MS);
    expect(await rows()).toBe(before);
  });

  it.each([
    ['neither', {}, '/receiptId'],
    ['both', { receiptId: 'rcp.a.b', intent: 'payments' }, '/intent'],
    ['a receipt with constraints', { receiptId: 'rcp.a.b', constraints: {} }, '/constraints'],
    ['a short intent', { intent: 'ab' }, '/intent'],
    [
      'an unknown slug',
      { intent: 'payments', constraints: { exclude: ['nothing-like-it'] } },
      '/constraints/exclude/0',
    ],
    ['a title of 121 characters', { intent: 'payments', title: 'x'.repeat(121) }, '/title'],
    ['a title with a NUL', { intent: 'payments', title: 'x\u0000' }, '/title'],
  ])('refuses %s with a pointer', async (_what, input, pointer) => {
    const before = await rows();
    expect(problem(await savePlan(app, input, person)).slice(0, 2)).toEqual(['VALIDATION_FAILED', pointer]);
    expect(await rows()).toBe(before);
  });

  it('takes a session alone: a token of the same person is refused', async () => {
    const before = await rows();
    const receiptId = await receipt();
    const { workflowToken, trackingKey, enterpriseKey } = app.credentials;
    for (const token of [workflowToken, trackingKey, enterpriseKey])
      expect(problem(await savePlan(app, { receiptId }, { token }))[0]).toBe('SESSION_REQUIRED');
    expect(problem(await savePlan(app, { receiptId }, {}))[0]).toBe('UNAUTHENTICATED');
    expect(await rows()).toBe(before);
  });
});

const ask = <T>(document: string, variables: Record<string, unknown>, caller: { cookie?: string; token?: string }) =>
  askGraphql<T>(app, document, variables, caller);
const list = (variables: Record<string, unknown>, caller: { cookie?: string; token?: string }) =>
  ask<{ savedPlans: { items: { id: string; title: string; tools: { slug: string }[] }[]; nextCursor: string | null } }>(
    'query ($limit: Int, $cursor: String) { savedPlans(limit: $limit, cursor: $cursor) { items { id title goal tools { slug name capability } revision createdAt updatedAt changedSinceReceipt } nextCursor } }',
    variables,
    caller,
  );
const read = (planId: string, caller: { cookie?: string; token?: string }) =>
  ask<{ savedPlan: Plan }>(`query ($planId: ID!) { savedPlan(planId: $planId) { ${PLAN} } }`, { planId }, caller);
const rename = (input: Record<string, unknown>, caller: { cookie?: string }) =>
  ask<{ renamePlan: Plan }>(
    `mutation ($input: RenamePlanInput!) { renamePlan(input: $input) { ${PLAN} } }`,
    { input },
    caller,
  );
const remove = ({ id, revision }: Pick<Plan, 'id' | 'revision'>, caller: { cookie?: string } = person) =>
  ask<{ deletePlan: boolean }>(
    'mutation ($input: DeletePlanInput!) { deletePlan(input: $input) }',
    { input: { planId: id, revision } },
    caller,
  );

describe('saved plans', () => {
  it('are listed newest first, page by page, to their owner alone', async () => {
    const owner = await makePerson(app);
    const made: string[] = [];
    for (const intent of ['payments', 'login', 'sms']) made.push((await makePlan(app, intent, owner)).id);
    const first = (await list({ limit: 2 }, owner)).data?.savedPlans;
    const second = (await list({ limit: 2, cursor: first?.nextCursor }, owner)).data?.savedPlans;
    expect([...(first?.items ?? []), ...(second?.items ?? [])].map(({ id }) => id)).toEqual(made.toReversed());
    expect([first?.nextCursor === null, second?.nextCursor]).toEqual([false, null]);
    expect(first?.items[0]?.tools.length).toBeGreaterThan(0);
    expect((await list({}, await makePerson(app))).data?.savedPlans.items).toEqual([]);
    expect(problem(await list({ cursor: 'nonsense' }, owner))[1]).toBe('/cursor');
    expect(problem(await list({ limit: 0 }, owner))[1]).toBe('/limit');
    expect(problem(await list({ limit: 101 }, owner))[1]).toBe('/limit');
  });

  it('are listed to an account-level token of their owner with project:read, and to no other', async () => {
    const { users, workflowToken } = app.credentials;
    const plan = await makePlan(app, 'payments and cdn', { cookie: await signIn(app, users.builder) });
    const ids = (await list({}, { token: workflowToken })).data?.savedPlans.items.map(({ id }) => id);
    expect(ids).toContain(plan.id);
    const foreign = await list({}, { token: app.credentials.otherTenant.workflowToken });
    expect(foreign.data?.savedPlans.items).toEqual([]);
    const lesser = await createToken(app, workflowToken, { scopes: ['tools:read'] });
    expect(problem(await list({}, { token: lesser }))[0]).toBe('INSUFFICIENT_SCOPE');
    const scoped = await createToken(app, workflowToken, { projectId: '0197c0de-0000-7000-8000-000000000000' });
    expect(problem(await list({}, { token: scoped }))[0]).toBe('PROJECT_SCOPED_TOKEN');
    expect(problem(await read(plan.id, { token: workflowToken }))[0]).toBe('SESSION_REQUIRED');
  });

  it('are read, renamed and deleted by their owner alone', async () => {
    const plan = await makePlan(app, 'payments and tax', person);
    expect((await read(plan.id, person)).data?.savedPlan).toEqual(plan);
    const stranger = { planId: plan.id, title: 'Mine', revision: 1 };
    for (const reply of [await read(plan.id, other), await rename(stranger, other), await remove(plan, other)])
      expect(problem(reply)[0]).toBe('NOT_FOUND');
    expect((await read(plan.id, person)).data?.savedPlan.title).toBe('payments and tax');
    expect(problem(await read('pln_nonsense', person))[1]).toBe('/planId');
  });

  it('change only for a caller that names the present revision', async () => {
    const plan = await makePlan(app, 'payments and maps', person);
    const renamed = (await rename({ planId: plan.id, title: ' Better ', revision: 1 }, person)).data?.renamePlan;
    expect(renamed).toMatchObject({ title: 'Better', revision: 2, digest: plan.digest });
    const stale = await rename({ planId: plan.id, title: 'Worse', revision: 1 }, person);
    expect(stale.errors[0]?.extensions).toMatchObject({ code: 'STALE_REVISION', status: 409, revision: 2 });
    expect(problem(await remove(plan))[0]).toBe('STALE_REVISION');
    const both = await Promise.all(
      ['One', 'Two'].map((title) => rename({ planId: plan.id, title, revision: 2 }, person)),
    );
    expect(both.map(({ errors }) => errors[0]?.extensions.code ?? 'ok').sort()).toEqual(['STALE_REVISION', 'ok']);
    expect((await remove({ id: plan.id, revision: 3 })).data?.deletePlan).toBe(true);
    expect(problem(await read(plan.id, person))[0]).toBe('NOT_FOUND');
    const actions = await query<{ action: string }>(
      app.databaseUrl,
      'select action from audit_entry where resource_id = $1 order by sequence',
      [plan.id],
    );
    expect(actions.map(({ action }) => action)).toEqual(['plan.save', 'plan.rename', 'plan.rename', 'plan.delete']);
  });

  it('can be saved again from the same receipt after they were deleted', async () => {
    const plan = await makePlan(app, 'payments and forms', person);
    await remove(plan);
    const again = await savePlan(app, { receiptId: plan.receiptId }, person);
    expect(again.data?.savePlan.id).not.toBe(plan.id);
    expect(again.data?.savePlan.digest).toBe(plan.digest);
  });
});
