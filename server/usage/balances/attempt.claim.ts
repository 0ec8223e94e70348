import { lockPerson } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { reportBudget } from '../../platform/http/limit-headers.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { type Attempt, decideAttempt, SYNCS_MAX, SYNCS_WINDOW_MS, secondsUntil } from './budget.rules.js';
import { ProviderAttempt } from './provider-attempt.entity.js';
import type { BalanceProvider } from './provider-key.rules.js';

/** An attempt of one's own, to be made now, or the one just made that stands for it. */
export type Claim =
  | { readonly kind: 'own'; readonly attempt: Attempt }
  | { readonly kind: 'recent'; readonly attempt: Attempt };

/**
 * Spends one attempt of the account's budget, in a short transaction that ends before the provider is called: a process that dies in between has
 * spent it. The person's row is locked, so that any number of processes agree. Answers the attempt that coalesces the call instead where
 * there is one; throws RATE_LIMITED when the budget is spent. Sets the RateLimit headers.
 */
export async function claimAttempt(ctx: RequestContext, owner: string, provider: BalanceProvider): Promise<Claim> {
  const { decision, attempts, now } = await ctx.em.transactional(async (em) => {
    await lockPerson(em, owner);
    const now = ctx.platform.clock.now(); // after the wait for the lock: attempts are counted in the order of their times
    const [from, to] = [-1, 1].map((way) => new Date(now.getTime() + way * SYNCS_WINDOW_MS));
    const userId = publicId('usr', owner);
    await em.nativeDelete(ProviderAttempt, { userId, $or: [{ at: { $lte: from } }, { at: { $gte: to } }] });
    const attempts = await em.find(ProviderAttempt, { userId }, { orderBy: { at: 'desc', id: 'desc' }, refresh: true });
    const decision = decideAttempt(attempts, provider, now);
    if (decision.kind !== 'ask') return { decision, attempts, now };
    const attempt = em.create(ProviderAttempt, { userId, id: newUuid(), provider, at: now, outcome: null });
    await em.flush();
    return { decision: { kind: 'own' as const, attempt }, attempts: [attempt, ...attempts], now };
  });
  reportSyncs(ctx, owner, attempts, now);
  if (decision.kind === 'spent') throw waitFor(decision.retryAfterS, `Rate limit "${POLICY}" exceeded`);
  return decision;
}

/** The limit's name in headers and refusals (decisions §2, Default rate limits). */
const POLICY = 'provider-sync';

function reportSyncs({ res }: RequestContext, key: string, attempts: readonly Attempt[], now: Date): void {
  const oldest = attempts[Math.min(attempts.length, SYNCS_MAX) - 1];
  const untilMs = oldest ? 1_000 * secondsUntil(oldest.at, SYNCS_WINDOW_MS, now) : 0;
  const remaining = Math.max(0, SYNCS_MAX - attempts.length);
  // `resetTime` is a time of this machine, as everywhere in these headers.
  reportBudget(
    res,
    POLICY,
    { limit: SYNCS_MAX, remaining, resetTime: new Date(Date.now() + untilMs), key },
    SYNCS_WINDOW_MS,
  );
}

/** The refusal of a call that has to wait; the seconds are also told in Retry-After. */
export const waitFor = (retryAfterS: number, why: string): Fault =>
  new Fault('RATE_LIMITED', { say: `${why}; try again in ${retryAfterS} s.`, retryAfterS });
