import type { EntityManager } from '@mikro-orm/postgresql';
import { readRows } from '../platform/database/rows.read.js';
import { publicId } from '../platform/ids.js';
import { ProjectStatus } from './content.rules.js';
import { Project } from './project.entity.js';

/** What a person's project says of a tool: `foreign` also where there is no such project, `listed` in what is published of it. */
export type ProjectListing = 'foreign' | 'unpublished' | 'unlisted' | 'listed';

/** Whether a person's published project lists a tool; ids are bare UUIDs. Usage asks it of a receipt that names a project. */
export async function projectListing(
  em: EntityManager,
  userUuid: string,
  projectUuid: string,
  toolUuid: string,
): Promise<ProjectListing> {
  const [project] = await readRows(
    em,
    Project,
    (of) => of.where('id', '=', projectUuid).where('user_id', '=', userUuid),
    ['status', 'publishedContent'],
  );
  if (!project) return 'foreign';
  if (project.status !== ProjectStatus.PUBLISHED) return 'unpublished';
  const toolId = publicId('tol', toolUuid);
  return project.publishedContent?.tools.some((tool) => tool.toolId === toolId) ? 'listed' : 'unlisted';
}

/** The tools (`tol_…`) that a published project lists, by the project's bare UUID; none of another one. */
export async function publishedToolIds(em: EntityManager, projectUuid: string): Promise<Set<string>> {
  const [project] = await readRows(
    em,
    Project,
    (of) => of.where('id', '=', projectUuid).where('status', '=', ProjectStatus.PUBLISHED),
    ['publishedContent'],
  );
  return new Set(project?.publishedContent?.tools.map(({ toolId }) => toolId));
}
