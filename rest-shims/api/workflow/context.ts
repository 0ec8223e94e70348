import { withFragments } from '../../fragments.js';
import type { Shim } from '../../shim.js';
import { SEARCH_SNAPSHOT } from '../me/usage/providers/search_api.js';
import { WEB_DATA_SNAPSHOT } from '../me/usage/providers/web_data_api.js';
import { CODEX_SNAPSHOT } from '../me/usage/spending.js';

export const workflowContext: Shim = {
  method: 'get',
  path: '/api/workflow/context',
  tag: 'Workflow',
  summary: 'What the token’s agent works in',
  description:
    'Whose it is, the token, and the newest projects, plans and skills. A project-scoped token sees its project alone.',
  operation: 'workflowContext',
  who: ['workflow_token'],
  document:
    withFragments(`{ reply: workflowContext { profile { id name email emailVerified } token { id name hint scopes projectId expiresAt }
    projects { id slug title status contentHash hasUnpublishedChanges tools reviewUrl publicUrl updatedAt }
    plans { id title goal tools updatedAt } skills { id name status digest agentHref publicHref }
    connections { ...Connection }
    accountSpending { monthlyEntries { provider month currency amountCents usdCents updatedAt }
      budgets { provider currency amountCents month spentCents remainingCents usedPercent state notice } codexSnapshot ${CODEX_SNAPSHOT} notice }
    providerSnapshots { searchApi ${SEARCH_SNAPSHOT} webDataApi ${WEB_DATA_SNAPSHOT} } notices } }`),
  arguments: () => ({}),
  answers: { 200: 'The context' },
};
