import { ownerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { readRows } from '../../platform/database/rows.read.js';
import { operation } from '../../platform/operation.js';
import { creditsLeftIn, creditValue } from '../credit.rules.js';
import type { SavedSearchBalance, SearchBalance } from './search-balance.types.js';
import { SearchSnapshot } from './search-snapshot.entity.js';

/** The saved credits of the caller at the search provider; no provider is called. */
export const readSearchBalance = operation(
  {
    name: 'searchProviderBalance',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function searchProviderBalance(ctx, _input: Record<string, never>): Promise<SavedSearchBalance> {
    return {
      snapshot: await findSearchBalance(ctx, ownerOf(ctx)),
    };
  },
);

/** The saved snapshot of a person as callers see it, or null; bare UUID. */
export async function findSearchBalance(ctx: RequestContext, owner: string): Promise<SearchBalance | null> {
  const [saved] = await readRows(ctx.em, SearchSnapshot, (of) =>
    of.where('user_id', '=', owner).where('provider', '=', 'search_api'),
  );
  return saved ? describeSearchBalance(ctx, saved) : null;
}

/** A saved snapshot as callers see it (decisions §8); the value of its credits is reckoned at the price of today's configuration. */
export function describeSearchBalance(
  { platform }: RequestContext,
  { snapshot, checkedAt, lastRun }: SearchSnapshot,
): SearchBalance {
  return {
    provider: 'search_api',
    source: 'provider_api',
    ...snapshot,
    lastRun: lastRun && { ...lastRun, occurredAt: new Date(lastRun.occurredAt), source: 'client_reported' },
    spending: { billedUsd: null },
    creditReferenceValue: creditValue(creditsLeftIn(snapshot), platform.config.searchCreditPrice),
    checkedAt,
  };
}
