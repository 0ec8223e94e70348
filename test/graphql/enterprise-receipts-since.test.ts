import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorldEvent } from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { BRIEF, givePlan, makeKey, REPORT } from '../setup/enterprise.js';
import { daysAgo, storeEvents } from '../setup/enterprise.world.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
let token: string;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'board-api');
  await givePlan(app, company, 'paid');
  token = (await makeKey(app, company)).token;
  const call = (days: number, latencyMs: number): Partial<WorldEvent> => ({
    name: 'MCP_TOOL_CALL_SUCCEEDED',
    receivedAt: daysAgo(days),
    receipt: {
      receiptType: 'mcp_tool_call',
      mcpServer: 'acme',
      mcpTool: 'search',
      success: true,
      latencyMs,
      costCents: 3,
    },
  });
  await storeEvents(app, company, [call(2, 40), call(7, 60), call(8, 80)]);
});
afterAll(() => app.close());

interface Receipts {
  readonly byType: object[];
  readonly [figure: string]: unknown;
}
interface Report {
  readonly receipts: Receipts;
  readonly totals: { calls: number };
  readonly summary: { nulls: string[] };
  readonly nulls: { pointer: string; reason: string }[];
}

/** Notes that folding began to count receipts then, as a release does that counts them first. */
const countedSince = (at: string) =>
  query(app.databaseUrl, "update fold_watermark set recorded_at = $1::timestamptz where name = 'receipts'", [at]);

async function reportOf(periodDays: number): Promise<Report> {
  const variables = { productId: 'board-api', periodDays };
  const { data, errors } = await askGraphql<{ report: Report }>(app, REPORT, variables, { token });
  expect(errors).toEqual([]);
  if (!data) throw new Error('no report');
  return data.report;
}

const UNCOUNTED = {
  byType: [],
  receipts: null,
  withOutcome: null,
  successShare: null,
  withCost: null,
  costCents: null,
  withLatency: null,
  latencyMs: { p50: null, p95: null },
};
const reasonsOf = ({ nulls }: Pick<Report, 'nulls'>, beginning: string) =>
  nulls.filter(({ pointer }) => pointer.startsWith(beginning));

describe('receipts of a window in which counting them began', () => {
  const firstDay = `${daysAgo(7).slice(0, 10)}T00:00:00.000Z`;
  const justAfter = firstDay.replace('00.000Z', '00.001Z');

  it('are counted where it began with the first instant of the window, and null a millisecond later', async () => {
    await countedSince(firstDay);
    const whole = await reportOf(7);
    expect(whole.receipts).toMatchObject({ receipts: 2, withCost: 2, costCents: 6, withLatency: 2 });
    expect(reasonsOf(whole, '/receipts')).toEqual([]);
    await countedSince(justAfter);
    const partial = await reportOf(7);
    expect(partial.receipts).toEqual(UNCOUNTED);
    expect(reasonsOf(partial, '/receipts')).toEqual([
      { pointer: '/receipts', reason: expect.stringContaining(`counted since ${justAfter}`) },
    ]);
    expect(partial.summary.nulls).toContain('/receipts');
    expect(partial.totals.calls).toBe(2); // what is not made of receipts stays
  });

  it('are null in every longer window, and in a live brief with their pointer', async () => {
    await countedSince(justAfter);
    for (const days of [8, 30, 365]) expect((await reportOf(days)).receipts).toEqual(UNCOUNTED);
    const { data } = await askGraphql<{ brief: { report: Report; nulls: Report['nulls'] } }>(
      app,
      BRIEF,
      { live: true, productId: 'board-api' },
      { token },
    );
    expect(data?.brief.report.receipts).toEqual(UNCOUNTED);
    expect(data && reasonsOf(data.brief, '/report/receipts')).toMatchObject([{ pointer: '/report/receipts' }]);
  });

  it('are null also where it began after the window', async () => {
    await countedSince(new Date().toISOString());
    expect((await reportOf(7)).receipts).toEqual(UNCOUNTED);
  });

  it('are all there after dai adoption rebuild', async () => {
    await countedSince(justAfter);
    await runCommand(app, 'adoption', 'rebuild');
    const { receipts, nulls } = await reportOf(30);
    expect(receipts).toMatchObject({ receipts: 3, costCents: 9, withLatency: 3 });
    expect(reasonsOf({ nulls }, '/receipts')).toEqual([]);
  });
});
