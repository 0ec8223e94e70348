import type { EntityManager } from '@mikro-orm/postgresql';

/** What a person's project says of a tool: `foreign` also where there is no such project, `listed` in what is published of it. */
export type ProjectListing = 'foreign' | 'unpublished' | 'unlisted' | 'listed';

/** Whether a person's published project lists a tool; ids are bare UUIDs. Usage asks it of a receipt that names a project. */
export async function projectListing(
  em: EntityManager,
  userUuid: string,
  projectUuid: string,
  toolUuid: string,
): Promise<ProjectListing> {
  const [project] = await em.execute<{ published: boolean; listed: boolean | null }[]>(
    `select status = 'PUBLISHED' as published,
       published_content->'tools' @> jsonb_build_array(jsonb_build_object('toolId', 'tol_' || ?::text)) as listed
     from project where id = ? and user_id = ?`,
    [toolUuid, projectUuid, userUuid],
  );
  if (!project) return 'foreign';
  if (!project.published) return 'unpublished';
  return project.listed ? 'listed' : 'unlisted';
}
