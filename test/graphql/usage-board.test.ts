import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { earlierBy, query } from '../setup/database.js';
import { makeTool } from '../setup/evidence.js';
import { type Developer, makeDeveloper, report, slugOf } from '../setup/usage.js';

const DAY_MS = 86_400_000;
let app: TestApp;
let today: string;
beforeAll(async () => {
  app = await startApp();
  // Noon, so that a test does not meet the end of a UTC day.
  const noon = Math.floor(app.clock.now().getTime() / DAY_MS) * DAY_MS + 1.5 * DAY_MS;
  app.clock.move(noon - app.clock.now().getTime());
  today = dayOf(0);
});
afterAll(() => app.close());

const dayOf = (daysAgo: number): string =>
  new Date(app.clock.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);

interface OfTool {
  tool: { slug: string };
  calls: number;
  failed: number;
  unknown: number;
  p50Ms: number | null;
  p95Ms: number | null;
  knownCostCents: number | null;
  withoutCost: number;
  callsBefore: number;
  failedBefore: number;
  failingMore: { times: number | null } | null;
  days: { day: string; calls: number; failed: number }[];
}
const FIELDS = `from to tools { tool { slug } calls failed unknown p50Ms p95Ms knownCostCents withoutCost callsBefore failedBefore
  failingMore { times } days { day calls failed } }`;
const board = (by: { cookie?: string; token?: string }, days?: number) =>
  askGraphql<{ usageBoard: { from: string; to: string; tools: OfTool[] } }>(
    app,
    `query ($days: Int) { usageBoard(days: $days) { ${FIELDS} } }`,
    { days },
    by,
  );

/** Reports uses of a tool, as they were so many days ago. */
async function use(developer: Developer, toolSlug: string, daysAgo: number, uses: Record<string, unknown>[]) {
  for (const one of uses) {
    const { body } = await report(app, developer.token, { toolSlug, ...one });
    if (daysAgo > 0)
      await query(
        app.databaseUrl,
        `update usage_receipt set created_at = ${earlierBy('created_at', '$2::int * 86400')} where id = $1`,
        [body.receipt.id.slice(4), daysAgo],
      );
  }
}
const newTool = async () => slugOf(await makeTool(app));
const times = (count: number, one: Record<string, unknown>) => Array.from({ length: count }, () => one);

describe('the board of usage', () => {
  it('counts calls, failures and durations of each tool, and leaves unknown what was not reported', async () => {
    const developer = await makeDeveloper(app);
    const [first, second] = [await newTool(), await newTool()];
    await use(developer, first, 0, [
      { success: true, durationMs: 100, spendCents: 0.5 },
      { success: true, durationMs: 200, spendCents: 0.25 },
      { success: false, durationMs: 900 },
      {},
    ]);
    await use(developer, second, 0, [{}]);
    const { data } = await board(developer);
    expect(data?.usageBoard.tools).toMatchObject([
      { calls: 4, failed: 1, unknown: 1, p50Ms: 200, p95Ms: 900, knownCostCents: 0.75, withoutCost: 2 },
      { calls: 1, failed: 0, unknown: 1, p50Ms: null, p95Ms: null, knownCostCents: null, withoutCost: 1 },
    ]);
    expect(data?.usageBoard.tools.map(({ tool }) => tool.slug)).toEqual([first, second]);
  });

  it('counts by UTC day, today last, with a zero where nothing was reported', async () => {
    const developer = await makeDeveloper(app);
    const tool = await newTool();
    await use(developer, tool, 0, [{ success: true }]);
    await use(developer, tool, 2, [{ success: false }, { success: true }]);
    await use(developer, tool, 3, [{ success: true }]);
    const { data } = await board(developer, 3);
    expect(data?.usageBoard).toMatchObject({ from: dayOf(2), to: today });
    expect(data?.usageBoard.tools[0]).toMatchObject({ calls: 3, callsBefore: 1 });
    expect(data?.usageBoard.tools[0]?.days).toEqual([
      { day: dayOf(2), calls: 2, failed: 1 },
      { day: dayOf(1), calls: 0, failed: 0 },
      { day: today, calls: 1, failed: 0 },
    ]);
  });

  it('names first the tool whose share of failures is three times that of the week before', async () => {
    const developer = await makeDeveloper(app);
    const [busy, failing] = [await newTool(), await newTool()];
    await use(developer, busy, 0, times(6, { success: true }));
    await use(developer, failing, 8, [...times(4, { success: true }), { success: false }]);
    await use(developer, failing, 1, [...times(2, { success: true }), ...times(3, { success: false })]);
    const tools = (await board(developer)).data?.usageBoard.tools;
    expect(tools?.map(({ tool, failingMore }) => [tool.slug, failingMore])).toEqual([
      [failing, { times: 3 }],
      [busy, null],
    ]);
  });

  it('says that a tool began to fail where none failed before, and nothing of two failures or without a week to compare', async () => {
    const developer = await makeDeveloper(app);
    const [began, two, fresh] = [await newTool(), await newTool(), await newTool()];
    for (const tool of [began, two]) await use(developer, tool, 9, [{ success: true }]);
    await use(developer, began, 0, times(3, { success: false }));
    await use(developer, two, 0, times(2, { success: false }));
    await use(developer, fresh, 0, times(3, { success: false }));
    const tools = (await board(developer)).data?.usageBoard.tools ?? [];
    const found = Object.fromEntries(tools.map(({ tool, failingMore }) => [tool.slug, failingMore]));
    expect(found).toEqual({ [began]: { times: null }, [two]: null, [fresh]: null });
  });

  it('is the person’s own, and refuses a window beyond its bounds', async () => {
    const developer = await makeDeveloper(app);
    await use(developer, await newTool(), 0, [{}]);
    expect((await board(await makeDeveloper(app))).data?.usageBoard.tools).toEqual([]);
    expect((await board({ token: developer.token })).data?.usageBoard.tools).toHaveLength(1);
    for (const days of [0, 91])
      expect((await board(developer, days)).errors[0]?.extensions.errors?.[0]?.pointer).toBe('/days');
    expect((await board(developer, 90)).errors).toEqual([]);
  });
});
