import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { boundProjectOf, ownerOf } from '../accounts/index.js';
import type { TableOf } from '../platform/database/rows.read.js';
import { operation } from '../platform/operation.js';
import { type SortedListOf, sortedPage } from '../platform/paging/sorted.page.js';
import { ProjectStatus } from './content.rules.js';
import type { Project, ProjectApproval } from './project.entity.js';
import { readProjects, requireProject } from './project.query.js';
import { type ProjectArgs, type ProjectsArgs, projectSorts } from './project-input.types.js';
import type { ProjectList } from './project-reply.types.js';

const LIST: SortedListOf<typeof projectSorts> = {
  name: 'projects',
  sorts: projectSorts,
  tie: { by: sql`p.id`, type: 'uuid' },
  by: {
    created: null,
    updated: { by: sql`p.updated_at`, type: 'time' },
    title: { by: sql`lower(p.content ->> 'title')`, type: 'text' },
    status: { by: sql`p.status`, type: 'text' },
  },
  naming: [
    sql`p.content ->> 'title'`,
    sql`p.content ->> 'summary'`,
    sql`(select string_agg(one.value ->> 'name', ' ') from jsonb_array_elements(p.content -> 'tools') as one(value))`,
  ],
  time: sql`p.updated_at`,
};

/** The caller's projects, newest first if no order is asked for; a project-scoped token sees its own alone. */
export const listProjects = operation(
  { name: 'projects', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  async (ctx, args: ProjectsArgs): Promise<ProjectList> => {
    const { status, unpublished } = args;
    const page = sortedPage(LIST, args);
    const bound = boundProjectOf(ctx);
    const now = ctx.platform.clock.now();
    const rows = await readProjects(ctx.em, (of) => {
      let found = of.where('p.user_id', '=', ownerOf(ctx));
      if (bound !== null) found = found.where('p.id', '=', bound);
      if (status?.length) found = found.where(({ or }) => or(status.map((one) => isInState[one](now))));
      if (unpublished) found = found.where(isUnpublished);
      return page.narrow(found);
    });
    return page.cut(rows);
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
