import { recordAct } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { operation } from '../platform/operation.js';
import { ProjectStatus } from './content.rules.js';
import { publishContent, rereadProject, voidApproval } from './project.insert.js';
import {
  archived,
  describeProject,
  isApproved,
  publicUrlOf,
  requireProject,
  reviewUrlOf,
  staleProject,
} from './project.query.js';
import type { PublishProjectInput, PublishReply } from './project.types.js';

/**
 * Makes public what a person approved: exactly the content of that hash and revision, within 24 hours (specification §1, rule 6). Without
 * such an approval 403 with the address where it can be given; a content that has changed since 409. What is public already stays as it is.
 */
export const publishProject = operation(
  {
    name: 'publishProject',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async (ctx, { draftId, contentHash }: PublishProjectInput): Promise<PublishReply> => {
    return ctx.em.transactional(async (em) => {
      const row = await requireProject(ctx, em, draftId, { lock: true });
      const now = ctx.platform.clock.now(); // an approval may end while the lock is waited for
      if (row.status === ProjectStatus.ARCHIVED) throw archived();
      if (row.content_hash !== contentHash) throw staleProject(ctx, row);
      const publicUrl = publicUrlOf(ctx, row.slug);
      if (row.published_hash === contentHash)
        return { project: describeProject(ctx, row), published: false, publicUrl };
      if (!isApproved(row, now))
        throw new Fault('APPROVAL_REQUIRED', {
          say: `A signed-in person has to approve revision ${row.revision} first, within the 24 hours before it is published.`,
          members: { approvalUrl: reviewUrlOf(ctx, row.id), revision: row.revision, contentHash },
        });
      await publishContent(em, row.id, now);
      await voidApproval(em, row.id, now); // used up: it was for this publication
      await recordAct(ctx, em, {
        action: 'project.publish',
        resource: 'project',
        resourceId: draftId,
        revision: row.revision,
        changes: { publishedHash: [row.published_hash, contentHash], approvedBy: [null, row.approved_by] },
      });
      return { project: describeProject(ctx, await rereadProject(em, row.id)), published: true, publicUrl };
    });
  },
);
