import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { lockPerson, personOf } from '../members/index.js';
import type { User } from '../organization.types.js';
import { recordAccountAction } from '../sessions/index.js';
import { findUser, renameUser } from './profile.query.js';
import type { UpdateProfileInput } from './profile.types.js';

/** Changes the name under which a person is seen. */
export const updateProfile = operation(
  { name: 'updateProfile', who: ['session'], writes: true, limit: 'credential' },
  async function updateProfile(ctx, { name }: UpdateProfileInput): Promise<User> {
    const userUuid = uuidOf('usr', personOf(ctx)) ?? '';
    const at = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await lockPerson(em, userUuid);
      const before = await findUser(em, userUuid);
      if (before.name === name) return before;
      await renameUser(em, userUuid, name, at);
      const changes: Record<string, [unknown, unknown]> = { name: [before.name, name] };
      await recordAccountAction(em, { userUuid, action: 'profile.update', at, changes, requestId: ctx.requestId });
      return { ...before, name };
    });
  },
);
