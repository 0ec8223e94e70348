import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockPerson } from '../../accounts/index.js';
import type { Clock } from '../../platform/clock.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { reportBudget } from '../../platform/http/limit-headers.js';
import { newUuid } from '../../platform/ids.js';
import { PROVIDER_BOUNDS } from '../../platform/outbound/provider.fetch.js';
import type { AttemptOutcome, BalanceProvider } from '../provider-snapshot.entity.js';
import { ProviderAttempt } from '../provider-snapshot.entity.js';
import { type Attempt, decideAttempt, SYNCS_MAX, SYNCS_WINDOW_MS, secondsUntil } from './budget.rules.js';

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
    const userId = owner;
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

/** The outcome of an attempt that another call, perhaps of another process, is making; null when it never came. */
export type AwaitOutcome = (owner: string, attempt: Attempt) => Promise<AttemptOutcome | null>;

const EVERY_MS = 250;
/** The call's own bound, and time to write down how it ended. */
const PATIENCE_MS = PROVIDER_BOUNDS.timeoutMs + 1_000;

/**
 * Waits for attempts that are under way. Replicas share nothing but the database, so it is asked, four times a second and once for all
 * who wait in this process; no one waits for an attempt that is older than any call can be.
 */
export function openAttemptWait(em: () => EntityManager, clock: Clock): AwaitOutcome {
  const waiting = new Map<string, Promise<AttemptOutcome | null>>();

  async function watch(owner: string, { id, at }: Attempt): Promise<AttemptOutcome | null> {
    for (let leftMs = PATIENCE_MS - (clock.now().getTime() - at.getTime()); leftMs > 0; leftMs -= EVERY_MS) {
      await pause(EVERY_MS);
      const requested = await em().findOne(ProviderAttempt, { userId: owner, id }, { fields: ['outcome'] });
      if (!requested || requested.outcome) return requested?.outcome ?? null;
    }
    return null;
  }

  return async (owner, attempt) => {
    if (attempt.outcome) return attempt.outcome;
    const requested = waiting.get(attempt.id) ?? watch(owner, attempt).finally(() => waiting.delete(attempt.id));
    waiting.set(attempt.id, requested);
    return requested;
  };
}
