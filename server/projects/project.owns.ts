import type { EntityManager } from '@mikro-orm/postgresql';
import { ProjectStatus } from './content.rules.js';
import { Project } from './project.entity.js';

/** Whether a person has this project and has not archived it; ids are bare UUIDs. */
export const ownsProject = async (em: EntityManager, userUuid: string, projectUuid: string): Promise<boolean> =>
  (await em.count(Project, { id: projectUuid, userId: userUuid, status: { $ne: ProjectStatus.ARCHIVED } })) > 0;
