import type { EntityManager } from '@mikro-orm/postgresql';
import type { RetentionStep } from '../../platform/retention/retention.job.js';
import { SignInDevice } from '../factor.entity.js';
import { Invitation } from '../member.entity.js';

/** Takes away rows of the sign-in library that ended before a time, those that ended first before others. */
const ended = (table: 'session' | 'verification'): RetentionStep => ({
  kind: 'sessions',
  async erase(em: EntityManager, before, limit) {
    const gone = await em.execute<unknown[]>(
      `delete from auth.${table} where id in (select id from auth.${table} where "expiresAt" < ? order by "expiresAt" limit ?) returning id`,
      [before, limit],
    );
    return gone.length;
  },
});

/** Records of signing in and inviting that are taken away by their age. */
export const accountsRetention: readonly RetentionStep[] = [
  ended('session'),
  ended('verification'),
  {
    kind: 'devices',
    async erase(em, before, limit) {
      const old = await em.fork().find(SignInDevice, { seenAt: { $lt: before } }, { limit });
      for (const { userId, digest } of old) await em.nativeDelete(SignInDevice, { userId, digest });
      return old.length;
    },
  },
  {
    kind: 'invitations',
    async erase(em, before, limit) {
      const isOver = {
        $or: [{ expiresAt: { $lt: before } }, { acceptedAt: { $lt: before } }, { revokedAt: { $lt: before } }],
      };
      const old = await em.fork().find(Invitation, isOver, { orderBy: { id: 'asc' }, limit });
      return old.length === 0 ? 0 : em.nativeDelete(Invitation, { id: { $in: old.map(({ id }) => id) } });
    },
  },
];
