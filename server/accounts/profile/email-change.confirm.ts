import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Fault, invalid } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { lockPerson, personOf } from '../members/index.js';
import type { User } from '../organization.types.js';
import { forgetLinks, keepMailbox, recordAccountAction } from '../sessions/index.js';
import { findUser, readdressUser, takeEmailChange } from './profile.query.js';
import type { ConfirmEmailChangeInput } from './profile.types.js';

/** Uses the new address, which following the link has verified. The link works once, in a session of the account that asked for it. */
export const confirmEmailChange = operation(
  { name: 'confirmEmailChange', who: ['session'], writes: true, limit: 'credential' },
  async function confirmEmailChange(ctx, { token }: ConfirmEmailChangeInput): Promise<User> {
    const userUuid = uuidOf('usr', personOf(ctx)) ?? '';
    const at = ctx.platform.clock.now();
    try {
      return await ctx.em.transactional(async (em) => {
        await lockPerson(em, userUuid);
        const newEmail = await takeEmailChange(em, { token, userUuid, at });
        if (newEmail === null)
          throw invalid([
            { pointer: '/token', code: 'invalid', detail: 'this link is not valid any more: ask for a new one' },
          ]);
        await keepMailbox(em, userUuid);
        await readdressUser(em, userUuid, newEmail, at);
        await forgetLinks(em, userUuid);
        await recordAccountAction(em, { userUuid, action: 'address.change', at, requestId: ctx.requestId });
        return findUser(em, userUuid);
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException
        ? new Fault('STATE_CONFLICT', { say: 'This address has got an account meanwhile. Ask with another one.' })
        : error;
    }
  },
);
