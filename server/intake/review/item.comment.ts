import { newUuid, publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import { IntakeComment } from '../intake.entity.js';
import type { CommentIntakeArgs, IntakeItem } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { reviewerFor } from '../reviewer.require.js';
import { auditReview, lockSubmission } from './decision.query.js';
import { describeItem } from './item.read.js';

/** Writes a comment that reviewers read and the submitter does not. */
export const commentIntake = operation(
  { name: 'commentIntake', who: ['session'], writes: true, limit: 'workflow' },
  async function commentIntake(ctx: IntakeContext, { id, text }: CommentIntakeArgs): Promise<IntakeItem> {
    const author = reviewerFor(ctx);
    refuseCredentials({ text }, 1);
    const at = ctx.platform.clock.now();
    await ctx.em.transactional(async (em) => {
      const submission = await lockSubmission(em, id);
      const comment = em.create(IntakeComment, {
        id: publicId('cmt', newUuid()),
        submission,
        author,
        at,
        text: text.trim(),
      });
      await em.flush();
      await auditReview(ctx, em, submission, {
        at,
        action: 'intake.comment',
        changes: { commentId: [null, comment.id] },
      });
    });
    return describeItem(ctx, ctx.em.fork(), id);
  },
);
