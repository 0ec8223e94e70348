import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { personOf } from '../members/index.js';
import { recordAccountAction } from '../sessions/index.js';
import type { RevokeSessionInput } from './profile.types.js';
import { endOtherSessions, endSession } from './session.query.js';

/** Ends one session of the person at once, also the one that asks. */
export const revokeSession = operation(
  { name: 'revokeSession', who: ['session'], writes: true, limit: 'credential' },
  async function revokeSession(ctx, { sessionId }: RevokeSessionInput): Promise<boolean> {
    const userUuid = uuidOf('usr', personOf(ctx)) ?? '';
    await ctx.em.transactional(async (em) => {
      if (!(await endSession(em, userUuid, uuidOf('ses', sessionId) ?? '')))
        throw new Fault('NOT_FOUND', { say: 'You have no such session.' });
      await recordAccountAction(em, {
        userUuid,
        action: 'session.revoke',
        at: ctx.platform.clock.now(),
        changes: { sessions: [[sessionId], []] },
        requestId: ctx.requestId,
      });
    });
    return true;
  },
);

/** Ends all sessions of the person but the one that asks; answers how many there were. */
export const revokeOtherSessions = operation(
  { name: 'revokeOtherSessions', who: ['session'], writes: true, limit: 'credential' },
  async function revokeOtherSessions(ctx, _input: Record<string, never>): Promise<number> {
    const { principal } = ctx;
    if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
    const { userId: userUuid, sessionId } = principal;
    return ctx.em.transactional(async (em) => {
      const ended = await endOtherSessions(em, userUuid, sessionId);
      if (ended > 0)
        await recordAccountAction(em, {
          userUuid,
          action: 'session.revoke',
          at: ctx.platform.clock.now(),
          changes: { sessions: [ended + 1, 1] },
          requestId: ctx.requestId,
        });
      return ended;
    });
  },
);
