import { setTimeout as pause } from 'node:timers/promises';
import type { Job, Work } from '../../platform/jobs/queue.js';
import { type MeasureKindName, measureKinds } from '../measure.rules.js';
import { refreshRound } from './refresh.query.js';

/** A registry that is away is left alone for so long at least. */
const REST_MS = 1_800_000;

/** When each registry that asked for a rest may be asked again, in this process. */
const restUntil = new Map<MeasureKindName, number>();

/**
 * Reads the registries' public statistics once a week, where the operator wants it: from each Monday on it looks every hour for what was not
 * asked about since, and asks at the registries' pace.
 */
export const refreshMeasures: Job = { name: 'refresh_measures', cron: '23 * * * *', run: refreshWeekly };

async function refreshWeekly({ em, clock, config, log }: Work): Promise<boolean> {
  if (config.measuresRefresh !== 'weekly') return false;
  const parts = { em, clock, config, pause: (ms: number) => pause(ms) };
  const since = mondayOf(clock.now());
  let more = false;
  for (const { kind } of measureKinds) {
    const now = clock.now().getTime();
    if ((restUntil.get(kind) ?? 0) > now) continue;
    const { end, waitMs, ...counts } = await refreshRound(parts, kind, since);
    if (end === 'busy') restUntil.set(kind, now + Math.max(waitMs, REST_MS));
    if (end === 'more') more = true;
    if (end === 'busy' || counts.requested > 0) log.info({ kind, end, ...counts }, 'public statistics were read');
  }
  return more;
}

/** The first moment of the ISO week, in UTC. */
function mondayOf(at: Date): Date {
  const day = new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day;
}
