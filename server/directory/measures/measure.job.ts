import type { Job } from '../../platform/jobs/queue.js';
import { dayBefore } from '../measure.rules.js';
import { FULL_HISTORY_DAYS, thinMeasures } from './measure.query.js';

/** Thins figures that are older than a year to one a week, once a day. */
export const thinMeasureHistory: Job = {
  name: 'thin_measures',
  cron: '41 3 * * *',
  async run({ em, clock, log }) {
    const today = clock.now().toISOString().slice(0, 10);
    const rows = await thinMeasures(em(), dayBefore(today, FULL_HISTORY_DAYS));
    if (rows > 0) log.info({ rows }, 'figures older than a year were thinned to weeks');
    return false;
  },
};
