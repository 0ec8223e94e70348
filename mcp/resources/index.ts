import type { Resource } from '../resource.js';
import { capabilities } from './capabilities.js';
import { eventCatalog } from './event-catalog.js';
import { receiptContract } from './receipt-contract.js';

/** Every resource, in the order in which hosts list them. */
export const resources: readonly Resource[] = [receiptContract, eventCatalog, capabilities];
