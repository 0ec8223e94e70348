import type { EntityClass } from '@mikro-orm/core';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { fetchProvider, type ProviderAnswer } from '../../platform/outbound/provider.fetch.js';
import type { ProviderSnapshot, StoredRun } from '../provider-snapshot.entity.js';
import { waitFor } from './attempt.claim.js';
import { endAttempt, saveBalance } from './balance.query.js';
import type { Attempt } from './budget.rules.js';

/** What is to be asked of a provider with a person's key. `parse` answers null for what is not the documented form. */
export interface Question<K extends ProviderSnapshot> {
  /** What its answer is saved as. */
  readonly kind: EntityClass<K>;
  readonly owner: string;
  readonly attempt: Attempt;
  readonly url: string;
  /** Used for the one call and handed to nothing else. */
  readonly apiKey: string;
  readonly parse: (json: unknown) => K['snapshot'] | null;
  readonly lastRun: StoredRun | null;
}

/**
 * Makes the claimed call, outside any transaction, and saves what it brought together with the attempt's end. Its time is when the provider
 * was asked: a slow answer must not overwrite what a later call already saved. `updated` is false where a newer answer stands. What the
 * provider refuses or spoils is a fault and leaves the saved snapshot as it was; its own words are in none of them.
 */
export async function askProvider<K extends ProviderSnapshot>(
  ctx: RequestContext,
  { kind, owner, attempt, url, apiKey, parse, lastRun }: Question<K>,
): Promise<{ saved: K; updated: boolean }> {
  const { clock, em } = ctx.platform;
  const end = await outcomeOf(await fetchProvider(url, apiKey, clock.now()), parse);
  if (end instanceof Fault) {
    await endAttempt(em(), owner, attempt.id, 'failed');
    throw end;
  }
  const found = { provider: attempt.provider, snapshot: end.counters, checkedAt: attempt.at, lastRun };
  const saved = await em().transactional(async (tx) => {
    await endAttempt(tx, owner, attempt.id, 'succeeded');
    return saveBalance(tx, kind, owner, found, clock.now());
  });
  return { saved, updated: saved.checkedAt.getTime() === attempt.at.getTime() };
}

/** How long to wait where a provider asks to wait and does not say how long. */
const WAIT_DEFAULT_S = 90;

function outcomeOf<S>(answer: ProviderAnswer, parse: (json: unknown) => S | null): { counters: S } | Fault {
  switch (answer.kind) {
    case 'ok': {
      const counters = parse(answer.json);
      return counters === null
        ? unusable(new Error('the provider did not answer with the documented numbers'))
        : { counters };
    }
    case 'key_rejected':
      return refusedKey('PROVIDER_KEY_REJECTED', 'The provider refused the key.');
    case 'permission_missing':
      return refusedKey('PROVIDER_PERMISSION_MISSING', 'The provider lets this key read no balance.');
    case 'rate_limited':
      return waitFor(answer.retryAfterS ?? WAIT_DEFAULT_S, 'The provider asks to wait');
    case 'timeout':
      return new Fault('PROVIDER_TIMEOUT', {
        say: 'The provider did not respond in time. The saved snapshot was not changed.',
      });
    case 'failed':
      return unusable(answer.because);
  }
}

const unusable = (because: Error): Fault =>
  new Fault('PROVIDER_FAILED', {
    say: 'The provider returned unusable numbers. The saved snapshot was not changed.',
    because,
  });

const refusedKey = (code: 'PROVIDER_KEY_REJECTED' | 'PROVIDER_PERMISSION_MISSING', say: string): Fault =>
  new Fault(code, { say, errors: [{ pointer: '/apiKey', code: 'refused_by_provider', detail: say }] });
