import type { EntityManager } from '@mikro-orm/postgresql';
import { CatalogTool } from '../../directory/index.js';
import { BareStatement, type ManagedRowOf, membersOf } from '../../platform/database/bare-statement.js';
import { publicId } from '../../platform/ids.js';
import { Receipt } from './receipt.entity.js';
import type { UsageReceipt } from './receipt.types.js';
import { centsOf } from './report.rules.js';

export const RECEIPTS = new BareStatement(
  {
    tool_id: [Receipt, 'tool'],
    receipt_type: [Receipt, 'receiptType'],
    duration_ms: [Receipt, 'durationMs'],
    spend_cents: [Receipt, 'spendCents'],
    project_id: [Receipt, 'projectId'],
    next_attempt_at: [Receipt, 'nextAttemptAt'],
    delivered_at: [Receipt, 'deliveredAt'],
    created_at: [Receipt, 'createdAt'],
    updated_at: [Receipt, 'updatedAt'],
    ...membersOf(Receipt, 'id', 'success', 'state', 'attempts', 'failure'),
    ...membersOf(CatalogTool, 'slug', 'name'),
  },
  `select r.id, r.tool_id, t.slug, t.name, r.receipt_type, r.success, r.duration_ms, r.spend_cents, r.project_id, r.state, r.attempts,
     r.failure, r.next_attempt_at, r.delivered_at, r.created_at, r.updated_at
   from usage_receipt r join tool t on t.id = r.tool_id`,
);

/** A receipt with its tool: times and decimals are text, ids bare UUIDs. */
export type ReceiptRow = ManagedRowOf<typeof RECEIPTS>;

/** Receipts that a condition in SQL with bind values finds. */
export const findReceipts = (em: EntityManager, condition: string, values: readonly unknown[]): Promise<ReceiptRow[]> =>
  em.execute<ManagedRowOf<typeof RECEIPTS>[]>(`${RECEIPTS.text} where ${condition}`, [...values]);

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
