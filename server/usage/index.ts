import 'reflect-metadata';

export { BalanceResolver } from './balances/index.js';
export { endConnections, openRelay, ReceiptResolver } from './receipts/index.js';
export { SpendResolver } from './spending/index.js';
export { openUsage, type UsageContext, type UsageParts } from './usage.open.js';
