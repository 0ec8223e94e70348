import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../platform/ids.js';
import { Project } from './project.entity.js';
import { insertProject, type ProjectTables, publicSelection, readProjects } from './project.query.js';
import { type ProjectContent, ProjectStatus, publicSelectionsOf, publishContent } from './project.rules.js';
import { ProjectAuthorKind, type PublicProjectTool } from './project.types.js';

/** A published project as far as other domains show it; its id is a bare UUID. */
export interface PublishedProject {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly tools: readonly PublicProjectTool[];
}

/** The projects, of those given, that are published; ids are bare UUIDs. The owner's alone where one is named. */
export async function findPublishedProjects(
  em: EntityManager,
  projectIds: readonly string[],
  ownerId?: string,
): Promise<PublishedProject[]> {
  if (projectIds.length === 0) return [];
  const records = await readProjects(em, (of) => {
    const published = of.where('p.id', 'in', [...projectIds]).where('p.status', '=', ProjectStatus.PUBLISHED);
    return ownerId === undefined ? published : published.where('p.user_id', '=', ownerId);
  });
  return records.flatMap(({ project: { id, slug, publishedContent: content }, proof }) =>
    content ? [{ id, slug, title: content.title, tools: publicToolsOf(content, proof) }] : [],
  );
}

/** The tools of a published content as everyone may read them. */
export const publicToolsOf = (...published: Parameters<typeof publicSelectionsOf>): PublicProjectTool[] =>
  publicSelectionsOf(...published).map(({ role, ...selection }) => ({ ...publicSelection(selection), role }));

/** Whether a person has this project and has not archived it; ids are bare UUIDs. */
export async function ownsProject(em: EntityManager, userId: string, projectId: string): Promise<boolean> {
  const found = await em
    .getKysely<ProjectTables>()
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .where('user_id', '=', userId)
    .where('status', '<>', ProjectStatus.ARCHIVED)
    .executeTakeFirst();
  return found !== undefined;
}

/** A tool's standing in a person's project: `foreign` also where there is no such project, `listed` in its published content. */
export type ProjectListing = 'foreign' | 'unpublished' | 'unlisted' | 'listed';

/** Whether a person's published project lists a tool; ids are bare UUIDs. Usage asks it of a receipt that names a project. */
export async function projectListing(
  em: EntityManager,
  userId: string,
  projectId: string,
  toolUuid: string,
): Promise<ProjectListing> {
  const project = await em
    .getKysely<ProjectTables>()
    .selectFrom('project')
    .select(['status', 'published_content as publishedContent'])
    .where('id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!project) return 'foreign';
  if (project.status !== ProjectStatus.PUBLISHED) return 'unpublished';
  const toolId = publicId('tol', toolUuid);
  return project.publishedContent?.tools.some((tool) => tool.toolId === toolId) ? 'listed' : 'unlisted';
}

/** The tools (`tol_…`) that a published project lists, by the project's bare UUID; none of another one. */
export async function publishedToolIds(em: EntityManager, projectId: string): Promise<Set<string>> {
  const project = await em
    .getKysely<ProjectTables>()
    .selectFrom('project')
    .select('published_content as publishedContent')
    .where('id', '=', projectId)
    .where('status', '=', ProjectStatus.PUBLISHED)
    .executeTakeFirst();
  return new Set(project?.publishedContent?.tools.map(({ toolId }) => toolId));
}

/**
 * A published project of the demo, made once for a person and title; ids are bare UUIDs. It is not approved: it exists on machines that
 * hold demo data alone.
 */
export async function publishSampleProject(
  em: EntityManager,
  userId: string,
  content: ProjectContent,
  at: Date,
): Promise<string> {
  const made = await em.findOne(Project, {
    userId,
    content: { title: content.title },
    status: ProjectStatus.PUBLISHED,
  });
  if (made) return made.id;
  const changedBy = { kind: ProjectAuthorKind.session, name: 'Demo builder' };
  const columns = await insertProject(em, { userId, content, planId: null, note: null, changedBy, at });
  const project = em.map(Project, columns);
  publishContent(project, at, null);
  await em.flush();
  return project.id;
}
