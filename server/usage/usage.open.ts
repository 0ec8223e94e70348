import type { Platform, RequestContext } from '../platform/context.js';
import { type AwaitOutcome, openAttemptWait } from './balances/index.js';
import { openExchangeRates, type ReadRates } from './spending/index.js';

/** Parts that usage keeps in the process for its operations. */
export interface UsageParts {
  readonly attemptOutcome: AwaitOutcome;
  readonly exchangeRates: ReadRates;
}

export type UsageContext = RequestContext<UsageParts>;

/** Opens the wait for a provider's answer that another request asked for, and the exchange rates. */
export const openUsage = ({
  config,
  clock,
  log,
  em,
}: Pick<Platform, 'config' | 'clock' | 'log' | 'em'>): UsageParts => ({
  attemptOutcome: openAttemptWait(em, clock),
  exchangeRates: openExchangeRates(config.fxFeedUrl, clock, log),
});
