import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makePerson, type Person } from '../setup/people.js';
import { makePlan, type Plan } from '../setup/plans.js';
import { countRows } from '../setup/rows.js';
import { makeToken } from '../setup/tokens.js';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startApp();
  person = await makePerson(app);
});
afterAll(() => app.close());

interface Steps {
  revision: number;
  stepCount: number;
  doneSteps: { order: number; doneAt: string; token: string | null }[];
}
const SELECTION = '{ revision stepCount doneSteps { order doneAt token } }';
const setStep = (by: { cookie?: string; token?: string }, plan: Plan, order: number, done = true) =>
  askGraphql<{ setPlanStep: Steps | null }>(
    app,
    `mutation ($input: SetPlanStepInput!) { setPlanStep(input: $input) ${SELECTION} }`,
    { input: { planId: plan.id, order, done } },
    by,
  );
let made = 0;
/** A plan of its own: the same receipt makes one plan. */
const newPlan = () => {
  made += 1;
  return makePlan(app, `payments and login number ${made}`, { cookie: person.cookie });
};
const entries = async (plan: Plan): Promise<string[]> =>
  (
    await query<{ action: string }>(
      app.databaseUrl,
      `select action from audit_entry where resource_id = $1 and action like 'plan.step%' order by id`,
      [plan.id],
    )
  ).map(({ action }) => action);

describe('a step of a saved plan', () => {
  it('is done by its person and says so beside the plan, whose revision stays', async () => {
    const plan = await newPlan();
    const { data } = await setStep(person, plan, 2);
    expect(data?.setPlanStep).toEqual({
      revision: 1,
      stepCount: plan.brief.steps.length,
      doneSteps: [{ order: 2, doneAt: expect.any(String), token: null }],
    });
    const read = await askGraphql<{ savedPlan: Steps & { digest: string } }>(
      app,
      `query ($planId: ID!) { savedPlan(planId: $planId) { digest revision stepCount doneSteps { order doneAt token } } }`,
      { planId: plan.id },
      person,
    );
    expect(read.data?.savedPlan).toEqual({ ...data?.setPlanStep, digest: plan.digest });
    expect(await entries(plan)).toEqual(['plan.step_done']);
  });

  it('is done by an agent under the name of its token, and is opened again by its person', async () => {
    const plan = await newPlan();
    const { token } = await makeToken(app, person, { scopes: ['project:publish'], name: 'Builder bot' });
    await setStep({ token }, plan, 3);
    const { data } = await setStep({ token }, plan, 1);
    expect(data?.setPlanStep?.doneSteps).toEqual([
      { order: 1, doneAt: expect.any(String), token: 'Builder bot' },
      { order: 3, doneAt: expect.any(String), token: 'Builder bot' },
    ]);
    expect((await setStep(person, plan, 1, false)).data?.setPlanStep?.doneSteps).toMatchObject([{ order: 3 }]);
    expect(await entries(plan)).toEqual(['plan.step_done', 'plan.step_done', 'plan.step_open']);
  });

  it('is reported once, however often and by however many at once', async () => {
    const plan = await newPlan();
    const replies = await Promise.all(Array.from({ length: 4 }, () => setStep(person, plan, 1)));
    for (const { data } of replies) expect(data?.setPlanStep?.doneSteps).toMatchObject([{ order: 1 }]);
    expect(await entries(plan)).toEqual(['plan.step_done']);
  });

  it('of two at once is not lost', async () => {
    const plan = await newPlan();
    await Promise.all([setStep(person, plan, 1), setStep(person, plan, 2)]);
    const { data } = await setStep(person, plan, 2);
    expect(data?.setPlanStep?.doneSteps).toMatchObject([{ order: 1 }, { order: 2 }]);
  });

  it('that the plan does not have is refused with its pointer, and nothing is stored', async () => {
    const plan = await newPlan();
    const before = await countRows(app);
    for (const order of [plan.brief.steps.length + 1, 0]) {
      const { errors } = await setStep(person, plan, order);
      expect(errors[0]?.extensions.errors?.[0]?.pointer).toBe('/order');
    }
    expect(await countRows(app)).toEqual(before);
  });

  it('of another person’s plan does not exist for them', async () => {
    const plan = await newPlan();
    const other = await makePerson(app);
    const before = await countRows(app);
    expect((await setStep(other, plan, 1)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await countRows(app)).toEqual(before);
  });
});
