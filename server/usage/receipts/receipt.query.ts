import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../../platform/ids.js';
import type { UsageReceipt, UsageReceiptState, UsageReceiptType } from './receipt.types.js';
import type { RelayFailure } from './retry.rules.js';

/** A receipt with its tool, as a raw statement answers it: times and decimals are text, ids bare UUIDs. */
export interface ReceiptRow {
  readonly id: string;
  readonly tool_id: string;
  readonly slug: string;
  readonly name: string;
  readonly receipt_type: UsageReceiptType;
  readonly success: boolean | null;
  readonly duration_ms: number | null;
  readonly spend_cents: string | null;
  readonly project_id: string | null;
  readonly state: UsageReceiptState;
  readonly attempts: number;
  readonly failure: RelayFailure | null;
  readonly next_attempt_at: string | null;
  readonly delivered_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Receipts that a condition in SQL with bind values finds. */
export const findReceipts = (em: EntityManager, condition: string, values: readonly unknown[]): Promise<ReceiptRow[]> =>
  em.execute<ReceiptRow[]>(
    `select r.id, r.tool_id, t.slug, t.name, r.receipt_type, r.success, r.duration_ms, r.spend_cents, r.project_id, r.state, r.attempts,
       r.failure, r.next_attempt_at, r.delivered_at, r.created_at, r.updated_at
     from usage_receipt r join tool t on t.id = r.tool_id where ${condition}`,
    [...values],
  );

/** A receipt as its owner sees it. */
export const describeReceipt = (row: ReceiptRow): UsageReceipt => ({
  id: publicId('urc', row.id),
  tool: { id: publicId('tol', row.tool_id), slug: row.slug, name: row.name },
  receiptType: row.receipt_type,
  state: row.state,
  success: row.success,
  durationMs: row.duration_ms,
  spendCents: centsOf(row),
  projectId: row.project_id && publicId('prj', row.project_id),
  createdAt: new Date(row.created_at),
  deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at),
  updatedAt: new Date(row.updated_at),
  failure: row.failure,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at === null ? null : new Date(row.next_attempt_at),
});

/** The stored decimal as the number that was sent: six decimals below 100,000,000 are exact in it. */
export const centsOf = ({ spend_cents }: Pick<ReceiptRow, 'spend_cents'>): number | null =>
  spend_cents === null ? null : Number(spend_cents);
