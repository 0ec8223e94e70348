import type { TrackingBinding } from '../../platform/context.js';
import { receiptContract } from '../../tracking/index.js';
import { UsageReceiptType } from './receipt.types.js';
import { relayKey } from './relay.job.js';

/** What of a receipt reaches the vendor. */
export interface SharedReceipt {
  /** A bare UUID. */
  readonly receiptId: string;
  readonly receiptType: UsageReceiptType;
  readonly success: boolean | null;
  readonly durationMs: number | null;
  readonly spendCents: number | null;
}

/** The kinds that the contract `service-usage-receipt-v1` does not have; they go under a name of their own. */
const BESIDE_CONTRACT: ReadonlySet<UsageReceiptType> = new Set([UsageReceiptType.tool_call, UsageReceiptType.search]);

/**
 * The event that a vendor sees (decisions §7). It names no person, account, project or key of the person's own: `developerId` is random
 * and another one for each vendor. It has no `occurredAt`, since a receipt does not say when the use was, and none is invented.
 */
export function buildRelayedEvent(
  receipt: SharedReceipt,
  { productId, productName, productType }: TrackingBinding,
  developerId: string,
): Record<string, unknown> {
  const { receiptId, receiptType, success, durationMs, spendCents } = receipt;
  const known = {
    receiptType,
    ...(success === null ? {} : { success }),
    ...(durationMs === null ? {} : { latencyMs: durationMs }),
    ...(spendCents === null ? {} : { costCents: spendCents }),
  };
  return {
    // What others tell of a product is neither its activation nor its retention: the family that claims least, whatever it is about.
    event_name: `${receiptType.toUpperCase()}_REPORTED`,
    event_family: 'evaluation',
    developer_id: developerId,
    product: { id: productId, name: productName, type: productType },
    idempotencyKey: relayKey(receiptId),
    metadata: BESIDE_CONTRACT.has(receiptType)
      ? { relayedReceipt: known }
      : { usageReceipt: { contract: receiptContract, ...known } },
  };
}
