import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';

export const SESSIONS = new BareStatement(
  {
    id: 'uuid',
    createdAt: 'timestamp with time zone',
    updatedAt: 'timestamp with time zone',
    expiresAt: 'timestamp with time zone',
    userAgent: 'text?',
  },
  `select id, "createdAt", "updatedAt", "expiresAt", "userAgent" from auth.session
   where "userId" = ? and "expiresAt" > ? order by "createdAt" desc, id limit ?`,
);

/** A row of the sign-in library's table. */
export type SessionRow = RowOf<typeof SESSIONS>;

/** The sessions of a person (a bare UUID) that have not ended, the newest first. */
export const findSessions = (em: EntityManager, userUuid: string, now: Date, limit: number): Promise<SessionRow[]> =>
  em.execute<RowOf<typeof SESSIONS>[]>(SESSIONS.text, [userUuid, now, limit]);

/** Ends one session of a person; false where they have no such session. */
export async function endSession(em: EntityManager, userUuid: string, sessionUuid: string): Promise<boolean> {
  const ended = await em.execute<unknown[]>('delete from auth.session where id = ? and "userId" = ? returning id', [
    sessionUuid,
    userUuid,
  ]);
  return ended.length > 0;
}

/** Ends every session of a person but one; answers how many there were. */
export async function endOtherSessions(em: EntityManager, userUuid: string, sessionUuid: string): Promise<number> {
  const ended = await em.execute<unknown[]>('delete from auth.session where "userId" = ? and id <> ? returning id', [
    userUuid,
    sessionUuid,
  ]);
  return ended.length;
}
