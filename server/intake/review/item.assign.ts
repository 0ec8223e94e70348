import { findReviewers } from '../../accounts/index.js';
import { Fault, invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { recordLetter, recordStep } from '../history.record.js';
import type { AssignIntakeArgs, IntakeItem } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { isOpenAt } from '../intake-state.rules.js';
import { enqueueLetters } from '../intake-task.enqueue.js';
import { reviewerFor } from '../reviewer.require.js';
import { auditReview, lockSubmission, openReview } from './decision.query.js';
import { describeItem } from './item.read.js';

/**
 * Takes a submission, gives it to another reviewer, or gives it back. Of two reviewers who take it at once one gets it: what another one has
 * can't be taken, only given by them. A prepared draft whose contact is confirmed is in review from then on.
 */
export const assignIntake = operation(
  { name: 'assignIntake', who: ['session'], writes: true, limit: 'workflow' },
  async function assignIntake(ctx: IntakeContext, { id, assignee, release }: AssignIntakeArgs): Promise<IntakeItem> {
    const reviewer = reviewerFor(ctx);
    const at = ctx.platform.clock.now();
    const target = release ? null : (assignee ?? reviewer);
    await ctx.em.transactional(async (em) => {
      if (target !== null && target !== reviewer) await requireReviewer(ctx, target);
      const submission = await lockSubmission(em, id);
      if (!isOpenAt(submission, at))
        throw new Fault('STATE_CONFLICT', {
          say: 'The submission is decided or has expired: there is nothing to assign.',
        });
      const { assignee: before } = submission;
      if (before !== null && before !== reviewer && before !== target)
        throw new Fault('STATE_CONFLICT', {
          say: 'Another reviewer has this submission.',
          members: { assignee: before },
        });
      if (target !== null && submission.contactVerifiedAt !== null) openReview(em, submission, at, reviewer);
      if (before === target) return;
      submission.assignee = target;
      submission.assignedAt = target === null ? null : at;
      recordStep(em, submission, target === null ? 'release' : 'assign', { at, actor: reviewer, detail: target });
      if (target !== null && target !== reviewer)
        recordLetter(em, submission, { audience: 'assignee', subjectOf: 'assigned', at });
      await em.flush();
      await enqueueLetters(em, ctx.platform.log);
      await auditReview(ctx, em, submission, { at, action: 'intake.assign', changes: { assignee: [before, target] } });
    });
    return describeItem(ctx, ctx.em.fork(), id);
  },
);

async function requireReviewer(ctx: IntakeContext, userId: string): Promise<void> {
  const reviewers = await findReviewers(ctx.em);
  if (!reviewers.some(({ id }) => publicId('usr', id) === userId))
    throw invalid([{ pointer: '/assignee', code: 'not_found', detail: 'there is no such reviewer' }]);
}
