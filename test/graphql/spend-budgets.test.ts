import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { makePerson } from '../setup/people.js';
import { countRows } from '../setup/rows.js';
import { type Account, askSpending, charge, makeAccount, monthAgo } from '../setup/spending.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Budget {
  provider: string;
  currency: string;
  amountCents: number;
  month: string;
  spentCents: number | null;
  remainingCents: number | null;
  usedPercent: number | null;
  state: string;
  notice: string | null;
}
const FIELDS = '{ provider currency amountCents month spentCents remainingCents usedPercent state notice }';
const THIS_MONTH = monthAgo(0);

const setBudget = ({ person }: Pick<Account, 'person'>, given: Record<string, unknown> = {}) =>
  askGraphql<{ setSpendBudget: Budget | null }>(
    app,
    `mutation ($input: SpendBudgetInput!) { setSpendBudget(input: $input) ${FIELDS} }`,
    { input: { provider: 'coding_agent', currency: 'USD', amountCents: 10_000, ...given } },
    { cookie: person.cookie },
  );
const budgetsOf = async (by: { cookie?: string; token?: string }, month?: string) =>
  (
    await askGraphql<{ spending: { budgets: Budget[] } }>(
      app,
      `query ($month: String) { spending(month: $month) { budgets ${FIELDS} } }`,
      { month },
      by,
    )
  ).data?.spending.budgets;
const record = (account: Account, given: Record<string, unknown>) =>
  askSpending(app, account.token, { body: charge({ month: THIS_MONTH, ...given }) });

describe('a monthly budget', () => {
  it.each([
    [7_999, 'within', 79, false],
    [8_000, 'near', 80, true],
    [9_999, 'near', 99, true],
    [10_000, 'reached', 100, true],
    [12_500, 'reached', 125, true],
    [0, 'within', 0, false],
  ])('of 100 dollars is at %i cents %s, at %i percent', async (amountCents, state, usedPercent, isNoticed) => {
    const account = await makeAccount(app);
    await setBudget(account);
    await record(account, { amountCents });
    const [budget] = (await budgetsOf(account.person)) ?? [];
    expect(budget).toMatchObject({
      month: THIS_MONTH,
      spentCents: amountCents,
      remainingCents: 10_000 - amountCents,
      usedPercent,
      state,
    });
    expect(budget?.notice !== null).toBe(isNoticed);
  });

  it('does not know what is left before anything was reported for the month', async () => {
    const account = await makeAccount(app);
    const { data } = await setBudget(account);
    const unknown = { spentCents: null, remainingCents: null, usedPercent: null, state: 'unknown', notice: null };
    expect(data?.setSpendBudget).toMatchObject(unknown);
    await record(account, { amountCents: 9_000, month: monthAgo(1) });
    expect(await budgetsOf(account.person)).toMatchObject([unknown]);
    expect(await budgetsOf(account.person, monthAgo(1))).toMatchObject([{ month: monthAgo(1), state: 'near' }]);
  });

  it('counts charges of its own provider and currency alone, and sums none', async () => {
    const account = await makeAccount(app);
    await setBudget(account);
    await setBudget(account, { currency: 'EUR', amountCents: 5_000 });
    await record(account, { currency: 'EUR', amountCents: 5_000 });
    await record(account, { provider: 'search_api', amountCents: 9_900 });
    expect(await budgetsOf(account.person)).toMatchObject([
      { currency: 'EUR', spentCents: 5_000, remainingCents: 0, state: 'reached' },
      { currency: 'USD', spentCents: null, state: 'unknown' },
    ]);
  });

  it('is in the agent’s workflow context with what is left of it, in GraphQL and at its path', async () => {
    const account = await makeAccount(app);
    await setBudget(account);
    await record(account, { amountCents: 8_500 });
    const expected = [{ provider: 'coding_agent', currency: 'USD', remainingCents: 1_500, state: 'near' }];
    const { body } = await ask<{ accountSpending: { budgets: Budget[] } }>(`${app.url}/api/workflow/context`, {
      token: account.token,
    });
    expect(body.accountSpending.budgets).toMatchObject(expected);
    expect(body.accountSpending.budgets[0]?.notice).toContain('85 %');
    const { data } = await askGraphql<{ workflowContext: { accountSpending: { budgets: Budget[] } } }>(
      app,
      `{ workflowContext { accountSpending { budgets ${FIELDS} } } }`,
      {},
      { token: account.token },
    );
    expect(data?.workflowContext.accountSpending.budgets).toEqual(body.accountSpending.budgets);
  });

  it('is replaced by another amount, removed, and then gone', async () => {
    const account = await makeAccount(app);
    await setBudget(account);
    await setBudget(account, { amountCents: 2_000 });
    expect(await budgetsOf(account.person)).toMatchObject([{ amountCents: 2_000 }]);
    const remove = () =>
      askGraphql<{ removeSpendBudget: { removed: boolean } }>(
        app,
        'mutation { removeSpendBudget(input: { provider: coding_agent, currency: USD }) { removed } }',
        {},
        { cookie: account.person.cookie },
      );
    expect((await remove()).data?.removeSpendBudget).toEqual({ removed: true });
    expect((await remove()).data?.removeSpendBudget).toEqual({ removed: false });
    expect(await budgetsOf(account.person)).toEqual([]);
  });

  it('is one of two that are set at once', async () => {
    const account = await makeAccount(app);
    const replies = await Promise.all([1_000, 2_000, 3_000].map((amountCents) => setBudget(account, { amountCents })));
    for (const { errors } of replies) expect(errors).toEqual([]);
    expect(await budgetsOf(account.person)).toHaveLength(1);
  });

  it('refuses an amount beyond its bounds with its pointer and stores nothing', async () => {
    const account = await makeAccount(app);
    const before = await countRows(app);
    for (const amountCents of [0, -1, 100_000_000_001, 0.5]) {
      const { errors } = await setBudget(account, { amountCents });
      expect(errors[0]?.extensions.errors?.[0]?.pointer, `${amountCents}`).toBe('/amountCents');
    }
    expect(await countRows(app)).toEqual(before);
    for (const amountCents of [1, 100_000_000_000])
      expect((await setBudget(account, { amountCents })).errors).toEqual([]);
  });

  it('is seen by no one else', async () => {
    const account = await makeAccount(app);
    await setBudget(account);
    expect(await budgetsOf(await makePerson(app))).toEqual([]);
  });
});

describe('months side by side', () => {
  const monthsOf = async (by: { cookie?: string; token?: string }, months?: number) =>
    askGraphql<{
      spendingMonths: { months: string[]; rows: { provider: string; currency: string; amountsCents: unknown[] }[] };
    }>(
      app,
      'query ($months: Int) { spendingMonths(months: $months) { months rows { provider currency amountsCents } } }',
      { months },
      by,
    );

  it('stand by provider and currency, this month last, with null where nothing was reported', async () => {
    const account = await makeAccount(app);
    await record(account, { amountCents: 100 });
    await record(account, { amountCents: 0, month: monthAgo(2) });
    await record(account, { amountCents: 300, month: monthAgo(1), currency: 'EUR' });
    await record(account, { amountCents: 900, month: monthAgo(3) });
    const { data } = await monthsOf(account.person, 3);
    expect(data?.spendingMonths).toEqual({
      months: [monthAgo(2), monthAgo(1), THIS_MONTH],
      rows: [
        { provider: 'coding_agent', currency: 'EUR', amountsCents: [null, 300, null] },
        { provider: 'coding_agent', currency: 'USD', amountsCents: [0, null, 100] },
      ],
    });
  });

  it('are six unless another number of 2 to 24 is asked for', async () => {
    const account = await makeAccount(app);
    expect((await monthsOf({ token: account.token })).data?.spendingMonths.months).toHaveLength(6);
    expect((await monthsOf(account.person, 24)).data?.spendingMonths.months).toHaveLength(24);
    for (const months of [1, 25])
      expect((await monthsOf(account.person, months)).errors[0]?.extensions.errors?.[0]?.pointer).toBe('/months');
  });
});
