export { type AwaitOutcome, openAttemptWait } from './attempt-wait.open.js';
export { BalanceResolver } from './balance.resolver.js';
export { ProviderAttempt } from './provider-attempt.entity.js';
export { SearchSnapshot } from './search-snapshot.entity.js';
export { WebDataSnapshot } from './web-data-snapshot.entity.js';
