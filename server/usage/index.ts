import 'reflect-metadata';
import './services.js';

export { BalanceResolver } from './balance.resolver.js';
export { openAttemptWait } from './balance.wait.js';
export { endConnections } from './connection.end.js';
export { openExchangeRates } from './rates.open.js';
export { ReceiptResolver } from './receipt.resolver.js';
export { openRelay } from './relay.open.js';
export { SpendResolver } from './spend.resolver.js';
