import { SEARCH_KEY, WEB_DATA_KEY } from '../setup/balances.js';
import { type Call, read, write } from './access.call.js';

/** How the operations of balances are called; the providers answer whatever key is sent. */
export const balanceCalls: Record<string, Call> = {
  searchProviderBalance: read('searchProviderBalance', '{ snapshot { checkedAt } }'),
  syncSearchProvider: write('syncSearchProvider', 'SyncSearchProviderInput', '{ updated }', () => ({
    apiKey: SEARCH_KEY,
  })),
  webDataBalance: read('webDataBalance', '{ snapshot { checkedAt } }'),
  syncWebData: write('syncWebData', 'SyncWebDataInput', '{ updated }', () => ({ apiKey: WEB_DATA_KEY })),
};
