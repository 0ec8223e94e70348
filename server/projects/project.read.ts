import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { boundProjectOf, ownerOf } from '../accounts/index.js';
import type { TableOf } from '../platform/database/rows.read.js';
import { uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { idBefore, pageOf } from '../platform/paging/page.js';
import { ProjectStatus } from './content.rules.js';
import type { Project, ProjectApproval } from './project.entity.js';
import { readProjects, requireProject } from './project.query.js';
import type { ProjectArgs, ProjectsArgs } from './project.types.js';
import type { ProjectList } from './project-reply.types.js';

/** The caller's projects, newest first; a project-scoped token sees its own alone. */
export const listProjects = operation(
  { name: 'projects', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  async (ctx, { status, unpublished, limit, cursor }: ProjectsArgs): Promise<ProjectList> => {
    const bound = boundProjectOf(ctx);
    const now = ctx.platform.clock.now();
    const rows = await readProjects(ctx.em, (of) => {
      let page = of.where('p.user_id', '=', ownerOf(ctx)).where('p.id', '<', idBefore(cursor));
      if (bound !== null) page = page.where('p.id', '=', bound);
      if (status?.length) page = page.where(({ or }) => or(status.map((one) => isInState[one](now))));
      if (unpublished) page = page.where(isUnpublished);
      return page.orderBy('p.id', 'desc').limit(limit + 1);
    });
    return pageOf(rows, limit, ({ id }) => uuidOf('prj', id) ?? '');
  },
);

const project = expressionBuilder<{ p: TableOf<Project>; a: TableOf<ProjectApproval> }, 'p' | 'a'>();

/** A state as it is now, as a condition: an approval that has expired is none. */
const isInState: Record<ProjectStatus, (now: Date) => Expression<SqlBool>> = {
  DRAFT: (now) =>
    project.or([
      project('p.status', '=', ProjectStatus.DRAFT),
      project('p.status', '=', ProjectStatus.APPROVED).and(
        project.or([project('a.id', 'is', null), project('a.expires_at', '<=', now)]),
      ),
    ]),
  APPROVED: (now) => project('p.status', '=', ProjectStatus.APPROVED).and('a.expires_at', '>', now),
  PUBLISHED: () => project('p.status', '=', ProjectStatus.PUBLISHED),
  ARCHIVED: () => project('p.status', '=', ProjectStatus.ARCHIVED),
};

const isUnpublished = project('p.status', '<>', ProjectStatus.ARCHIVED).and(
  'p.content_hash',
  'is distinct from',
  project.ref('p.published_hash'),
);

/** One project of the caller. */
export const readProject = operation(
  { name: 'project', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  (ctx, { projectId }: ProjectArgs): Promise<Project> => requireProject(ctx, projectId),
);
