import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import { recordLetter, recordTransition } from '../history.record.js';
import type { IntakeSubmission } from '../intake.entity.js';
import type { IntakeItem, IntakeReasonArgs } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { enqueueLetters } from '../intake-task.enqueue.js';
import { requireOther, reviewerFor } from '../reviewer.require.js';
import { auditReview, findApprover, lockSubmission, openReview, storeDecision } from './decision.query.js';
import { describeItem } from './item.read.js';

type Step = 'request_changes' | 'reject';
const STATE_AFTER = { request_changes: 'changes_requested', reject: 'rejected' } as const;

/** Sends a submission back: to be changed, or for good. The submitter reads the reason. */
async function sendBack(
  ctx: IntakeContext,
  { id, revision, reason }: IntakeReasonArgs,
  step: Step,
): Promise<IntakeItem> {
  const reviewer = reviewerFor(ctx);
  refuseCredentials({ reason }, 1);
  const at = ctx.platform.clock.now();
  await ctx.em.transactional(async (em) => {
    const submission = await lockSubmission(em, id, revision);
    await requireOther(ctx, em, submission);
    if (submission.state === 'approved') await requireSecond(ctx, em, submission);
    const { state: before } = submission;
    openReview(em, submission, at, reviewer);
    recordTransition(em, submission, step, { at, actor: reviewer, detail: reason });
    submission.message = reason;
    if (step === 'reject') submission.decidedAt = at;
    storeDecision(ctx, em, submission, { step, decidedBy: reviewer, decidedAt: at, reason });
    recordLetter(em, submission, { audience: 'contact', subjectOf: STATE_AFTER[step], at });
    await em.flush();
    await enqueueLetters(em, ctx.platform.log);
    await auditReview(ctx, em, submission, {
      at,
      action: `intake.${step}`,
      changes: { state: [before, submission.state] },
      reason,
    });
  });
  return describeItem(ctx, ctx.em.fork(), id);
}

/** Only the second reviewer may turn down what the first one approved: an approval is not taken back by who gave it. */
async function requireSecond(ctx: IntakeContext, em: EntityManager, submission: IntakeSubmission): Promise<void> {
  if ((await findApprover(ctx, em, submission))?.isCaller)
    throw new Fault('STATE_CONFLICT', { say: 'You approved this: another reviewer has to turn it down.' });
}

/** Asks the submitter for changes. */
export const requestIntakeChanges = operation(
  { name: 'requestIntakeChanges', who: ['session'], writes: true, limit: 'workflow' },
  function requestIntakeChanges(ctx: IntakeContext, args: IntakeReasonArgs): Promise<IntakeItem> {
    return sendBack(ctx, args, 'request_changes');
  },
);

/** Does not accept a submission. */
export const rejectIntake = operation(
  { name: 'rejectIntake', who: ['session'], writes: true, limit: 'workflow' },
  function rejectIntake(ctx: IntakeContext, args: IntakeReasonArgs): Promise<IntakeItem> {
    return sendBack(ctx, args, 'reject');
  },
);
