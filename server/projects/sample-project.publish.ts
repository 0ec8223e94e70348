import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../platform/ids.js';
import { type ProjectContent, ProjectStatus } from './content.rules.js';
import { Project } from './project.entity.js';
import { insertProject } from './project.insert.js';
import { publishContent } from './project.rules.js';

/**
 * A published project of the demo, made once for a person (a bare UUID) and title; answers its id (`prj_…`). It is not approved: it exists on machines that hold
 * demo data alone.
 */
export async function publishSampleProject(
  em: EntityManager,
  userUuid: string,
  content: ProjectContent,
  at: Date,
): Promise<string> {
  const userId = publicId('usr', userUuid);
  const made = await em.findOne(Project, {
    userId,
    content: { title: content.title },
    status: ProjectStatus.PUBLISHED,
  });
  if (made) return made.id;
  const changedBy = { kind: 'session', name: 'Demo builder' };
  const project = em.map(
    Project,
    await insertProject(em, { userId, content, planId: null, note: null, changedBy, at }),
  );
  publishContent(project, at);
  await em.flush();
  return project.id;
}
