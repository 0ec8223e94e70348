import { ownerOf } from '../../accounts/index.js';
import { operation } from '../../platform/operation.js';
import { claimAttempt } from './attempt.claim.js';
import { askProvider } from './balance.ask.js';
import { parseWebDataAmounts } from './web-data-answer.rules.js';
import { describeWebDataBalance } from './web-data-balance.read.js';
import type { SyncWebDataInput, WebDataSync } from './web-data-balance.types.js';
import { WebDataSnapshot } from './web-data-snapshot.entity.js';

/** Reads the caller's balance at the web data provider with their key and saves it (specification §2.7 and §4 rule 2). */
export const syncWebDataBalance = operation(
  {
    name: 'syncWebData',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async function syncWebData(ctx, input: SyncWebDataInput): Promise<WebDataSync> {
    const owner = ownerOf(ctx);
    const { attempt } = await claimAttempt(ctx, owner, 'web_data_api');
    const { saved, updated } = await askProvider(ctx, {
      kind: WebDataSnapshot,
      owner,
      attempt,
      url: `${ctx.platform.config.webDataProviderUrl}/customer/balance`,
      apiKey: input.apiKey.trim(),
      parse: parseWebDataAmounts,
      lastRun: null,
    });
    return { snapshot: describeWebDataBalance(saved), updated };
  },
);
