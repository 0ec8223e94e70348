import type { Job } from '../../platform/jobs/queue.js';

/** Deletes verdicts older than 7 days (decisions §4, Workspace). */
export const deleteOldVerdicts: Job = {
  name: 'delete_old_verdicts',
  cron: '37 * * * *',
  async run({ em }) {
    await em().execute("delete from tracking_verdict where at < now() - interval '7 days'");
    return false;
  },
};
