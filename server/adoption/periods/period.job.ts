import type { Job } from '../../platform/jobs/queue.js';
import { compactPeriods } from './periods.compact.js';

/** Compacts the weeks that ended, and those in which events of before arrived since. */
export const periodJob: Job = {
  name: 'compact_adoption',
  cron: '*/15 * * * *',
  run: ({ em, clock }) => compactPeriods(em(), clock.now().toISOString().slice(0, 10)),
};
