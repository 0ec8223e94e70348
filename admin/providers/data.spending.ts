import { bind, type Methods, type MutationParams, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { queryClient } from './query-client.js';
import { wholeBy } from './records.js';
import { ask } from './request.js';

/** A month of a person's own spending with the saved allowance; null is the month that it is at the service. */
export const spendingQuery = (month: string | null) => ({
  queryKey: ['spending', month],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await ask(schema.ReadSpending, { month }, signal)).spending,
});

/** Reported charges of several months beside each other, this month last. */
export const spendingMonthsQuery = (months: number) => ({
  queryKey: ['spending', 'months', months],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await ask(schema.ReadSpendingMonths, { months }, signal)).spendingMonths,
});

/** The reported spend at one provider in one currency, and its value in US dollars. */
export type MonthlySpend = schema.SpendEntry & {
  readonly id: string;
  readonly conversion: schema.SpendConversion | undefined;
};

const spendsOf = ({ monthlyEntries, usdEstimate }: schema.SpendingMonth): MonthlySpend[] =>
  monthlyEntries.map((entry) => ({
    ...entry,
    id: `${entry.provider} ${entry.currency}`,
    conversion: usdEstimate.entries.find(
      ({ provider, currency }) => provider === entry.provider && currency === entry.currency,
    ),
  }));

/** The amounts of the month that the scope names; the page has asked for it too, and both share the answer. */
export const spendingRecords: Record<string, Methods> = {
  'monthly-spends': {
    getList: wholeBy(async ({ month = null }) => spendsOf(await queryClient.fetchQuery(spendingQuery(month))), {
      search: ({ provider, currency }) => `${provider} ${currency}`,
      orders: {
        provider: ({ provider }) => provider,
        usd: ({ conversion }) => conversion?.usdCents ?? null,
        updated: ({ updatedAt }) => updatedAt,
      },
    }),
  },
};

export const spendingDecisions = {
  recordSpend: async (input: schema.MonthlySpendInput) =>
    present((await ask(schema.RecordSpend, { input })).recordSpend),
  removeSpend: async (input: schema.RemoveSpendInput) =>
    present((await ask(schema.RemoveSpend, { input })).removeSpend),
  setSpendBudget: async (input: schema.SpendBudgetInput) =>
    present((await ask(schema.SetSpendBudget, { input })).setSpendBudget),
  removeSpendBudget: async (input: schema.RemoveSpendBudgetInput) =>
    present((await ask(schema.RemoveSpendBudget, { input })).removeSpendBudget),
  removeCodexSnapshot: async () => present((await ask(schema.RemoveCodexSnapshot, {})).removeCodexSnapshot),
};

/** One saved balance under the id that was asked for; null is nothing saved yet. */
const held = <Balance>(id: string | number, snapshot: Balance | null) => ({ data: { id, snapshot } });

/** The balances at providers: one's own, and no one else's. */
export const spendingTable: Record<string, Methods> = {
  'search-balance': {
    getOne: bind(
      schema.ReadSearchBalance,
      (_: QueryParams) => ({}),
      (answer, { id }) => held(id, answer.searchProviderBalance.snapshot),
    ),
    create: bind(
      schema.SyncSearchProvider,
      ({ data }: MutationParams<schema.SyncSearchProviderInput>) => ({ input: data }),
      (answer) => ({ data: { ...present(answer.syncSearchProvider), id: 'own' } }),
    ),
  },
  'web-data-balance': {
    getOne: bind(
      schema.ReadWebDataBalance,
      (_: QueryParams) => ({}),
      (answer, { id }) => held(id, answer.webDataBalance.snapshot),
    ),
    create: bind(
      schema.SyncWebData,
      ({ data }: MutationParams<schema.SyncWebDataInput>) => ({ input: data }),
      (answer) => ({ data: { ...present(answer.syncWebData), coalesced: false, id: 'own' } }),
    ),
  },
};
