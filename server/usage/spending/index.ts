export { CodingAgentSnapshot } from './coding-agent-snapshot.entity.js';
export { openExchangeRates, type ReadRates } from './rates.open.js';
export { SpendEntry } from './spend.entity.js';
export { SpendResolver } from './spend.resolver.js';
