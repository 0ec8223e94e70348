import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { freshDatabase } from '../setup/database.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { linkSentTo } from '../setup/people.js';
import { makePlan } from '../setup/plans.js';
import { approveByPerson, draftByAgent, makeBuilder, publishByAgent } from '../setup/projects.js';
import { askImport, skillText } from '../setup/skills.js';
import { askSpending, charge } from '../setup/spending.js';
import { openStatementCount, type StatementCount } from '../setup/statements.js';
import { makeDeveloper, report } from '../setup/usage.js';

let outside: Outside;
let app: TestApp;
let statements: StatementCount;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase('template_demo');
  statements = await openStatementCount(database.url);
  outside = await startOutside();
  app = await startApp({ databaseUrl: statements.url, env: { OUTBOUND_ALLOW: outside.host } });
  drop = database.drop;
});
afterAll(async () => {
  await app.close();
  await outside.close();
  await statements.close();
  await drop();
});

/** No word that anything else would say. */
const PRIVATE = 'quillfeather';

/** Does something and answers the statements that it sent. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  statements.take();
  await act();
  return statements.take();
}

const acts: Record<string, () => Promise<unknown>> = {
  "a skill's text": async () => {
    const skillUrl = outside.serve('/release-notes/SKILL.md', skillText('release-notes', `It's ${PRIVATE}'s.`));
    const body = { skillUrl, confirm: true, status: 'DRAFT' };
    expect((await askImport(app, app.credentials.workflowToken, body, PRIVATE)).body.persisted).toBe(true);
  },
  "a project's content": async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder, { title: PRIVATE, summary: `It's ${PRIVATE}.` });
    await approveByPerson(app, builder, draft);
    expect((await publishByAgent(app, builder, draft)).status).toBe(201);
  },
  'a plan and its receipt': async () => {
    expect((await makePlan(app, `payments for ${PRIVATE}`, (await makeBuilder(app)).person)).goal).toContain(PRIVATE);
  },
  'a letter': async () => {
    const body = { email: `${PRIVATE}@people.example`, password: `pw-${PRIVATE}`, name: PRIVATE };
    const reply = await ask(`${app.url}/api/auth/sign-up/email`, { body, headers: { origin: app.url } });
    expect(reply.status).toBe(200);
    expect(await linkSentTo(app, body.email)).toContain(app.url);
  },
};

it.each(Object.keys(acts))('%s is no part of a statement', async (name) => {
  const sent = await statementsOf(async () => acts[name]?.());
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((text) => text.toLowerCase().includes(PRIVATE))).toEqual([]);
});

it('an amount, a cost or a duration is no part of a statement', async () => {
  const { token } = await makeDeveloper(app);
  const sent = await statementsOf(async () => {
    const cost = { durationMs: 76_543_219, spendCents: 8_765_432.25 };
    expect((await report(app, token, { toolSlug: 'stripe', ...cost })).status).toBe(200);
    const spent = await askSpending(app, token, { body: charge({ amountCents: 87_654_321_091 }) });
    expect(spent.status).toBe(200);
  });
  expect(sent.join()).toMatch(/insert into "?monthly_spend/);
  expect(sent.join()).toMatch(/insert into "?usage_receipt/);
  expect(sent.filter((text) => /76543219|8765432/.test(text))).toEqual([]);
});
