export { type AwaitOutcome, openAttemptWait } from './attempt-wait.open.js';
export { BalanceResolver } from './balance.resolver.js';
