import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { ownerOf } from '../members/index.js';
import { deviceOf, recordAccountAction } from '../sessions/index.js';
import type { RevokeSessionInput, Session } from './profile.types.js';

export const SESSIONS = new BareStatement(
  {
    id: 'uuid',
    createdAt: 'timestamp with time zone',
    updatedAt: 'timestamp with time zone',
    expiresAt: 'timestamp with time zone',
    userAgent: 'text?',
    addressRange: 'text?',
  },
  `select id, "createdAt", "updatedAt", "expiresAt", "userAgent", "ipAddress" as "addressRange" from auth.session
   where "userId" = ? and "expiresAt" > ? order by "createdAt" desc, id limit ?`,
);

/** Only the newest sessions are listed; one act ends all others. */
const SHOWN_MAX = 100;

/** The browsers in which the person is signed in, the newest first. */
export const listSessions = operation(
  { name: 'sessions', who: ['session'], limit: 'workflow' },
  async function sessions(ctx, _input: Record<string, never>): Promise<Session[]> {
    const { principal } = ctx;
    const values = [ownerOf(ctx), ctx.platform.clock.now(), SHOWN_MAX];
    const rows = await ctx.em.execute<RowOf<typeof SESSIONS>[]>(SESSIONS.text, values);
    return rows.map(({ id, createdAt, updatedAt, expiresAt, userAgent, addressRange }) => ({
      id,
      createdAt,
      prolongedAt: updatedAt,
      expiresAt,
      userAgent: userAgent || null,
      device: deviceOf(userAgent),
      addressRange: addressRange || null,
      current: principal.kind === 'session' && id === principal.sessionId,
    }));
  },
);

/** Ends one session of the person at once; it may be the session that asks. */
export const revokeSession = operation(
  { name: 'revokeSession', who: ['session'], writes: true, limit: 'credential' },
  async function revokeSession(ctx, { sessionId }: RevokeSessionInput): Promise<boolean> {
    const userId = ownerOf(ctx);
    await ctx.em.transactional(async (em) => {
      if (!(await endSession(em, userId, sessionId)))
        throw new Fault('NOT_FOUND', { say: 'You have no such session.' });
      await recordAccountAction(em, {
        userId,
        action: 'session.revoke',
        at: ctx.platform.clock.now(),
        changes: { sessions: [[publicId('ses', sessionId)], []] },
        requestId: ctx.requestId,
      });
    });
    return true;
  },
);

/** Ends all sessions of the person except the one that asks; answers their number. */
export const revokeOtherSessions = operation(
  { name: 'revokeOtherSessions', who: ['session'], writes: true, limit: 'credential' },
  async function revokeOtherSessions(ctx, _input: Record<string, never>): Promise<number> {
    const { principal } = ctx;
    if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
    const { userId, sessionId } = principal;
    return ctx.em.transactional(async (em) => {
      const ended = await endOtherSessions(em, userId, sessionId);
      if (ended > 0)
        await recordAccountAction(em, {
          userId,
          action: 'session.revoke',
          at: ctx.platform.clock.now(),
          changes: { sessions: [ended + 1, 1] },
          requestId: ctx.requestId,
        });
      return ended;
    });
  },
);

/** Ends one session of a person; false where they have no such session. */
async function endSession(em: EntityManager, userId: string, sessionId: string): Promise<boolean> {
  const ended = await em.execute<unknown[]>('delete from auth.session where id = ? and "userId" = ? returning id', [
    sessionId,
    userId,
  ]);
  return ended.length > 0;
}

/** Ends every session of a person but one; answers how many there were. */
async function endOtherSessions(em: EntityManager, userId: string, sessionId: string): Promise<number> {
  const ended = await em.execute<unknown[]>('delete from auth.session where "userId" = ? and id <> ? returning id', [
    userId,
    sessionId,
  ]);
  return ended.length;
}
