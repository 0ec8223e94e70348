import { recordAction } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { ProjectStatus } from './content.rules.js';
import { archived, lockProject, publicUrlOf, reviewUrlOf, staleProject } from './project.query.js';
import { approvalOf, publishContent, voidApproval } from './project.rules.js';
import type { PublishProjectInput } from './project-input.types.js';
import type { PublishReply } from './project-reply.types.js';

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
      const project = await lockProject(ctx, em, draftId);
      const now = ctx.platform.clock.now(); // an approval may end while the lock is waited for
      if (project.status === ProjectStatus.ARCHIVED) throw archived();
      if (project.contentHash !== contentHash) throw staleProject(ctx, project);
      const { id, revision, publishedHash, slug } = project;
      const publicUrl = publicUrlOf(ctx, slug);
      if (publishedHash === contentHash) return { project, published: false, publicUrl };
      const approval = approvalOf(project, now);
      if (approval === null)
        throw new Fault('APPROVAL_REQUIRED', {
          say: `A signed-in user must approve revision ${revision} within the 24 hours before it is published.`,
          members: { approvalUrl: reviewUrlOf(ctx, id), revision, contentHash },
        });
      publishContent(project, now);
      voidApproval(project, now); // used up: it was for this publication
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.publish',
        resource: 'project',
        resourceId: draftId,
        revision,
        changes: {
          publishedHash: [publishedHash, contentHash],
          approvedBy: [null, uuidOf('usr', approval.approvedBy)],
        },
      });
      return { project, published: true, publicUrl };
    });
  },
);
