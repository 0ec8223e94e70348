import type { AttemptOutcome, BalanceProvider } from '../provider-snapshot.entity.js';

/** One call to a provider that was decided upon; a process that died in between leaves the outcome null. */
export interface Attempt {
  readonly id: string;
  readonly provider: BalanceProvider;
  readonly at: Date;
  readonly outcome: AttemptOutcome | null;
}

/** 8 attempts in 10 minutes for one account, over both providers (specification §8). */
export const SYNCS_MAX = 8;
export const SYNCS_WINDOW_MS = 10 * 60_000;
/** The search provider is asked at most once in so long (specification §8). */
export const COALESCED_MS = 90_000;

/** Another call, none because one was just made, or none because the budget is spent. */
export type Decision =
  | { readonly kind: 'ask' }
  | { readonly kind: 'recent'; readonly attempt: Attempt }
  | { readonly kind: 'spent'; readonly retryAfterS: number };

/** Decides by the attempts of one account, newest first. A coalesced call makes no attempt, so it is looked for before the budget. */
export function decideAttempt(attempts: readonly Attempt[], provider: BalanceProvider, now: Date): Decision {
  const counted = attempts.filter(({ at }) => now.getTime() - at.getTime() < SYNCS_WINDOW_MS);
  const last = counted.find((one) => one.provider === provider);
  if (last && provider === 'search_api' && now.getTime() - last.at.getTime() < COALESCED_MS)
    return { kind: 'recent', attempt: last };
  const oldest = counted[SYNCS_MAX - 1];
  return oldest ? { kind: 'spent', retryAfterS: secondsUntil(oldest.at, SYNCS_WINDOW_MS, now) } : { kind: 'ask' };
}

/** Seconds until so long after a time, at least 1; a replica's clock that is ahead makes no one wait longer than the whole of it. */
export const secondsUntil = (from: Date, afterMs: number, now: Date): number =>
  Math.ceil(Math.min(Math.max(from.getTime() + afterMs - now.getTime(), 1), afterMs) / 1000);
