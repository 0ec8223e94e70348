export { SpendBudget } from './budget.entity.js';
export { openExchangeRates, type ReadRates } from './rates.client.js';
export { SpendEntry } from './spend.entity.js';
export { SpendResolver } from './spend.resolver.js';
