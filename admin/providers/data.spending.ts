import { type Act, door, type Look, type Methods, present } from './binding.js';
import * as schema from './schema.js';

/** The id of the month that it is at the service; the others are called by their own, such as 2026-10. */
export const THIS_MONTH = 'current';

/** One saved balance under the id that was asked for; null is nothing saved yet. */
const held = <Balance>(id: string | number, snapshot: Balance | null) => ({ data: { id, snapshot } });

/** What providers charged and what they still hold: one's own, and nobody else's. */
export const spendingTable: Record<string, Methods> = {
  spending: {
    getOne: door(
      schema.ReadSpending,
      ({ id }: Look) => ({ month: id === THIS_MONTH ? null : String(id) }),
      ({ spending }, { id }) => ({ data: { ...spending, id } }),
    ),
    create: door(
      schema.RecordSpend,
      ({ data }: Act<schema.MonthlySpendInput>) => ({ input: data }),
      (answer, { data: { provider, month, currency } }) => ({
        data: { ...present(answer.recordSpend), id: `${provider}/${month}/${currency}` },
      }),
    ),
    delete: door(
      schema.RemoveSpend,
      ({ previousData: { provider, month, currency } }: Look & { previousData: schema.RemoveSpendInput }) => ({
        input: { provider, month, currency },
      }),
      (answer, { id }) => ({ data: { ...present(answer.removeSpend), id } }),
    ),
  },
  'codex-snapshot': {
    delete: door(
      schema.RemoveCodexSnapshot,
      (_: Look) => ({}),
      (answer, { id }) => ({ data: { ...present(answer.removeCodexSnapshot), id } }),
    ),
  },
  'search-balance': {
    getOne: door(
      schema.ReadSearchBalance,
      (_: Look) => ({}),
      (answer, { id }) => held(id, answer.searchProviderBalance.snapshot),
    ),
    create: door(
      schema.SyncSearchProvider,
      ({ data }: Act<schema.SyncSearchProviderInput>) => ({ input: data }),
      (answer) => ({ data: { ...present(answer.syncSearchProvider), id: 'own' } }),
    ),
  },
  'web-data-balance': {
    getOne: door(
      schema.ReadWebDataBalance,
      (_: Look) => ({}),
      (answer, { id }) => held(id, answer.webDataBalance.snapshot),
    ),
    create: door(
      schema.SyncWebData,
      ({ data }: Act<schema.SyncWebDataInput>) => ({ input: data }),
      (answer) => ({ data: { ...present(answer.syncWebData), coalesced: false, id: 'own' } }),
    ),
  },
};
