import { ownerOf } from '../../accounts/index.js';
import { Fault, invalid } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { StoredRun } from '../provider-snapshot.entity.js';
import type { UsageContext } from '../usage.open.js';
import { claimAttempt, waitFor } from './attempt.claim.js';
import { askProvider } from './balance.ask.js';
import { saveRun } from './balance.query.js';
import { type Attempt, COALESCED_MS, secondsUntil } from './budget.rules.js';
import { parseSearchCounters } from './search-answer.rules.js';
import { describeSearchBalance, findSearchBalance } from './search-balance.read.js';
import type { SearchSync, SyncSearchProviderInput } from './search-balance.types.js';
import { futureRun, privateTexts, runOf } from './search-run.rules.js';
import { SearchSnapshot } from './search-snapshot.entity.js';

/**
 * Reads the caller's credits at the search provider with their key and saves them (specification §2.6). Within 90 seconds of the last call
 * no other is made: a call that comes while it runs waits for it, after a success the saved snapshot is answered and a newer run still saved,
 * after a failure the caller has to wait.
 */
export const syncSearchBalance = operation(
  {
    name: 'syncSearchProvider',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async function syncSearchProvider(ctx: UsageContext, input: SyncSearchProviderInput): Promise<SearchSync> {
    const owner = ownerOf(ctx);
    const apiKey = input.apiKey.trim();
    const lastRun = acceptedRun(ctx, input, apiKey);
    const { kind, attempt } = await claimAttempt(ctx, owner, 'search_api');
    if (kind === 'recent') return coalesce(ctx, owner, attempt, lastRun);
    const { saved, updated } = await askProvider(ctx, {
      kind: SearchSnapshot,
      owner,
      attempt,
      url: `${ctx.platform.config.searchProviderUrl}/usage`,
      apiKey,
      parse: (json) => parseSearchCounters(json, apiKey),
      lastRun,
    });
    return { snapshot: describeSearchBalance(ctx, saved), updated, coalesced: false };
  },
);

/** The reported run as it is stored, or null without one; throws for one in the future or with a credential in its texts. */
function acceptedRun(ctx: UsageContext, { lastRun }: SyncSearchProviderInput, apiKey: string): StoredRun | null {
  if (!lastRun) return null;
  const run = runOf(lastRun);
  const ahead = futureRun(run, ctx.platform.clock.now());
  if (ahead.length) throw invalid(ahead);
  const errors = privateTexts(run, apiKey);
  if (errors.length) throw new Fault('PRIVATE_CONTENT', { say: 'lastRun holds private content.', errors });
  return run;
}

async function coalesce(
  ctx: UsageContext,
  owner: string,
  attempt: Attempt,
  lastRun: StoredRun | null,
): Promise<SearchSync> {
  const { clock } = ctx.platform;
  if ((await ctx.parts.attemptOutcome(owner, attempt)) !== 'succeeded')
    throw waitFor(
      secondsUntil(attempt.at, COALESCED_MS, clock.now()),
      'The last look at this provider failed, and it is asked at most once in 90 seconds',
    );
  const updated = lastRun !== null && (await saveRun(ctx.em, owner, lastRun, clock.now()));
  return { snapshot: await findSearchBalance(ctx, owner), updated, coalesced: true };
}
