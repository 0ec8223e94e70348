import { raw } from '@mikro-orm/postgresql';
import type { Job } from '../../platform/jobs/queue.js';
import { Verdict } from './verdict.entity.js';

/** Deletes verdicts older than 7 days (decisions §4, Workspace). */
export const deleteOldVerdicts: Job = {
  name: 'delete_old_verdicts',
  cron: '37 * * * *',
  async run({ em }) {
    await em().nativeDelete(Verdict, { at: { $lt: raw("now() - interval '7 days'") } });
    return false;
  },
};
