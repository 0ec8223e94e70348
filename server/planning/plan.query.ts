import { createHash } from 'node:crypto';
import type { RequiredEntityData } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { selectRows } from '../platform/database/kysely.js';
import { Fault } from '../platform/fault.js';
import type { Row } from '../platform/row.types.js';
import { SavedPlan } from './plan.entity.js';
import type { PlanSummary, SavedPlanAnswer } from './plan.types.js';

/** Stands for a receipt in the index of saved plans. */
export const receiptDigestOf = (receiptId: string): Buffer => createHash('sha256').update(receiptId).digest();

/** Selects the plans of a person, to be read. */
export const selectPlans = (em: EntityManager, userId: string) =>
  selectRows(em, SavedPlan).where('t.user_id', '=', userId);

/** A plan of that person to be read, or null. */
export async function readPlan(em: EntityManager, userId: string, id: string): Promise<Row<SavedPlan> | null> {
  const plan = await selectPlans(em, userId).where('t.id', '=', id).executeTakeFirst();
  return plan ?? null;
}

/** The same by the receipt that it was saved from. */
export async function readPlanOfReceipt(
  em: EntityManager,
  userId: string,
  receiptId: string,
): Promise<Row<SavedPlan> | null> {
  const plan = await selectPlans(em, userId)
    .where('t.receipt_digest', '=', receiptDigestOf(receiptId))
    .executeTakeFirst();
  return plan ?? null;
}

/** Stores a plan unless its person has one of the same receipt, which the unique index finds. Answers the id of the one that is stored. */
export async function insertUnlessSaved(em: EntityManager, plan: RequiredEntityData<SavedPlan>): Promise<string> {
  const [row] = await em
    .qb(SavedPlan)
    .insert(plan)
    .onConflict(['userId', 'receiptDigest'])
    .merge(['receiptId'])
    .returning('id')
    .execute<Pick<SavedPlan, 'id'>[]>('all', { mapResults: false });
  if (!row) throw new Error('a saved plan has no row');
  return row.id;
}

export const noSuchPlan = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such plan.' });

/** A plan as lists show it. */
export const planSummary = (plan: Row<SavedPlan>): PlanSummary => ({
  id: plan.id,
  title: plan.title,
  goal: plan.intent,
  revision: plan.revision,
  changedSinceReceipt: plan.changedSinceReceipt,
  createdAt: plan.createdAt,
  updatedAt: plan.updatedAt,
  tools: plan.brief.stack.map(({ capability, tool: { slug, name } }) => ({ slug, name, capability })),
  stepCount: plan.brief.steps.length,
  doneSteps: plan.stepsDone.map(({ order, doneAt, token }) => ({ order, doneAt: new Date(doneAt), token })),
});

/** A plan with all that it says. */
export const planAnswer = (plan: Row<SavedPlan>): SavedPlanAnswer => ({
  ...planSummary(plan),
  brief: plan.brief,
  digest: plan.digest,
  receiptId: plan.receiptId,
  catalogVersion: plan.catalogVersion,
  letters: plan.lettersSince !== null,
});
