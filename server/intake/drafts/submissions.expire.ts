import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { asAutomation } from '../../platform/database/automation.js';
import { recordLetter, recordTransition } from '../history.record.js';
import { IntakeSubmission } from '../intake.entity.js';
import { openStates } from '../intake-state.rules.js';

const BATCH = 200;

/** Ends submissions that nothing moved for thirty days; one that a reviewer holds locked is passed over. Answers whether more may be due. */
export const expireSubmissions = (em: EntityManager, at: Date): Promise<boolean> =>
  asAutomation(em, async (tx) => {
    const due = await tx.find(
      IntakeSubmission,
      { state: { $in: [...openStates] }, expiresAt: { $lte: at } },
      { orderBy: { expiresAt: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, refresh: true },
    );
    for (const submission of due) {
      recordTransition(tx, submission, 'expire', { at, actor: 'automation' });
      if (submission.contactVerifiedAt) recordLetter(tx, submission, { audience: 'contact', subjectOf: 'expired', at });
    }
    await tx.flush();
    return due.length === BATCH;
  });
