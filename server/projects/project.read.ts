import { boundProjectOf, ownerOf } from '../accounts/index.js';
import { operation } from '../platform/operation.js';
import { idBefore, pageOf } from '../platform/page.js';
import { ProjectStatus } from './content.rules.js';
import { describeProject, findProjects, requireProject } from './project.query.js';
import type { Project, ProjectArgs, ProjectList, ProjectsArgs } from './project.types.js';

/** The caller's projects, newest first; a project-scoped token sees its own alone. */
export const listProjects = operation(
  { name: 'projects', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  async (ctx, { status, unpublished, limit, cursor }: ProjectsArgs): Promise<ProjectList> => {
    const conditions = ['p.user_id = ?', 'p.id < ?'];
    const values: unknown[] = [ownerOf(ctx), idBefore(cursor)];
    const bound = boundProjectOf(ctx);
    if (bound !== null) {
      conditions.push('p.id = ?');
      values.push(bound);
    }
    if (status?.length) {
      conditions.push(`(${status.map((one) => STATE[one]).join(' or ')})`);
      values.push(...status.flatMap((one) => (ASKS_TIME.includes(one) ? [ctx.platform.clock.now()] : [])));
    }
    if (unpublished) conditions.push(`p.status <> 'ARCHIVED' and p.content_hash is distinct from p.published_hash`);
    const rows = await findProjects(
      ctx.em,
      `${conditions.join(' and ')} order by p.id desc limit ${limit + 1}`,
      values,
    );
    const page = pageOf(rows, limit, ({ id }) => id);
    return { items: page.items.map((row) => describeProject(ctx, row)), nextCursor: page.nextCursor };
  },
);

/** A state as it is now, as a condition: an approval that has expired is none. */
const STATE: Record<ProjectStatus, string> = {
  DRAFT: `(p.status = 'DRAFT' or (p.status = 'APPROVED' and (a.id is null or a.expires_at <= ?)))`,
  APPROVED: `(p.status = 'APPROVED' and a.expires_at > ?)`,
  PUBLISHED: `p.status = 'PUBLISHED'`,
  ARCHIVED: `p.status = 'ARCHIVED'`,
};
const ASKS_TIME: readonly ProjectStatus[] = [ProjectStatus.DRAFT, ProjectStatus.APPROVED];

/** One project of the caller. */
export const readProject = operation(
  { name: 'project', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  async (ctx, { projectId }: ProjectArgs): Promise<Project> =>
    describeProject(ctx, await requireProject(ctx, ctx.em, projectId)),
);
