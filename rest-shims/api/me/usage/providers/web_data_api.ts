import { BODY_LIMITS } from '../../../../../server/platform/http/body.js';
import type { Shim } from '../../../../shim.js';

/** The members of a snapshot that are shown, here and in the workflow’s context. */
export const WEB_DATA_SNAPSHOT = `{ provider source balance { amount pendingAmount currency } freeTier { remainingRequests limit }
  spending { billedUsd } checkedAt }`;

export const webDataBalance: Shim = {
  method: 'get',
  path: '/api/me/usage/providers/web_data_api',
  tag: 'Private usage',
  summary: 'Your saved balance at the web data provider',
  description: 'What the last sync saved; the provider is not called.',
  operation: 'webDataBalance',
  document: `{ reply: webDataBalance { snapshot ${WEB_DATA_SNAPSHOT} } }`,
  arguments: () => ({}),
  answers: { 200: 'The snapshot, or null where nothing was ever saved' },
};

export const syncWebDataBalance: Shim = {
  method: 'post',
  path: '/api/me/usage/providers/web_data_api',
  tag: 'Private usage',
  summary: 'Read your balance at the web data provider and save it',
  description:
    'One call to the provider with the key of the body, which is stored nowhere: 8 seconds, no redirects, no retries. At most 8 in 10 minutes over all providers. A signed-in person calls it from the workspace’s own origin.',
  operation: 'syncWebData',
  document: `mutation ($input: SyncWebDataInput!) { reply: syncWebData(input: $input) { snapshot ${WEB_DATA_SNAPSHOT} updated } }`,
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'SyncWebDataInput',
    examples: { key: { summary: 'The key', value: { apiKey: 'YOUR-WEB-DATA-API-KEY' } } },
  },
  arguments: (_req, body) => ({ input: body }),
  answers: {
    200: 'The snapshot that is saved now; `updated: false` where a newer one was retained',
    400: 'A field is wrong, or the provider refused the key',
    413: 'Over 256 KiB',
    429: 'The budget is spent, or the provider asks to wait',
    502: 'The provider did not answer with usable numbers; the saved snapshot is as it was',
    504: 'The provider did not answer within eight seconds; the saved snapshot is as it was',
  },
};
