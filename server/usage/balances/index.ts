export { type AwaitOutcome, openAttemptWait } from './attempt.claim.js';
export { BalanceResolver } from './balance.resolver.js';
