import { openOrm } from '../database/orm.js';
import type { Job } from '../jobs/queue.js';
import { appendWaiting, isAnyWaiting } from './audit.wait.js';

/** Appends what waited for a node, every minute and as the owner of the tables: the role that serves may add to the log and take nothing away. */
export const waitingJob = (directUrl: string): Job => ({
  name: 'append_waiting_audit',
  cron: '* * * * *',
  async run({ em, log }) {
    if (!(await isAnyWaiting(em()))) return false;
    const orm = await openOrm(directUrl, [], 1);
    try {
      log.info({ entries: await appendWaiting(orm.em.fork()) }, 'audit entries that waited for a node were appended');
    } finally {
      await orm.close();
    }
    return false;
  },
});
