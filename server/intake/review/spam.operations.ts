import { personOf } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { IntakeDiscardArgs } from '../background.types.js';
import { recordTransition } from '../history.query.js';
import type { IntakeContext } from '../intake.context.js';
import { requireOther, reviewerFor } from '../party.query.js';
import type { IntakeItem } from '../review.types.js';
import { auditReview, lockSubmission, storeDecision } from './decision.query.js';
import { describeItem } from './item.operations.js';

/** The holder of the receipt reads it; no letter is sent to an address that its owner never confirmed. */
const SPAM = 'It was taken for spam. If it is not, submit it again and confirm the address of the contact.';

/** Ends a submission as spam before its contact has confirmed the address; of a confirmation and this at once, the first one stands. */
export const markIntakeSpam = operation(
  { name: 'markIntakeSpam', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function markIntakeSpam(ctx: IntakeContext, { id, revision }: IntakeDiscardArgs): Promise<IntakeItem> {
    const reviewer = reviewerFor(ctx);
    await ctx.em.transactional(async (em) => {
      const submission = await lockSubmission(em, id, revision);
      const at = ctx.platform.clock.now(); // after the wait for the lock, in which the contact may have confirmed
      await requireOther(ctx, em, submission);
      const { state: before } = submission;
      if (submission.contactVerifiedAt !== null)
        throw new Fault('STATE_CONFLICT', {
          say: 'The contact has confirmed the address: reject it with a reason.',
          members: { state: before },
        });
      recordTransition(em, submission, 'discard', { at, actor: personOf(ctx), detail: 'spam' });
      submission.message = SPAM;
      submission.decidedAt = at;
      submission.contactTokenHash = null;
      submission.contactTokenExpiresAt = null;
      storeDecision(ctx, em, submission, { step: 'reject', decidedBy: reviewer, decidedAt: at, reason: SPAM });
      await em.flush();
      await auditReview(ctx, em, submission, {
        at,
        action: 'intake.discard',
        changes: { state: [before, submission.state] },
        reason: 'spam',
      });
    });
    return describeItem(ctx, ctx.em.fork(), id);
  },
);
