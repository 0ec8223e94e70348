import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import type { PlanContent } from '../briefs/index.js';
import type { PlanSummary, SavedPlan } from './plan.types.js';

/** A row of saved_plan as a raw statement answers it. */
export interface PlanRow {
  readonly id: string;
  readonly title: string;
  readonly intent: string;
  readonly brief: PlanContent;
  readonly digest: string;
  readonly receipt_id: string | null;
  readonly changed_since_receipt: boolean;
  readonly catalog_version: string;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export const PLAN_COLUMNS =
  'id, title, intent, brief, digest, receipt_id, changed_since_receipt, catalog_version, revision, created_at, updated_at';

/** What stands for a receipt in the index of saved plans. */
export const receiptDigestOf = (receiptId: string): Buffer => createHash('sha256').update(receiptId).digest();

/** A plan of that person, or null; another person's plan is as good as none. Locks the row for a change. */
export async function findPlan(
  em: EntityManager,
  owner: string,
  id: string,
  { lock = false } = {},
): Promise<PlanRow | null> {
  const rows = await em.execute<PlanRow[]>(
    `select ${PLAN_COLUMNS} from saved_plan where id = ? and user_id = ?${lock ? ' for update' : ''}`,
    [id, owner],
  );
  return rows[0] ?? null;
}

/** The same by the receipt that it was saved from. */
export async function findPlanOfReceipt(em: EntityManager, owner: string, receiptId: string): Promise<PlanRow | null> {
  const rows = await em.execute<PlanRow[]>(
    `select ${PLAN_COLUMNS} from saved_plan where user_id = ? and receipt_digest = ?`,
    [owner, receiptDigestOf(receiptId)],
  );
  return rows[0] ?? null;
}

export const noSuchPlan = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such plan.' });

export const summaryOf = (row: PlanRow): PlanSummary => ({
  id: publicId('pln', row.id),
  title: row.title,
  goal: row.intent,
  tools: row.brief.stack.map(({ capability, tool }) => ({ slug: tool.slug, name: tool.name, capability })),
  revision: row.revision,
  changedSinceReceipt: row.changed_since_receipt,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

export const planOf = (row: PlanRow): SavedPlan => ({
  ...summaryOf(row),
  brief: row.brief,
  digest: row.digest,
  catalogVersion: Number(row.catalog_version),
  receiptId: row.receipt_id,
});
