import { ownerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { readRows } from '../../platform/database/rows.read.js';
import { operation } from '../../platform/operation.js';
import type { SavedWebDataBalance, WebDataBalance } from './web-data-balance.types.js';
import { WebDataSnapshot } from './web-data-snapshot.entity.js';

/** The saved balance of the caller at the web data provider; no provider is called. */
export const readWebDataBalance = operation(
  {
    name: 'webDataBalance',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function webDataBalance(ctx, _input: Record<string, never>): Promise<SavedWebDataBalance> {
    return {
      snapshot: await findWebDataBalance(ctx, ownerOf(ctx)),
    };
  },
);

/** The saved snapshot of a person as callers see it, or null; bare UUID. */
export async function findWebDataBalance(ctx: RequestContext, owner: string): Promise<WebDataBalance | null> {
  const [saved] = await readRows(ctx.em, WebDataSnapshot, (of) =>
    of.where('user_id', '=', owner).where('provider', '=', 'web_data_api'),
  );
  return saved ? describeWebDataBalance(saved) : null;
}

/** A saved snapshot as callers see it (specification §2.7). */
export const describeWebDataBalance = ({ snapshot, checkedAt }: WebDataSnapshot): WebDataBalance => ({
  provider: 'web_data_api',
  source: 'provider_api',
  balance: snapshot,
  freeTier: { remainingRequests: null, limit: null },
  spending: { billedUsd: null },
  checkedAt,
});
