import type { EntityManager } from '@mikro-orm/postgresql';
import { personOf, recordAct, requireVerified } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { newUuid, publicId, uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { ProjectStatus } from './content.rules.js';
import { rereadProject, voidApproval } from './project.insert.js';
import {
  archived,
  describeProject,
  isApproved,
  type ProjectRow,
  requireProject,
  staleProject,
} from './project.query.js';
import type { ApproveProjectInput, ArchiveProjectInput, OwnProjectInput, Project } from './project.types.js';

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
      const row = await requireProject(ctx, em, projectId, { lock: true });
      requireVerified(ctx);
      if (row.status === ProjectStatus.ARCHIVED) throw archived();
      if (row.revision !== revision || row.content_hash !== contentHash) throw staleProject(ctx, row);
      if (row.content_hash === row.published_hash)
        throw new Fault('STATE_CONFLICT', { say: 'This content is public already: there is nothing to approve.' });
      await voidApproval(em, row.id, now);
      await em.execute(
        `insert into project_approval (id, project_id, revision, content_hash, approved_by, approved_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)`,
        [
          newUuid(),
          row.id,
          revision,
          contentHash,
          uuidOf('usr', personOf(ctx)),
          now,
          new Date(now.getTime() + APPROVAL_HOURS * HOUR_MS),
        ],
      );
      await setStatus(em, row, ProjectStatus.APPROVED, now);
      await recordAct(ctx, em, {
        action: 'project.approve',
        resource: 'project',
        resourceId: projectId,
        revision,
        changes: { approvedHash: [null, contentHash] },
      });
      return describeProject(ctx, await rereadProject(em, row.id));
    });
  },
);

/** Takes an approval back while nothing was published by it. Without one nothing changes. */
export const withdrawProjectApproval = operation(
  { name: 'withdrawProjectApproval', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { projectId }: OwnProjectInput): Promise<Project> => {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const row = await requireProject(ctx, em, projectId, { lock: true });
      if (!isApproved(row, now)) return describeProject(ctx, row);
      await voidApproval(em, row.id, now);
      await setStatus(em, row, ProjectStatus.DRAFT, now);
      await recordAct(ctx, em, {
        action: 'project.withdraw_approval',
        resource: 'project',
        resourceId: projectId,
        revision: row.revision,
        changes: { approvedHash: [row.approved_hash, null] },
      });
      return describeProject(ctx, await rereadProject(em, row.id));
    });
  },
);

/** Takes a project out of the public and out of work, for good: its page is gone, and events name it in vain. */
export const archiveProject = operation(
  { name: 'archiveProject', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { projectId, revision }: ArchiveProjectInput): Promise<Project> => {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const row = await requireProject(ctx, em, projectId, { lock: true });
      if (row.status === ProjectStatus.ARCHIVED) return describeProject(ctx, row);
      if (row.revision !== revision) throw staleProject(ctx, row);
      await voidApproval(em, row.id, now);
      await em.execute(`update project set status = 'ARCHIVED', archived_at = ?, updated_at = ? where id = ?`, [
        now,
        now,
        row.id,
      ]);
      await recordAct(ctx, em, {
        action: 'project.archive',
        resource: 'project',
        resourceId: publicId('prj', row.id),
        revision,
        changes: { status: [row.status, ProjectStatus.ARCHIVED] },
      });
      return describeProject(ctx, await rereadProject(em, row.id));
    });
  },
);

/** What is public stays PUBLISHED whatever becomes of the next revision. */
async function setStatus(em: EntityManager, row: ProjectRow, status: ProjectStatus, at: Date): Promise<void> {
  if (row.status === ProjectStatus.PUBLISHED) return;
  await em.execute('update project set status = ?, updated_at = ? where id = ?', [status, at, row.id]);
}
