import { type FilterQuery, raw } from '@mikro-orm/core';
import { boundProjectOf, ownerOf } from '../accounts/index.js';
import { publicId, uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { idBefore, pageOf } from '../platform/paging/page.js';
import { ProjectStatus } from './content.rules.js';
import type { Project } from './project.entity.js';
import { findProjects, requireProject } from './project.query.js';
import type { ProjectArgs, ProjectsArgs } from './project.types.js';
import type { ProjectList } from './project-reply.types.js';

/** The caller's projects, newest first; a project-scoped token sees its own alone. */
export const listProjects = operation(
  { name: 'projects', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  async (ctx, { status, unpublished, limit, cursor }: ProjectsArgs): Promise<ProjectList> => {
    const bound = boundProjectOf(ctx);
    const now = ctx.platform.clock.now();
    const conditions: FilterQuery<Project>[] = [
      { userId: publicId('usr', ownerOf(ctx)), id: { $lt: idBefore(cursor) } },
      ...(bound === null ? [] : [{ id: publicId('prj', bound) }]),
      ...(status?.length ? [{ $or: status.map((one) => STATE[one](now)) }] : []),
      ...(unpublished ? [UNPUBLISHED] : []),
    ];
    const rows = await findProjects(ctx.em, { $and: conditions }, { orderBy: { id: 'desc' }, limit: limit + 1 });
    return pageOf(rows, limit, ({ id }) => uuidOf('prj', id) ?? '');
  },
);

/** A state as it is now, as a condition: an approval that has expired is none. */
const STATE: Record<ProjectStatus, (now: Date) => FilterQuery<Project>> = {
  DRAFT: (now) => ({
    $or: [
      { status: ProjectStatus.DRAFT },
      { status: ProjectStatus.APPROVED, $or: [{ approval: null }, { approval: { expiresAt: { $lte: now } } }] },
    ],
  }),
  APPROVED: (now) => ({ status: ProjectStatus.APPROVED, approval: { expiresAt: { $gt: now } } }),
  PUBLISHED: () => ({ status: ProjectStatus.PUBLISHED }),
  ARCHIVED: () => ({ status: ProjectStatus.ARCHIVED }),
};

const UNPUBLISHED: FilterQuery<Project> = {
  status: { $ne: ProjectStatus.ARCHIVED },
  [raw((alias) => `${alias}.content_hash is distinct from ${alias}.published_hash`)]: [],
};

/** One project of the caller. */
export const readProject = operation(
  { name: 'project', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  (ctx, { projectId }: ProjectArgs): Promise<Project> => requireProject(ctx, ctx.em, projectId),
);
