import type { AwaitOutcome } from './balances/index.js';
import type { ReadRates } from './spending/index.js';

declare module '../platform/context.js' {
  interface Services {
    attemptOutcome: AwaitOutcome;
    exchangeRates: ReadRates;
  }
}
