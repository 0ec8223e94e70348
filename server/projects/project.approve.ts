import { personOf, recordAction, requireVerified } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { newUuid } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { ProjectStatus } from './content.rules.js';
import { type Project, ProjectApproval } from './project.entity.js';
import { archived, lockProject, staleProject } from './project.query.js';
import { approvalOf, voidApproval } from './project.rules.js';
import type { ApproveProjectInput, ArchiveProjectInput, OwnProjectInput } from './project-input.types.js';

/** How long an approval can be used (decisions §6). */
const APPROVAL_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * The owner's agreement that this revision, with this content, becomes public. Given in a session by a person with a verified address;
 * good for 24 hours and for nothing else. Approving again begins the 24 hours again.
 */
export const approveProject = operation(
  { name: 'approveProject', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { projectId, revision, contentHash }: ApproveProjectInput): Promise<Project> => {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const project = await lockProject(ctx, em, projectId);
      requireVerified(ctx);
      if (project.status === ProjectStatus.ARCHIVED) throw archived();
      if (project.revision !== revision || project.contentHash !== contentHash) throw staleProject(ctx, project);
      if (project.contentHash === project.publishedHash)
        throw new Fault('STATE_CONFLICT', { say: 'This content is already published.' });
      // The end of the old before the new: a unique index lets a project have one approval that is not voided.
      if (voidApproval(project, now)) await em.flush();
      const approval = em.create(ProjectApproval, {
        id: newUuid(),
        project,
        revision,
        contentHash,
        approvedBy: personOf(ctx),
        approvedAt: now,
        expiresAt: new Date(now.getTime() + APPROVAL_HOURS * HOUR_MS),
        voidedAt: null,
      });
      project.approval = approval;
      setStatus(project, ProjectStatus.APPROVED, now);
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.approve',
        resource: 'project',
        resourceId: projectId,
        revision,
        changes: { approvedHash: [null, contentHash] },
      });
      return project;
    });
  },
);

/** Takes an approval back while nothing was published by it. Without one nothing changes. */
export const withdrawProjectApproval = operation(
  { name: 'withdrawProjectApproval', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { projectId }: OwnProjectInput): Promise<Project> => {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const project = await lockProject(ctx, em, projectId);
      const approval = approvalOf(project, now);
      if (approval === null) return project;
      voidApproval(project, now);
      setStatus(project, ProjectStatus.DRAFT, now);
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.withdraw_approval',
        resource: 'project',
        resourceId: projectId,
        revision: project.revision,
        changes: { approvedHash: [approval.contentHash, null] },
      });
      return project;
    });
  },
);

/** Takes a project out of the public and out of work, for good: its page is gone, and events name it in vain. */
export const archiveProject = operation(
  { name: 'archiveProject', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { projectId, revision }: ArchiveProjectInput): Promise<Project> => {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const project = await lockProject(ctx, em, projectId);
      const { status } = project;
      if (status === ProjectStatus.ARCHIVED) return project;
      if (project.revision !== revision) throw staleProject(ctx, project);
      voidApproval(project, now);
      project.status = ProjectStatus.ARCHIVED;
      project.archivedAt = now;
      project.updatedAt = now;
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.archive',
        resource: 'project',
        resourceId: project.id,
        revision,
        changes: { status: [status, ProjectStatus.ARCHIVED] },
      });
      return project;
    });
  },
);

/** What is public stays PUBLISHED whatever becomes of the next revision. */
function setStatus(project: Project, status: ProjectStatus, at: Date): void {
  if (project.status === ProjectStatus.PUBLISHED) return;
  project.status = status;
  project.updatedAt = at;
}
