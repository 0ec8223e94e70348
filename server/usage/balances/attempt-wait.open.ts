import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../platform/clock.js';
import { PROVIDER_BOUNDS } from '../../platform/outbound/provider.fetch.js';
import type { Attempt, AttemptOutcome } from './budget.rules.js';
import { ProviderAttempt } from './provider-attempt.entity.js';

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
