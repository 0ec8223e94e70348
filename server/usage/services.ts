import type { AwaitOutcome } from './balance.wait.js';
import type { ReadRates } from './rates.open.js';

declare module '../platform/context.js' {
  interface Services {
    attemptOutcome: AwaitOutcome;
    exchangeRates: ReadRates;
  }
}
