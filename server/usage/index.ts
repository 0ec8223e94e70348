import 'reflect-metadata';
import {
  CodingAgentSnapshot,
  ProviderAttempt,
  ProviderSnapshot,
  SearchSnapshot,
  WebDataSnapshot,
} from './provider-snapshot.entity.js';
import { Connection, Receipt, RelayIdentity } from './receipts/index.js';
import { SpendBudget, SpendEntry } from './spending/index.js';

export { BalanceResolver } from './balances/index.js';
export { BoardResolver, endConnections, openRelay, ReceiptResolver } from './receipts/index.js';
export { SpendResolver } from './spending/index.js';
export { openUsage, type UsageContext, type UsageParts } from './usage.open.js';

/** The domain's tables, for the composition root. */
export const usageEntities = [
  Connection,
  Receipt,
  RelayIdentity,
  SpendEntry,
  SpendBudget,
  ProviderSnapshot,
  SearchSnapshot,
  WebDataSnapshot,
  CodingAgentSnapshot,
  ProviderAttempt,
];

/** Records that belong to a person alone, and go with their account. */
export const personalUsage = {
  'tool connections': Connection,
  'usage receipts': Receipt,
  'monthly charges': SpendEntry,
  'monthly budgets': SpendBudget,
  'provider balances': ProviderSnapshot,
};
