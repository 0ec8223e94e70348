import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { givePlan, makeKey } from '../setup/enterprise.js';
import { declineOf, storeEvents } from '../setup/enterprise.world.js';
import { callTool, type ToolProblem } from '../setup/mcp.ask.js';
import { connectV1 } from '../setup/mcp.js';
import { type Company, makeCompany } from '../setup/people.js';

interface Finding {
  readonly title: string;
  readonly metric: string;
  readonly value: number;
  readonly label: string;
}
interface Report {
  readonly [member: string]: unknown;
  readonly label: string;
  readonly summary: { grade: string | null; largest: Finding[] };
  readonly totals: Record<string, number | null>;
  readonly notices: string[];
  readonly nulls: { pointer: string; reason: string }[];
}
interface Brief {
  readonly label: string;
  readonly basis: string;
  readonly grade: string | null;
  readonly findings: Finding[];
  readonly report: Report | null;
  readonly nulls: { pointer: string; reason: string }[];
  readonly notices: string[];
}

let app: TestApp;
let company: Company;
let host: Awaited<ReturnType<typeof connectV1>>;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'board-api');
  await givePlan(app, company, 'paid');
  await storeEvents(app, company, declineOf());
  host = await connectV1(app.url, { token: (await makeKey(app, company)).token });
});
afterAll(async () => {
  await host?.close();
  await app?.close();
});

async function briefOf(input: Record<string, unknown>): Promise<Brief> {
  const { answer, isError, text } = await callTool<Brief>(host.client, 'enterprise_session_brief', input);
  expect(isError, text.slice(0, 300)).toBe(false);
  return answer;
}

/** The problems of the numbers: pointers and codes, or none. */
async function problemsOf(metrics: unknown): Promise<string[]> {
  const { answer, isError } = await callTool<ToolProblem>(host.client, 'enterprise_session_brief', { metrics });
  if (!isError) return [];
  expect([answer.code, answer.status]).toEqual(['VALIDATION_FAILED', 400]);
  return (answer.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
}

const COUNTS = [
  'events',
  'eventsWithAccount',
  'eventsOfUse',
  'eventsOfUseWithoutTime',
  'calls',
  'failed',
  'developers',
  'accounts',
  'newDevelopers',
  'accountsActivated',
  'activated',
  'newActivated',
  'retained',
  'matured',
  'returned',
  'refused',
];
const SHARES = ['activationShare', 'returnShare', 'refusedShare'];
const NO_NUMBER = ['7', '', 'NaN', 'Infinity', true, [], [7], {}];

describe('a supplied number', () => {
  it.each<[string, [value: number, code: string][], unknown[]]>([
    ...COUNTS.map((name): [string, [number, string][], unknown[]] => [
      name,
      [
        [0, ''],
        [9_007_199_254_740_991, ''],
        [-1, 'min'],
      ],
      [...NO_NUMBER, 1.5, 9_007_199_254_740_992, 1e300],
    ]),
    [
      'families',
      [
        [0, ''],
        [6, ''],
        [7, 'max'],
        [-1, 'min'],
      ],
      [...NO_NUMBER, 1.5, 1e300],
    ],
    ...SHARES.map((name): [string, [number, string][], unknown[]] => [
      name,
      [
        [0, ''],
        [1, ''],
        [1.0001, 'max'],
        [-0.0001, 'min'],
        [1e300, 'max'],
      ],
      NO_NUMBER,
    ]),
  ])('is refused by its pointer where it is none, too small or too large: %s', async (name, numbers, noNumbers) => {
    for (const [value, code] of numbers)
      expect(await problemsOf({ [name]: value }), `${value}`).toEqual(code ? [`/metrics/${name} ${code}`] : []);
    for (const value of noNumbers)
      expect(await problemsOf({ [name]: value }), JSON.stringify(value)).toEqual([`/metrics/${name} wrong_type`]);
    expect(await problemsOf({ [name]: null })).toEqual(['/metrics required']);
  });

  it('has a member of totals: each other one is named, in its own spelling', async () => {
    expect(await problemsOf({ events: 1, revenue: 1, Events: 2, 'a/b~c': 3 })).toEqual([
      '/metrics/revenue unknown_field',
      '/metrics/Events unknown_field',
      '/metrics/a~1b~0c unknown_field',
    ]);
    expect(await problemsOf({})).toEqual(['/metrics required']);
    for (const none of [[], [1], 'events', 7, true]) expect(await problemsOf(none)).toEqual(['/metrics wrong_type']);
  });

  it('is one of so few that a long list of others is refused in a short answer', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_one, at) => [`member_${at}`, at]));
    const { answer, isError, text } = await callTool<ToolProblem>(host.client, 'enterprise_session_brief', {
      metrics: { ...many, events: 5 },
    });
    expect([isError, answer.code]).toEqual([true, 'VALIDATION_FAILED']);
    expect(answer.errors?.[0]).toMatchObject({ pointer: '/metrics/member_0', code: 'unknown_field' });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24 * 1024);
  });
});

/** How many rows each table has, partitions in their table, and in how many of them a text is. */
async function rowsOfAll(text: string): Promise<Map<string, { rows: number; found: number }>> {
  const tables = await query<{ name: string }>(
    app.databaseUrl,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  const counts = new Map<string, { rows: number; found: number }>();
  for (const { name } of tables) {
    const [row] = await query<{ rows: number; found: number }>(
      app.databaseUrl,
      `select count(*)::int as rows, count(*) filter (where one::text ~ $1)::int as found from "${name}" one`,
      [text],
    );
    counts.set(name, row ?? { rows: 0, found: 0 });
  }
  return counts;
}

describe('a brief of numbers that were given', () => {
  // So long that no id, time or number of the database holds one of them by chance.
  const GIVEN = {
    newDevelopers: 719_333_719_333,
    newActivated: 71_933_371_933,
    calls: 917_111_917_111,
    failed: 458_557_458_557,
    families: 2,
  };
  const TEXT = '\\m(719333719333|71933371933|917111917111|458557458557|917111917112)\\M';

  it('analyses exactly them, calls them modelled and shows no number of the product', async () => {
    const brief = await briefOf({ metrics: GIVEN });
    expect(brief).toMatchObject({ label: 'modelled', basis: 'supplied', report: null });
    expect(brief.findings.map(({ metric, value, label }) => [metric, value, label])).toEqual([
      ['tool_success', 458_554_458_554 / 917_111_917_111, 'modelled'],
      ['coverage', 2, 'modelled'],
      ['activation', 71_933_371_933 / 719_333_719_333, 'modelled'],
    ]);
    expect(brief.nulls.map(({ pointer }) => pointer)).toEqual(['/grades/retention', '/grades/data_quality']);
  });

  it('leaves a receipt and nothing else in any table, and the numbers in none', async () => {
    await briefOf({ metrics: GIVEN }); // the first use of a key on a day is noted
    const before = await rowsOfAll(TEXT);
    await briefOf({ metrics: GIVEN });
    await problemsOf({ ...GIVEN, failed: 917_111_917_112 });
    const after = await rowsOfAll(TEXT);
    const more = [...after].map(([name, { rows }]) => [name, rows - (before.get(name)?.rows ?? 0)]);
    expect(more.filter(([, rows]) => rows !== 0)).toEqual([['enterprise_audit_receipt', 2]]);
    expect([...after].filter(([, { found }]) => found > 0)).toEqual([]);
    expect((await rowsOfAll(company.organizationId.slice(4))).get('enterprise_audit_receipt')?.found).toBeGreaterThan(
      2,
    );
  });
});

describe('a brief of a sample', () => {
  it('says so in its label, its basis and each finding, and is the same for a product without an event', async () => {
    const empty = await makeCompany(app, 'empty-api');
    await givePlan(app, empty, 'paid');
    const other = await connectV1(app.url, { token: (await makeKey(app, empty)).token });
    const [own, foreign] = [
      await briefOf({ sample: true }),
      (await callTool<Brief>(other.client, 'enterprise_session_brief', { sample: true })).answer,
    ];
    await other.close();
    expect(own).toMatchObject({ label: 'sample', basis: 'sample', report: null });
    expect(own.findings.length).toBeGreaterThan(0);
    expect(own.findings.every(({ label }) => label === 'sample')).toBe(true);
    expect(own.notices[0]).toMatch(/invented/);
    expect([foreign.grade, foreign.findings]).toEqual([own.grade, own.findings]);
  });
});

describe('a live brief', () => {
  it('is the report of 30 days of the same key, number by number', async () => {
    await callTool(host.client, 'get_enterprise_context', {});
    const brief = await briefOf({ live: true, productId: 'board-api' });
    const { answer } = await callTool<Report & { untrusted: unknown; next: unknown }>(
      host.client,
      'get_enterprise_report',
      { productId: 'board-api', periodDays: 30 },
    );
    const { untrusted: _fields, next: _next, ...report } = answer;
    const comparable = (one: Record<string, unknown> | null) => ({
      ...one,
      asOf: '',
      auditReceiptId: '',
      nextCursor: '',
    });
    expect(comparable(brief.report)).toEqual(comparable(report));
    expect(report.totals).toMatchObject({ newDevelopers: 40, newActivated: 8, calls: 90, failed: 15 });
    expect([brief.label, brief.basis, brief.grade]).toEqual(['first-party', 'live', report.summary.grade]);
    expect(brief.findings).toEqual(report.summary.largest);
    expect(brief.nulls).toEqual(report.nulls.map(({ pointer, reason }) => ({ pointer: `/report${pointer}`, reason })));
  });

  it('of a product without an event has its zeros, and no number of a sample', async () => {
    const empty = await makeCompany(app, 'nothing-api');
    await givePlan(app, empty, 'paid');
    const other = await connectV1(app.url, { token: (await makeKey(app, empty)).token });
    const { answer, isError } = await callTool<Brief>(other.client, 'enterprise_session_brief', {
      live: true,
      productId: 'nothing-api',
    });
    await other.close();
    expect(isError).toBe(false);
    expect([answer.basis, answer.grade]).toEqual(['live', null]);
    expect(answer.label).not.toBe('sample');
    expect(answer.report?.totals).toMatchObject({ events: 0, developers: 0, activationShare: null });
    expect(answer.findings.every(({ label }) => label !== 'sample')).toBe(true);
  });
});
