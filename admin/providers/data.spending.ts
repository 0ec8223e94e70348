import { bind, type Methods, type MutationParams, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';

/** The id of the month that it is at the service; the others are called by their own, such as 2026-10. */
export const THIS_MONTH = 'current';

/** One saved balance under the id that was asked for; null is nothing saved yet. */
const held = <Balance>(id: string | number, snapshot: Balance | null) => ({ data: { id, snapshot } });

/** What providers charged and what they still hold: one's own, and no one else's. */
export const spendingTable: Record<string, Methods> = {
  spending: {
    getOne: bind(
      schema.ReadSpending,
      ({ id }: QueryParams) => ({ month: id === THIS_MONTH ? null : String(id) }),
      ({ spending }, { id }) => ({ data: { ...spending, id } }),
    ),
    create: bind(
      schema.RecordSpend,
      ({ data }: MutationParams<schema.MonthlySpendInput>) => ({ input: data }),
      (answer, { data: { provider, month, currency } }) => ({
        data: { ...present(answer.recordSpend), id: `${provider}/${month}/${currency}` },
      }),
    ),
    delete: bind(
      schema.RemoveSpend,
      ({ previousData: { provider, month, currency } }: QueryParams & { previousData: schema.RemoveSpendInput }) => ({
        input: { provider, month, currency },
      }),
      (answer, { id }) => ({ data: { ...present(answer.removeSpend), id } }),
    ),
  },
  'codex-snapshot': {
    delete: bind(
      schema.RemoveCodexSnapshot,
      (_: QueryParams) => ({}),
      (answer, { id }) => ({ data: { ...present(answer.removeCodexSnapshot), id } }),
    ),
  },
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
