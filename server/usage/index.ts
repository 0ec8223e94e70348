import 'reflect-metadata';
import './services.js';

export { BalanceResolver, openAttemptWait } from './balances/index.js';
export { endConnections, openRelay, ReceiptResolver } from './receipts/index.js';
export { openExchangeRates, SpendResolver } from './spending/index.js';
