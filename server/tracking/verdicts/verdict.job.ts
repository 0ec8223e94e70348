import { type EntityName, raw } from '@mikro-orm/postgresql';
import type { Job } from '../../platform/jobs/queue.js';
import type { RetentionStep } from '../../platform/retention/retention.job.js';
import { retentionRules } from '../../platform/retention/retention.rules.js';
import { IgnoredEventCount } from '../ignored-event.entity.js';
import { TrackingRefusal, TrackingRefusalCode, Verdict } from './verdict.entity.js';

/** Deletes verdicts older than 7 days (decisions §4, Workspace). */
export const deleteOldVerdicts: Job = {
  name: 'delete_old_verdicts',
  cron: '37 * * * *',
  async run({ em }) {
    await em().nativeDelete(Verdict, { at: { $lt: raw(`now() - interval '${retentionRules.verdicts.days} days'`) } });
    return false;
  },
};

/** Takes away the counts of days that lie before a window and the one that it is compared with. */
export const refusalSteps: readonly RetentionStep[] = [
  dayStep(TrackingRefusal),
  dayStep(TrackingRefusalCode),
  dayStep(IgnoredEventCount),
];

/** Takes away whole days of counts, the oldest first. */
function dayStep(counts: EntityName<{ day: string }>): RetentionStep {
  return {
    kind: 'refusals',
    async erase(em, before, limit) {
      const day = before.toISOString().slice(0, 10);
      const oldest = await em.fork().find(counts, { day: { $lt: day } }, { orderBy: { day: 'asc' }, limit });
      const days = [...new Set(oldest.map((one) => one.day))];
      return days.length === 0 ? 0 : em.nativeDelete(counts, { day: { $in: days } });
    },
  };
}
