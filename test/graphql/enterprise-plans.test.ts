import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compactPeriods, foldEvents, rebuildRollups } from '../../server/adoption/index.js';
import { makeWorld, storeWorld, type WorldEvent } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { freshDatabase, query } from '../setup/database.js';
import { ACTIONS, askContext, BRIEF, givePlan, makeKey, REPORT } from '../setup/enterprise.js';
import { skipOnNodes } from '../setup/nodes.js';
import { type Company, makeCompany } from '../setup/people.js';
import { type PlanNode, planOf, rowsOf } from '../setup/query-plan.js';
import { openStatementCount, type StatementCount } from '../setup/statements.js';

const EVENTS = 2_000;
/** A table of so few rows may be read to its end. */
const WALKED_MAX = 500;
const END = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);

let database: Awaited<ReturnType<typeof freshDatabase>>;
let counted: StatementCount;
let app: TestApp;
let company: Company;
let token: string;
let events: WorldEvent[];
beforeAll(async () => {
  database = await freshDatabase();
  counted = await openStatementCount(database.url);
  app = await startApp({ databaseUrl: counted.url });
  company = await makeCompany(app, 'own');
  await givePlan(app, company, 'paid');
  token = (await makeKey(app, company)).token;
  events = makeWorld(31, EVENTS, [{ organization: '', product: '', labels: ['first-party'] }], END);
  await storeFor(company);
  await countAll();
}, 600_000);
afterAll(async () => {
  await app.close();
  await counted.close();
  await database.drop();
});

async function productUuid({ organizationId }: Company): Promise<string> {
  const [row] = await query<{ id: string }>(database.url, 'select id from product where organization_id = $1', [
    organizationId.slice(4),
  ]);
  return row?.id ?? '';
}

/** Stores the events as those of a company, and refusals of each day. */
async function storeFor(of: Company): Promise<void> {
  const [organization, product] = [of.organizationId.slice(4), await productUuid(of)];
  await storeWorld(
    database.url,
    events.map((event) => ({ ...event, organization, product })),
  );
  for (const table of [
    'tracking_refusal (organization_id, product_uuid, day, refused)',
    'tracking_refusal_code (code, organization_id, product_uuid, day, refused)',
  ])
    await query(
      database.url,
      `insert into ${table} select ${table.includes('code') ? "'UNKNOWN_PRODUCT', " : ''} $1::uuid, $2::uuid, current_date - n, 3 from generate_series(0, 400) n`,
      [organization, product],
    );
}

/** Counts all that is stored, as workers and an operator do, and has PostgreSQL look at what there is. */
async function countAll(): Promise<void> {
  const { platform } = app.app;
  while ((await foldEvents(platform.em())).more);
  await rebuildRollups(platform.em());
  while (await compactPeriods(platform.em(), END.toISOString().slice(0, 10)));
  await query(database.url, 'analyze');
}

const READS: readonly (readonly [document: string, variables: Record<string, unknown>])[] = [
  [REPORT, { productId: 'own', periodDays: 7 }],
  [REPORT, { productId: 'own', periodDays: 365 }],
  [ACTIONS, { productId: 'own' }],
  [BRIEF, { productId: 'own', live: true }],
];

/** The steps at which the statements of the enterprise reads look at a table, with all that each reads and leaves out. */
async function stepsOfReads(): Promise<PlanNode[]> {
  counted.takeSent();
  expect((await askContext(app, { token })).errors).toEqual([]);
  for (const [document, variables] of READS)
    expect((await askGraphql(app, document, variables, { token })).errors).toEqual([]);
  const read = counted
    .takeSent()
    .filter(({ text }) => /^\s*(?:select|with)\b/i.test(text) && !/\bfor update\b/i.test(text));
  expect(read.filter(({ text }) => text.includes('adoption_')).length).toBeGreaterThan(30);
  const steps: PlanNode[] = [];
  for (const { text, values } of read) steps.push(...(await planOf(database.url, text, values)));
  return steps.filter((step) => step['Relation Name'] !== undefined);
}
const rowsIn = (steps: readonly PlanNode[]): number => steps.reduce((sum, step) => sum + rowsOf(step), 0);

describe('the enterprise reads of a company beside ten others with as much data', () => {
  skipOnNodes('graphql/enterprise-plans');
  it('look at no more rows than alone, and at every table of events by an index', async () => {
    const alone = await stepsOfReads();
    for (let other = 0; other < 10; other += 1) await storeFor(await makeCompany(app, 'own'));
    await countAll();
    const beside = await stepsOfReads();
    expect(rowsIn(beside)).toBeLessThan(rowsIn(alone) * 1.1);
    const walked = beside.filter((step) => step['Node Type'] === 'Seq Scan' && rowsOf(step) > WALKED_MAX);
    expect(walked.map((step) => step['Relation Name'])).toEqual([]);
  }, 600_000);
});
