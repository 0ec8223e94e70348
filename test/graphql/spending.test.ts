import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { makePerson, type Person } from '../setup/people.js';
import { countRows } from '../setup/rows.js';
import { type Account, allowance, askSpending, charge, MONTH, makeAccount, monthAgo } from '../setup/spending.js';
import { makeProjectRow, makeToken } from '../setup/tokens.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Entry {
  month: string;
  amountCents: number;
  usdCents: number | null;
}
interface Replies {
  spending: { month: string; monthlyEntries: Entry[]; codexSnapshot: { planType: string } | null } | null;
  recordSpend: { replaced: boolean; entry: { amountCents: number } } | null;
  removeSpend: { removed: boolean } | null;
  saveCodexSnapshot: { updated: boolean } | null;
  removeCodexSnapshot: { removed: boolean } | null;
}
const READ = `query ($month: String) { spending(month: $month) { month monthlyEntries { month amountCents usdCents } codexSnapshot { planType } } }`;
const RECORD =
  'mutation ($input: MonthlySpendInput!) { recordSpend(input: $input) { replaced entry { amountCents } } }';
const REMOVE = 'mutation ($input: RemoveSpendInput!) { removeSpend(input: $input) { removed } }';
const SAVE = 'mutation ($input: CodexSnapshotInput!) { saveCodexSnapshot(input: $input) { updated } }';
const FORGET = 'mutation { removeCodexSnapshot { removed } }';

const inputOf = ({ type: _type, ...input }: Record<string, unknown>) => ({ input });
const call = (by: Parameters<typeof askGraphql>[3], document: string, variables: Record<string, unknown> = {}) =>
  askGraphql<Replies>(app, document, variables, by);
const inSession = ({ cookie }: Person) => ({ cookie });
const every: [string, () => Record<string, unknown>][] = [
  [READ, () => ({ month: MONTH })],
  [RECORD, () => inputOf(charge())],
  [REMOVE, () => inputOf(charge({ amountCents: undefined, source: undefined }))],
  [SAVE, () => inputOf(allowance(app))],
  [FORGET, () => ({})],
];

describe('spending in a session', () => {
  it('is what the owner’s agent sees too, and the other way round', async () => {
    const { person, token } = await makeAccount(app);
    const by = inSession(person);
    expect((await call(by, RECORD, inputOf(charge()))).data?.recordSpend).toEqual({
      replaced: false,
      entry: { amountCents: 2_000 },
    });
    expect((await askSpending(app, token, { body: charge({ amountCents: 1 }) })).body.replaced).toBe(true);
    await call(by, SAVE, inputOf(allowance(app, { planType: 'pro' })));
    expect((await call(by, READ, { month: MONTH })).data?.spending).toEqual({
      month: MONTH,
      monthlyEntries: [{ month: MONTH, amountCents: 1, usdCents: 1 }],
      codexSnapshot: { planType: 'pro' },
    });
    expect((await call(by, REMOVE, every[2]?.[1]())).data?.removeSpend).toEqual({ removed: true });
    expect((await call(by, FORGET)).data?.removeCodexSnapshot).toEqual({ removed: true });
    const { body } = await askSpending(app, token, { month: MONTH });
    expect([body.monthlyEntries, body.codexSnapshot]).toEqual([[], null]);
  });

  it('is written from the workspace’s own origin alone', async () => {
    const { person } = await makeAccount(app);
    const before = await countRows(app);
    for (const [document, variables] of every.slice(1)) {
      const reply = await call(
        { ...inSession(person), headers: { origin: 'https://elsewhere.example' } },
        document,
        variables(),
      );
      expect(reply.errors[0]?.extensions.code, document).toBe('CROSS_ORIGIN');
    }
    expect(await countRows(app)).toEqual(before);
  });

  it('refuses an input with the same words as the path', async () => {
    const { person, token } = await makeAccount(app);
    for (const given of [{ amountCents: '12' }, { month: '2026-13' }, { currency: 'CHF' }, { surprise: 1 }]) {
      const direct = await call(inSession(person), RECORD, inputOf(charge(given)));
      const path = await askSpending(app, token, { body: charge(given) });
      expect(direct.errors[0]?.extensions.errors).toEqual(path.body.errors);
    }
  });
});

describe('a token that is bound to a project', () => {
  it('is refused by every operation, for own and other projects alike', async () => {
    const person = await makePerson(app);
    const projectId = await makeProjectRow(app, person.id);
    const { token } = await makeToken(app, person, { projectId, scopes: ['project:read', 'tools:read'] });
    const before = await countRows(app);
    for (const [document, variables] of every) {
      const reply = await call({ token }, document, variables());
      expect([reply.errors[0]?.extensions.code, reply.errors[0]?.extensions.status], document).toEqual([
        'PROJECT_SCOPED_TOKEN',
        403,
      ]);
    }
    expect(await countRows(app)).toEqual(before);
  });
});

describe('the spending of a workflow context', () => {
  const CONTEXT =
    '{ workflowContext { accountSpending { monthlyEntries { month amountCents usdCents } codexSnapshot { planType } notice } } }';
  interface Context {
    workflowContext: {
      accountSpending: { monthlyEntries: Entry[]; codexSnapshot: object | null; notice: string } | null;
    };
  }
  const contextOf = async (by: Parameters<typeof askGraphql>[3]) =>
    (await askGraphql<Context>(app, CONTEXT, {}, by)).data?.workflowContext.accountSpending;
  const inPath = async ({ token }: Pick<Account, 'token'>) =>
    (await ask<{ accountSpending: { monthlyEntries: Entry[] } | null }>(`${app.url}/api/workflow/context`, { token }))
      .body.accountSpending;

  it('has the newest entries of any month with their values, and the allowance', async () => {
    const account = await makeAccount(app);
    expect(await inPath(account)).toMatchObject({ monthlyEntries: [], codexSnapshot: null });
    for (const months of [3, 1, 2])
      await askSpending(app, account.token, { body: charge({ month: monthAgo(months), amountCents: months }) });
    await askSpending(app, account.token, { body: charge({ month: monthAgo(1), currency: 'EUR' }) });
    await askSpending(app, account.token, { body: allowance(app, { planType: 'plus' }) });
    const found = await contextOf({ cookie: account.person.cookie });
    expect(found?.monthlyEntries).toEqual([
      { month: monthAgo(1), amountCents: 2_000, usdCents: null },
      { month: monthAgo(1), amountCents: 1, usdCents: 1 },
      { month: monthAgo(2), amountCents: 2, usdCents: 2 },
      { month: monthAgo(3), amountCents: 3, usdCents: 3 },
    ]);
    expect(found?.codexSnapshot).toEqual({ planType: 'plus' });
    expect(found?.notice).toContain('for information only');
    expect((await inPath(account))?.monthlyEntries).toMatchObject(found?.monthlyEntries ?? []);
  });

  it('has 25 entries at most', async () => {
    const { token } = await makeAccount(app);
    for (let months = 1; months <= 13; months += 1)
      for (const currency of ['USD', 'EUR'])
        await askSpending(app, token, { body: charge({ month: monthAgo(months), currency, amountCents: 0 }) });
    const found = await contextOf({ token });
    expect(found?.monthlyEntries).toHaveLength(25);
    expect(found?.monthlyEntries[24]?.month).toBe(monthAgo(13));
  });

  it('is null for a token that is bound to a project', async () => {
    const { person, token } = await makeAccount(app);
    await askSpending(app, token, { body: charge() });
    const projectId = await makeProjectRow(app, person.id);
    const bound = await makeToken(app, person, { projectId, scopes: ['project:read'] });
    expect(await contextOf({ token: bound.token })).toBeNull();
    expect(await inPath(bound)).toBeNull();
  });
});
