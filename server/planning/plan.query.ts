import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Narrow, readRows } from '../platform/database/rows.read.js';
import { Fault } from '../platform/fault.js';
import { uuidOf } from '../platform/ids.js';
import { SavedPlan } from './plan.entity.js';

/** What stands for a receipt in the index of saved plans. */
export const receiptDigestOf = (receiptId: string): Buffer => createHash('sha256').update(receiptId).digest();

/** The plans of a person (`usr_…`) that a condition finds, to be read. */
export const readPlans = (em: EntityManager, userId: string, narrow: Narrow<SavedPlan>): Promise<SavedPlan[]> =>
  readRows(em, SavedPlan, (of) => narrow(of.where('user_id', '=', uuidOf('usr', userId) ?? '')));

/** A plan of that person (`usr_…`, `pln_…`) to be read, or null. */
export async function readPlan(em: EntityManager, userId: string, id: string): Promise<SavedPlan | null> {
  const uuid = uuidOf('pln', id);
  if (uuid === null) return null;
  const [plan] = await readPlans(em, userId, (of) => of.where('id', '=', uuid));
  return plan ?? null;
}

/** The same by the receipt that it was saved from. */
export async function readPlanOfReceipt(
  em: EntityManager,
  userId: string,
  receiptId: string,
): Promise<SavedPlan | null> {
  const [plan] = await readPlans(em, userId, (of) => of.where('receipt_digest', '=', receiptDigestOf(receiptId)));
  return plan ?? null;
}

export const noSuchPlan = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such plan.' });
