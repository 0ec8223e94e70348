import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { BRIEF, givePlan, makeKey } from '../setup/enterprise.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
let token: string;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
  await givePlan(app, company, 'paid');
  token = (await makeKey(app, company)).token;
});
afterAll(() => app.close());

interface Brief {
  readonly grade: string | null;
  readonly findings: { metric: string; title: string }[];
  readonly auditReceiptId: string;
}
const askBrief = (given: Record<string, unknown>) =>
  askGraphql<{ brief: Brief | null }>(app, BRIEF, { productId: company.productId, ...given }, { token });

/** The problems of the numbers: pointers and codes, or none. */
async function problemsOf(metrics: Record<string, number>): Promise<string[]> {
  const { data, errors } = await askBrief({ metrics });
  if (errors.length === 0 && data?.brief) return [];
  return (errors[0]?.extensions.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
}

async function briefOf(given: Record<string, unknown>): Promise<Brief> {
  const { data, errors } = await askBrief(given);
  expect(errors).toEqual([]);
  if (!data?.brief) throw new Error('no brief');
  return data.brief;
}

describe('the numbers of a brief', () => {
  it.each([
    ['eventsWithAccount', 'events'],
    ['eventsOfUse', 'events'],
    ['eventsOfUseWithoutTime', 'eventsOfUse'],
    ['failed', 'calls'],
    ['newDevelopers', 'developers'],
    ['newActivated', 'newDevelopers'],
    ['retained', 'activated'],
    ['returned', 'matured'],
  ])('%s is no more than %s', async (part, whole) => {
    expect(await problemsOf({ [part]: 30, [whole]: 30 })).toEqual([]);
    expect(await problemsOf({ [part]: 31, [whole]: 30 })).toEqual([`/metrics/${part} max`]);
    expect(await problemsOf({ [part]: 31 })).toEqual([]);
  });

  it.each([
    ['activationShare', { newActivated: 10, newDevelopers: 40 }, { newDevelopers: 40 }],
    ['returnShare', { returned: 10, matured: 40 }, { matured: 40 }],
    ['refusedShare', { refused: 10, events: 30 }, { refused: 10 }],
  ])('%s equals its counts to three decimals', async (share, counts, some) => {
    for (const value of [0.25, 0.2504, 0.2496]) expect(await problemsOf({ ...counts, [share]: value })).toEqual([]);
    for (const value of [0.2506, 0.2494])
      expect(await problemsOf({ ...counts, [share]: value })).toEqual([`/metrics/${share} disagrees`]);
    expect(await problemsOf({ ...some, [share]: 0.9 })).toEqual([]); // nothing to compare it with
  });

  it('have no share of nothing', async () => {
    expect(await problemsOf({ returned: 0, matured: 0, returnShare: 0 })).toEqual(['/metrics/returnShare disagrees']);
  });

  it('name the worst grade first, and events of use without a time from above three tenths', async () => {
    const metrics = { newDevelopers: 40, newActivated: 6, calls: 100, failed: 50, eventsOfUse: 10 };
    const metricsOf = async (eventsOfUseWithoutTime: number) =>
      (await briefOf({ metrics: { ...metrics, eventsOfUseWithoutTime } })).findings.map(({ metric }) => metric);
    expect(await metricsOf(3)).toEqual(['tool_success', 'activation']);
    expect(await metricsOf(4)).toEqual(['tool_success', 'activation', 'eventsOfUseWithoutTime ÷ eventsOfUse']);
  });
});

interface Receipt {
  readonly id: string;
  readonly outcome: string;
  readonly window: { from: string; to: string; days: number } | null;
}
/** The receipts of the company as its owner sees them. */
async function receiptsListed(): Promise<Receipt[]> {
  const { data } = await askGraphql<{ receipts: { items: Receipt[] } }>(
    app,
    'query ($id: ID!) { receipts: enterpriseAuditReceipts(organizationId: $id) { items { id outcome window { from to days } } } }',
    { id: company.organizationId },
    { cookie: company.owner.cookie },
  );
  return data?.receipts.items ?? [];
}

describe('the receipt of a brief', () => {
  it('names the 30 closed days of a live one, and none of numbers that were given', async () => {
    const at = new Date(Date.now() + 60_000);
    const dayBefore = (days: number) => new Date(at.getTime() - days * 86_400_000).toISOString().slice(0, 10);
    const receiptOf = async (given: Record<string, unknown>) => {
      const { auditReceiptId } = await app.clock.at(at, () => briefOf(given));
      return (await receiptsListed()).find(({ id }) => id === auditReceiptId);
    };
    expect(await receiptOf({ live: true })).toMatchObject({
      outcome: 'answered',
      window: { from: dayBefore(30), to: dayBefore(1), days: 30 },
    });
    expect(await receiptOf({ sample: true })).toMatchObject({ outcome: 'answered', window: null });
    expect(await receiptOf({ metrics: { events: 1 } })).toMatchObject({ outcome: 'answered', window: null });
  });
});
