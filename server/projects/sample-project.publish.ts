import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProjectContent } from './content.rules.js';
import { insertProject, publishContent } from './project.insert.js';

/**
 * A published project of the demo, made once for a person (a bare UUID) and title. It is not approved: it exists on machines that hold
 * demo data alone.
 */
export async function publishSampleProject(
  em: EntityManager,
  userUuid: string,
  content: ProjectContent,
  at: Date,
): Promise<string> {
  const [made] = await em.execute<{ id: string }[]>(
    `select id from project where user_id = ? and content ->> 'title' = ? and status = 'PUBLISHED'`,
    [userUuid, content.title],
  );
  if (made) return made.id;
  const id = await insertProject(em, {
    userUuid,
    content,
    planUuid: null,
    note: null,
    changedBy: { kind: 'session', name: 'Demo builder' },
    at,
  });
  await publishContent(em, id, at);
  return id;
}
