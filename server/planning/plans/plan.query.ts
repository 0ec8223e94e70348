import { createHash } from 'node:crypto';
import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import { SavedPlan } from './plan.entity.js';

/** What stands for a receipt in the index of saved plans. */
export const receiptDigestOf = (receiptId: string): Buffer => createHash('sha256').update(receiptId).digest();

/** A plan of that person (`usr_…`, `pln_…`), or null; another person's plan is as good as none. Locks the row for a change. */
export const findPlan = (
  em: EntityManager,
  userId: string,
  id: string,
  { lock = false } = {},
): Promise<SavedPlan | null> =>
  em.findOne(SavedPlan, { id, userId }, { refresh: true, lockMode: lock ? LockMode.PESSIMISTIC_WRITE : LockMode.NONE });

/** The same by the receipt that it was saved from. */
export const findPlanOfReceipt = (em: EntityManager, userId: string, receiptId: string): Promise<SavedPlan | null> =>
  em.findOne(SavedPlan, { userId, receiptDigest: receiptDigestOf(receiptId) }, { refresh: true });

/** At most so many plans that a condition finds, newest first. */
export const findPlans = (em: EntityManager, where: FilterQuery<SavedPlan>, limit: number): Promise<SavedPlan[]> =>
  em.find(SavedPlan, where, { orderBy: { id: 'desc' }, limit, refresh: true });

export const noSuchPlan = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such plan.' });
