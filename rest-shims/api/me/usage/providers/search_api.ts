import { BODY_LIMITS } from '../../../../../server/platform/http/body.js';
import type { Shim } from '../../../../shim.js';

/** The members of a snapshot that are shown, here and in the workflow’s context. */
export const SEARCH_SNAPSHOT = `{ provider source key { usage limit remaining }
  account { plan planUsage planLimit planRemaining paygoUsage paygoLimit }
  lastRun { occurredAt requestId credits durationMs applicationName source } spending { billedUsd }
  creditReferenceValue { cents pricePerCredit priceAsOf source label } checkedAt }`;

export const searchBalance: Shim = {
  method: 'get',
  path: '/api/me/usage/providers/search_api',
  tag: 'Private usage',
  summary: 'Your saved credits at the search provider',
  description: 'What the last sync saved; the provider is not called.',
  operation: 'searchProviderBalance',
  who: ['workflow_token'],
  document: `{ reply: searchProviderBalance { snapshot ${SEARCH_SNAPSHOT} } }`,
  arguments: () => ({}),
  answers: { 200: 'The snapshot, or null where nothing was ever saved' },
};

export const syncSearchBalance: Shim = {
  method: 'post',
  path: '/api/me/usage/providers/search_api',
  tag: 'Private usage',
  summary: 'Read your credits at the search provider and save them',
  description:
    'One call to the provider with the key of the body, which is stored nowhere. At most one in 90 seconds: within them the saved snapshot is answered (`coalesced`), or 429 after a failure. At most 8 in 10 minutes over all providers. `lastRun` is what the client knows of its latest run. A failure here is no reason to search again.',
  operation: 'syncSearchProvider',
  who: ['workflow_token'],
  document: `mutation ($input: SyncSearchProviderInput!) { reply: syncSearchProvider(input: $input) { snapshot ${SEARCH_SNAPSHOT} updated coalesced } }`,
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'SyncSearchProviderInput',
    examples: {
      key: { summary: 'The key alone', value: { apiKey: 'YOUR-SEARCH-API-KEY' } },
      run: {
        summary: 'With the latest run',
        value: {
          apiKey: 'YOUR-SEARCH-API-KEY',
          lastRun: {
            occurredAt: '2026-11-20T09:30:00.000Z',
            credits: 2,
            durationMs: 1200,
            applicationName: 'my-agent',
          },
        },
      },
    },
  },
  arguments: (_req, body) => ({ input: body }),
  answers: {
    200: 'The snapshot that is saved now',
    400: 'A field is wrong, or the provider refused the key',
    413: 'Over 256 KiB',
    429: 'The budget is spent, the last sync failed less than 90 seconds ago, or the provider asks to wait',
    502: 'The provider did not answer with usable numbers; the saved snapshot is as it was',
    504: 'The provider did not answer within eight seconds; the saved snapshot is as it was',
  },
};
