import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether a person has this project and has not archived it; ids are bare UUIDs. */
export async function ownsProject(em: EntityManager, userUuid: string, projectUuid: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `select 1 from project where id = ? and user_id = ? and status <> 'ARCHIVED'`,
    [projectUuid, userUuid],
  );
  return rows.length > 0;
}
