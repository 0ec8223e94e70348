import { raw } from '@mikro-orm/core';
import type { Job } from '../jobs/queue.js';
import { IdempotentRequest } from './idempotency.entity.js';

/** Deletes the replies whose keys have had their time. */
export const deleteExpiredReplies: Job = {
  name: 'delete_expired_replies',
  cron: '29 * * * *',
  async run({ em }) {
    await em().nativeDelete(IdempotentRequest, { expiresAt: { $lt: raw('now()') } });
    return false;
  },
};
