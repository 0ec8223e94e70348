import { ownerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { operation } from '../../platform/operation.js';
import { findBalance, type SavedBalance } from './balance.query.js';
import type { WebDataAmounts } from './web-data-answer.rules.js';
import type { SavedWebDataBalance, WebDataBalance } from './web-data-balance.types.js';

/** The saved balance of the caller at the web data provider; no provider is called. */
export const readWebDataBalance = operation(
  {
    name: 'webDataBalance',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async (ctx, _input: Record<string, never>): Promise<SavedWebDataBalance> => ({
    snapshot: await findWebDataBalance(ctx, ownerOf(ctx)),
  }),
);

/** The saved snapshot of a person as callers see it, or null; bare UUID. */
export async function findWebDataBalance(ctx: RequestContext, owner: string): Promise<WebDataBalance | null> {
  const saved = await findBalance<WebDataAmounts>(ctx.em, owner, 'web_data_api');
  return saved && describeWebDataBalance(saved);
}

/** A saved snapshot as callers see it (specification §2.7). */
export const describeWebDataBalance = ({ snapshot, checkedAt }: SavedBalance<WebDataAmounts>): WebDataBalance => ({
  provider: 'web_data_api',
  source: 'provider_api',
  balance: snapshot,
  freeTier: { remainingRequests: null, limit: null },
  spending: { billedUsd: null },
  checkedAt,
});
