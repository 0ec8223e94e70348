export { openExchangeRates, type ReadRates } from './rates.open.js';
export { SpendResolver } from './spend.resolver.js';
