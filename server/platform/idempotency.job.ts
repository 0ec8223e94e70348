import type { Job } from './jobs/queue.js';

/** Deletes the replies whose keys have had their time. */
export const deleteExpiredReplies: Job = {
  name: 'delete_expired_replies',
  cron: '29 * * * *',
  async run({ em }) {
    await em().execute('delete from idempotent_request where expires_at < now()');
    return false;
  },
};
