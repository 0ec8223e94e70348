import type { TrackingBinding } from '../../platform/context.js';
import { RELAY_KEY_PREFIX, receiptContract } from '../../tracking/index.js';
import { UsageReceiptType } from './receipt.types.js';

/** The key of the event in the vendor's tenant, and of the job: of one receipt there is one of each. */
export const relayKey = (receiptId: string): string => `${RELAY_KEY_PREFIX}${receiptId}`;

/** The part of a receipt that reaches the vendor. */
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
    // A report by others is neither activation nor retention of a product: it gets the family that claims least.
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
